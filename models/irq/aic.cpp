// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/aic.h"

#include <cstdio>

#include "core/registry.h"

namespace tw
{

enum offset : uint32_t {
	SMR0 = 0x00,
	SVR0 = 0x80,
	IVR = 0x100,
	FVR = 0x104,
	ISR = 0x108,
	IPR = 0x10c,
	IMR = 0x110,
	CISR = 0x114,
	IECR = 0x120,
	IDCR = 0x124,
	ICCR = 0x128,
	ISCR = 0x12c,
	EOICR = 0x130,
	SPU = 0x134,
	DCR = 0x138,
	FFER = 0x140,
	FFDR = 0x144,
	FFSR = 0x148,
};

static constexpr unsigned int external = 31;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<aic>(sc_core::sc_gen_unique_name("aic"), env, description);
}

static const bus_model registration("atmel,at91rm9200-aic",
				    "AIC interrupt controller with priorities", no_options, make);

aic::aic(const sc_core::sc_module_name &module, environment &env, const tw_bus_device &description)
    : bus_device(module, env, description), core_(env, description.name, external)
{
}

void aic::reset()
{
	core_.reset();
}

uint32_t aic::enabled() const
{
	uint32_t mask = 0;

	for (unsigned int n = 0; n < sources; n++)
		mask |= static_cast<uint32_t>(core_.enabled(n)) << n;
	return mask;
}

uint32_t aic::read(uint32_t offset, uint64_t)
{
	if (offset < SVR0)
		return core_.mode(offset / 4);
	if (offset < IVR)
		return core_.vector((offset - SVR0) / 4);
	switch (offset) {
	case IVR:
		return core_.read_ivr();
	case FVR:
		return core_.read_fvr();
	case ISR:
		return core_.current();
	case IPR:
		return core_.pending_word(0);
	case IMR:
		return enabled();
	case CISR:
		return core_.outputs();
	case SPU:
		return core_.spurious_vector();
	case DCR:
		return core_.dcr();
	case IECR:
	case IDCR:
	case ICCR:
	case ISCR:
	case EOICR:
		fault_read(offset, "write-only register");
		return 0;
	}
	fault_read(offset, "not modelled");
	return 0;
}

/* A command for every source whose bit is one; false: another register. */
bool aic::write_mask(uint32_t offset, uint32_t value)
{
	if (offset != IECR && offset != IDCR && offset != ICCR && offset != ISCR)
		return false;
	for (unsigned int n = 0; n < sources; n++) {
		if (!(value >> n & 1))
			continue;
		if (offset == IECR || offset == IDCR)
			core_.enable(n, offset == IECR);
		else
			core_.set_pending(n, offset == ISCR);
	}
	return true;
}

void aic::write(uint32_t offset, uint32_t value, uint64_t)
{
	if (write_mask(offset, value))
		return;
	if (offset < SVR0) {
		core_.set_mode(offset / 4, value);
		return;
	}
	if (offset < IVR) {
		core_.set_vector((offset - SVR0) / 4, value);
		return;
	}
	switch (offset) {
	case EOICR:
		core_.end_of_interrupt();
		return;
	case SPU:
		core_.set_spurious_vector(value);
		return;
	case DCR:
		core_.set_dcr(value);
		return;
	case IVR:
		if (!core_.write_ivr())
			fault_write(offset, value, "only in protect mode (DCR)");
		return;
	}
	if (offset <= CISR)
		fault_write(offset, value, "read-only register");
	else
		fault_write(offset, value, "not modelled");
}

const char *aic::register_name(uint32_t offset) const
{
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {
		{IVR, "IVR"},	  {FVR, "FVR"},	  {ISR, "ISR"},	  {IPR, "IPR"},
		{IMR, "IMR"},	  {CISR, "CISR"}, {IECR, "IECR"}, {IDCR, "IDCR"},
		{ICCR, "ICCR"},	  {ISCR, "ISCR"}, {SPU, "SPU"},	  {DCR, "DCR"},
		{EOICR, "EOICR"}, {FFER, "FFER"}, {FFDR, "FFDR"}, {FFSR, "FFSR"},
	};

	if (offset < IVR) {
		snprintf(name_, sizeof(name_), "%s%u", offset < SVR0 ? "SMR" : "SVR",
			 static_cast<unsigned int>(offset % SVR0 / 4));
		return name_;
	}
	for (const auto &n : names)
		if (n.offset == offset)
			return n.name;
	return nullptr;
}

} // namespace tw
