// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/gicv3.h"

#include "core/registry.h"
#include "irq/gicv3_regs.h"

namespace tw
{

static constexpr uint64_t frame_size = 0x10000, redistributor_size = 2 * frame_size;
static constexpr uint64_t max_delay = 1000000000000; /* 1 s */
static constexpr unsigned int max_spis = 988;

static const tw_option_doc gic_options[] = {
	{"spis", "number", "256",
	 "shared interrupts, a multiple of 32 up to 960, or 988 (assumed: 256)"},
	{"delay", "time", "0 ps",
	 "from a change of an input to its effect, nIRQ included (assumed: part of the CPU's "
	 "interrupt entry)"},
	{"sgi_delay", "time", "0 ps",
	 "from ICC_SGI1R_EL1 to the interrupt at the other CPU (assumed: none)"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &opts)
{
	return std::make_unique<gicv3>(sc_core::sc_gen_unique_name("gicv3"), env, description,
				       opts);
}

static const bus_model registration("arm,gic-v3", "GICv3 interrupt controller, 1 to 64 CPUs",
				    gic_options, make);

[[noreturn]] static void reject(const tw_bus_device &description, const std::string &why)
{
	throw bad_input(std::string(description.name) + ": " + why);
}

static const tw_bus_device &checked(const tw_bus_device &description, const environment &env)
{
	uint64_t needed = env.nr_cpus * redistributor_size;

	if (env.nr_cpus > gic_core::max_cpus)
		reject(description, std::to_string(env.nr_cpus) + " CPUs; a GICv3 here has up to " +
					    std::to_string(gic_core::max_cpus));
	if (!description.nr_more || description.size < frame_size ||
	    description.more[0].size < needed)
		reject(description, "needs two register regions: GICD of 64 KiB and GICR of " +
					    std::to_string(needed / 1024) +
					    " KiB (128 for each CPU)");
	return description;
}

static unsigned int checked_intids(const tw_bus_device &description, const options &opts)
{
	uint64_t spis = opts.number("spis", max_spis);

	if (spis < 32 || (spis % 32 && spis != max_spis))
		reject(description, "option 'spis': " + std::to_string(spis) +
					    " is not a multiple of 32 from 32 to 960, or 988");
	return gic_core::private_intids + static_cast<unsigned int>(spis);
}

static uint64_t checked_delay(const tw_bus_device &description, const options &opts,
			      const char *key)
{
	uint64_t delay = opts.time(key);

	if (delay > max_delay)
		reject(description, std::string("option '") + key + "': more than 1 s");
	return delay;
}

gicv3::gicv3(const sc_core::sc_module_name &module, environment &env,
	     const tw_bus_device &description, const options &opts)
    : bus_device(module, env, checked(description, env)),
      core_(env, description.name, checked_intids(description, opts),
	    checked_delay(description, opts, "delay"),
	    checked_delay(description, opts, "sgi_delay"))
{
	env.lines.attach(core_);
	claim_system_registers(env, 4, *this);	/* ICC_PMR_EL1 */
	claim_system_registers(env, 12, *this); /* the others */
}

void gicv3::reset()
{
	group0_ = false;
	core_.reset();
}

gicv3::spot gicv3::locate(uint32_t offset) const
{
	uint32_t in = offset % TW_REGION_STRIDE;
	spot s = {frame::nowhere, 0, in % static_cast<uint32_t>(frame_size), {}};

	if (offset < frame_size) {
		s.in = frame::distributor;
	} else if (offset / TW_REGION_STRIDE == 1 && in / redistributor_size < core_.cpus()) {
		s.in = in % redistributor_size < frame_size ? frame::redistributor : frame::sgi;
		s.cpu = static_cast<unsigned int>(in / redistributor_size);
	}
	if (s.in == frame::distributor || s.in == frame::sgi)
		s.place = gic_locate(s.offset);
	return s;
}

/* NULL: no interrupts of that number, or private ones, which have no registers in the distributor
 * with affinity routing. */
gic_bank *gicv3::bank_of(const spot &s)
{
	if (s.place.field == gic_field::none)
		return nullptr;
	if (s.in == frame::sgi)
		return s.place.bank ? nullptr : &core_.own(s.cpu);
	if (!s.place.bank || 32 * s.place.bank >= core_.intids())
		return nullptr;
	return &core_.shared(s.place.bank);
}

static constexpr const char *no_interrupt =
	"no such interrupt; private ones are in the redistributors";

void gicv3::write_bank(uint32_t offset, const spot &s, uint32_t value)
{
	gic_bank *bank = bank_of(s);

	if (!bank) {
		fault_write(offset, value, no_interrupt);
	} else if (s.in == frame::sgi) {
		/* SGIs are edges and stay it. */
		gic_write(*bank, s.place, value, ~0U, (1U << gic_core::sgis) - 1);
		core_.cpu_changed(s.cpu);
	} else {
		gic_write(*bank, s.place, value, core_.implemented(s.place.bank), 0);
		core_.shared_changed(s.place.bank);
	}
}

uint32_t gicv3::read(uint32_t offset, uint64_t)
{
	spot s = locate(offset);

	if (s.place.field != gic_field::none) {
		gic_bank *bank = bank_of(s);

		if (!bank)
			fault_read(offset, no_interrupt);
		return bank ? gic_read(*bank, s.place) : 0;
	}
	if (s.in == frame::distributor)
		return read_distributor(offset);
	if (s.in == frame::redistributor)
		return read_redistributor(offset, s);
	fault_read(offset, "not modelled");
	return 0;
}

void gicv3::write(uint32_t offset, uint32_t value, uint64_t)
{
	spot s = locate(offset);

	if (s.place.field != gic_field::none)
		write_bank(offset, s, value);
	else if (s.in == frame::distributor)
		write_distributor(offset, value);
	else if (s.in == frame::redistributor)
		write_redistributor(offset, s, value);
	else
		fault_write(offset, value, "not modelled");
}

bool gicv3::narrow(uint32_t offset, unsigned int size) const
{
	return size == 1 && locate(offset).place.field == gic_field::priority;
}

uint32_t gicv3::dma_read(uint32_t offset, unsigned int size, uint64_t now)
{
	if (!narrow(offset, size))
		return bus_device::dma_read(offset, size, now);
	return read(offset, now) >> offset % 4 * 8 & 0xff;
}

void gicv3::dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now)
{
	spot s = locate(offset);
	gic_bank *bank = bank_of(s);

	if (!narrow(offset, size)) {
		bus_device::dma_write(offset, value, size, now);
		return;
	}
	if (!bank) {
		fault_write(offset, value, no_interrupt);
		return;
	}
	gic_write_priority(*bank, s.place.first, static_cast<uint8_t>(value),
			   s.in == frame::sgi ? ~0U : core_.implemented(s.place.bank));
	if (s.in == frame::sgi)
		core_.cpu_changed(s.cpu);
	else
		core_.shared_changed(s.place.bank);
}

} // namespace tw
