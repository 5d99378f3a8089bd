// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/aic5.h"

#include "core/registry.h"

namespace tw
{

enum offset : uint32_t {
	SSR = 0x00,
	SMR = 0x04,
	SVR = 0x08,
	IVR = 0x10,
	FVR = 0x14,
	ISR = 0x18,
	IPR0 = 0x20,
	IPR3 = 0x2c,
	IMR = 0x30,
	CISR = 0x34,
	EOICR = 0x38,
	SPU = 0x3c,
	IECR = 0x40,
	IDCR = 0x44,
	ICCR = 0x48,
	ISCR = 0x4c,
	FFER = 0x50,
	FFDR = 0x54,
	FFSR = 0x58,
	DCR = 0x6c,
	WPMR = 0xe4,
	WPSR = 0xe8,
};

static constexpr unsigned int sama5d3_external = 47, sama5d4_external = 56;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

template <unsigned int external>
static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<aic5>(sc_core::sc_gen_unique_name("aic5"), env, description,
				      external);
}

static const bus_model sama5d3("atmel,sama5d3-aic", "AIC5 interrupt controller with priorities",
			       no_options, make<sama5d3_external>);
static const bus_model sama5d4("atmel,sama5d4-aic", "AIC5 interrupt controller with priorities",
			       no_options, make<sama5d4_external>);

aic5::aic5(const sc_core::sc_module_name &module, environment &env,
	   const tw_bus_device &description, unsigned int external)
    : bus_device(module, env, description), core_(env, description.name, external), selected_(0)
{
}

void aic5::reset()
{
	selected_ = 0;
	core_.reset();
}

uint32_t aic5::read(uint32_t offset, uint64_t)
{
	if (offset >= IPR0 && offset <= IPR3)
		return core_.pending_word((offset - IPR0) / 4);
	switch (offset) {
	case SSR:
		return selected_;
	case SMR:
		return core_.mode(selected_);
	case SVR:
		return core_.vector(selected_);
	case IMR:
		return core_.enabled(selected_);
	case IVR:
		return core_.read_ivr();
	case FVR:
		return core_.read_fvr();
	case ISR:
		return core_.current();
	case CISR:
		return core_.outputs();
	case SPU:
		return core_.spurious_vector();
	case DCR:
		return core_.dcr();
	case EOICR:
	case IECR:
	case IDCR:
	case ICCR:
	case ISCR:
		fault_read(offset, "write-only register");
		return 0;
	}
	fault_read(offset, "not modelled");
	return 0;
}

/* What acts on the source that SSR selects; false: another register. */
bool aic5::write_selected(uint32_t offset, uint32_t value)
{
	switch (offset) {
	case SMR:
		core_.set_mode(selected_, value);
		return true;
	case SVR:
		core_.set_vector(selected_, value);
		return true;
	case IECR:
	case IDCR:
		if (value & 1)
			core_.enable(selected_, offset == IECR);
		return true;
	case ICCR:
	case ISCR:
		if (value & 1)
			core_.set_pending(selected_, offset == ISCR);
		return true;
	}
	return false;
}

void aic5::write(uint32_t offset, uint32_t value, uint64_t)
{
	if (write_selected(offset, value))
		return;
	switch (offset) {
	case SSR:
		selected_ = value % aic_core::max_sources;
		return;
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
	if (offset <= CISR && register_name(offset))
		fault_write(offset, value, "read-only register");
	else
		fault_write(offset, value, "not modelled");
}

const char *aic5::register_name(uint32_t offset) const
{
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {
		{SSR, "SSR"},	{SMR, "SMR"},	{SVR, "SVR"},	{IVR, "IVR"},	  {FVR, "FVR"},
		{ISR, "ISR"},	{IPR0, "IPR0"}, {0x24, "IPR1"}, {0x28, "IPR2"},	  {IPR3, "IPR3"},
		{IMR, "IMR"},	{CISR, "CISR"}, {SPU, "SPU"},	{IECR, "IECR"},	  {IDCR, "IDCR"},
		{ICCR, "ICCR"}, {ISCR, "ISCR"}, {FFER, "FFER"}, {FFDR, "FFDR"},	  {FFSR, "FFSR"},
		{DCR, "DCR"},	{WPMR, "WPMR"}, {WPSR, "WPSR"}, {EOICR, "EOICR"},
	};

	for (const auto &n : names)
		if (n.offset == offset)
			return n.name;
	return nullptr;
}

} // namespace tw
