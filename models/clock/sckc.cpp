// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "clock/sckc.h"

#include "core/registry.h"

namespace tw
{

static constexpr uint32_t CR = 0;
static constexpr uint32_t cr_rcen = 1 << 0, cr_osc32en = 1 << 1, cr_osc32byp = 1 << 2,
			  cr_oscsel = 1 << 3;
static constexpr uint32_t cr_mask = cr_rcen | cr_osc32en | cr_osc32byp | cr_oscsel;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<sckc>(sc_core::sc_gen_unique_name("sckc"), env, description);
}

static const bus_model sama5d3("atmel,sama5d3-sckc", "AT91 slow clock controller", no_options,
			       make);
static const bus_model sam9x5("atmel,at91sam9x5-sckc", "AT91 slow clock controller", no_options,
			      make);

/* Does the oscillator that a value of CR selects run? */
static bool has_clock(uint32_t cr)
{
	return cr & (cr & cr_oscsel ? cr_osc32en | cr_osc32byp : cr_rcen);
}

sckc::sckc(const sc_core::sc_module_name &module, environment &env,
	   const tw_bus_device &description)
    : bus_device(module, env, description), boot_(cr_rcen)
{
	for (size_t i = 0; i < description.nr_init; i++) {
		boot_ = description.init[i].value;
		if (description.init[i].offset != CR || (boot_ & ~cr_mask) || !has_clock(boot_))
			throw bad_input(label() + ": boot value " + std::to_string(boot_) +
					" for offset " +
					std::to_string(description.init[i].offset) +
					" is not one of CR with its clock running");
	}
	reset();
}

void sckc::reset()
{
	cr_ = boot_;
}

uint32_t sckc::read(uint32_t offset, uint64_t)
{
	if (offset != CR)
		fault_read(offset, "not modelled");
	return cr_;
}

void sckc::write(uint32_t offset, uint32_t value, uint64_t)
{
	if (offset != CR)
		fault_write(offset, value, "not modelled");
	else if (!has_clock(value))
		fault_write(offset, value, "would leave the chip without a slow clock");
	else
		cr_ = value & cr_mask;
}

const char *sckc::register_name(uint32_t offset) const
{
	return offset == CR ? "CR" : nullptr;
}

} // namespace tw
