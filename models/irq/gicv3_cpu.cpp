// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The CPU interfaces' system registers. */
#include <cinttypes>

#include "irq/gicv3.h"
#include "irq/gicv3_regs.h"

namespace tw
{

static const char *name_of(uint32_t encoding)
{
	static const struct {
		uint32_t encoding;
		const char *name;
	} names[] = {
		{icc::PMR, "ICC_PMR_EL1"},	   {icc::AP0R0, "ICC_AP0R0_EL1"},
		{icc::AP1R0, "ICC_AP1R0_EL1"},	   {icc::DIR, "ICC_DIR_EL1"},
		{icc::RPR, "ICC_RPR_EL1"},	   {icc::SGI1R, "ICC_SGI1R_EL1"},
		{icc::IAR1, "ICC_IAR1_EL1"},	   {icc::EOIR1, "ICC_EOIR1_EL1"},
		{icc::HPPIR1, "ICC_HPPIR1_EL1"},   {icc::BPR1, "ICC_BPR1_EL1"},
		{icc::CTLR, "ICC_CTLR_EL1"},	   {icc::SRE, "ICC_SRE_EL1"},
		{icc::IGRPEN0, "ICC_IGRPEN0_EL1"}, {icc::IGRPEN1, "ICC_IGRPEN1_EL1"},
	};

	for (const auto &n : names)
		if (n.encoding == encoding)
			return n.name;
	return "system register";
}

void gicv3::fault_sysreg_read(unsigned int cpu, uint32_t encoding, const char *why)
{
	env.faults.report("%s: read of %s (%s) by cpu%u: %s", label().c_str(), name_of(encoding),
			  sysreg_text(encoding).c_str(), cpu, why);
}

void gicv3::fault_sysreg_write(unsigned int cpu, uint32_t encoding, uint64_t value, const char *why)
{
	env.faults.report("%s: write of 0x%" PRIx64 " to %s (%s) by cpu%u: %s", label().c_str(),
			  value, name_of(encoding), sysreg_text(encoding).c_str(), cpu, why);
}

uint64_t gicv3::read_sysreg(unsigned int cpu, uint32_t encoding, uint64_t)
{
	gic_cpu_interface &interface = core_.interface(cpu);

	switch (encoding) {
	case icc::IAR1:
		return core_.acknowledge(cpu);
	case icc::HPPIR1:
		return core_.highest_pending(cpu);
	case icc::PMR:
		return interface.mask();
	case icc::RPR:
		return interface.running();
	case icc::BPR1:
		return interface.binary_point();
	case icc::AP1R0:
		return interface.active_priorities();
	case icc::AP0R0: /* nothing of group 0 is ever served */
	case icc::IGRPEN0:
		return 0;
	case icc::IGRPEN1:
		return interface.group1_enabled;
	case icc::SRE:
		return icc::SRE_ALWAYS;
	case icc::CTLR:
		return icc::CTLR_5_PRIORITY_BITS | icc::CTLR_A3V |
		       (interface.split_end ? icc::CTLR_EOIMODE : 0);
	case icc::EOIR1:
	case icc::DIR:
	case icc::SGI1R:
		fault_sysreg_read(cpu, encoding, "write-only register");
		return 0;
	}
	fault_sysreg_read(cpu, encoding, "not modelled");
	return 0;
}

/* False: a register that is not about priorities and enables, or a value that is not modelled. */
bool gicv3::write_interface(unsigned int cpu, uint32_t encoding, uint64_t value)
{
	gic_cpu_interface &interface = core_.interface(cpu);

	switch (encoding) {
	case icc::PMR:
		interface.set_mask(value);
		break;
	case icc::BPR1:
		interface.set_binary_point(value);
		break;
	case icc::AP1R0:
		interface.set_active_priorities(value);
		break;
	case icc::IGRPEN1:
		core_.set_group1(cpu, value & 1);
		return true;
	case icc::CTLR:
		/* The read-only bits may be anything. */
		if (value & 0xff & ~icc::CTLR_EOIMODE)
			return false;
		interface.split_end = value & icc::CTLR_EOIMODE;
		break;
	case icc::SRE:
		return value & 1;
	case icc::AP0R0:
	case icc::IGRPEN0:
		return !value;
	default:
		return false;
	}
	core_.cpu_changed(cpu);
	return true;
}

void gicv3::write_sysreg(unsigned int cpu, uint32_t encoding, uint64_t value, uint64_t now)
{
	switch (encoding) {
	case icc::EOIR1:
		end_of_interrupt(cpu, value);
		return;
	case icc::DIR:
		deactivate(cpu, value);
		return;
	case icc::SGI1R:
		send_sgi(cpu, value, now);
		return;
	case icc::IAR1:
	case icc::HPPIR1:
	case icc::RPR:
		fault_sysreg_write(cpu, encoding, value, "read-only register");
		return;
	}
	if (!write_interface(cpu, encoding, value))
		fault_sysreg_write(cpu, encoding, value, "not modelled");
}

/* Ends of the numbers that IAR gives when there is no interrupt do nothing. */
void gicv3::end_of_interrupt(unsigned int cpu, uint64_t intid)
{
	gic_cpu_interface &interface = core_.interface(cpu);

	if (intid >= gic_core::end_of_intids && intid <= gic_core::none)
		return;
	if (intid >= core_.intids()) {
		fault_sysreg_write(cpu, icc::EOIR1, intid, "no such interrupt");
		return;
	}
	if (!interface.drop()) {
		fault_sysreg_write(cpu, icc::EOIR1, intid, "nothing is being served");
		return;
	}
	if (interface.split_end)
		core_.cpu_changed(cpu);
	else
		core_.deactivate(cpu, static_cast<unsigned int>(intid));
}

void gicv3::deactivate(unsigned int cpu, uint64_t intid)
{
	if (!core_.interface(cpu).split_end)
		fault_sysreg_write(cpu, icc::DIR, intid, "ICC_EOIR1_EL1 deactivates (EOImode 0)");
	else if (intid >= core_.intids())
		fault_sysreg_write(cpu, icc::DIR, intid, "no such interrupt");
	else
		core_.deactivate(cpu, static_cast<unsigned int>(intid));
}

/* CPUs of a list that do not exist are ignored, as the architecture demands. */
void gicv3::send_sgi(unsigned int cpu, uint64_t value, uint64_t now)
{
	uint64_t all = core_.cpus() == 64 ? ~0ULL : (1ULL << core_.cpus()) - 1, targets = 0;
	uint64_t list = value & 0xffff, aff1 = value >> 16 & 0xff, aff2 = value >> 32 & 0xff,
		 range = value >> 44 & 0xf, aff3 = value >> 48 & 0xff;
	bool all_but_self = value >> 40 & 1;

	if (all_but_self)
		targets = all & ~(1ULL << cpu);
	else if (aff1 < gic_core::max_cpus / 16 && !aff2 && !aff3 && !range)
		targets = list << 16 * aff1 & all;
	core_.send_sgi(targets, value >> 24 & 0xf, now);
}

} // namespace tw
