// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "timer/arm_arch_timer.h"

#include <cinttypes>

#include "core/registry.h"

namespace tw
{

static constexpr uint32_t crn = 14;
static constexpr uint32_t cntkctl = sysreg_encoding(3, 0, crn, 1, 0);
static constexpr uint32_t cntfrq = sysreg_encoding(3, 3, crn, 0, 0);
static constexpr uint32_t cntpct = sysreg_encoding(3, 3, crn, 0, 1);
static constexpr uint32_t cntvct = sysreg_encoding(3, 3, crn, 0, 2);
/* op2: 0 TVAL, 1 CTL, 2 CVAL; the virtual timer's have CRm 3. */
static constexpr uint32_t cntp = sysreg_encoding(3, 3, crn, 2, 0);
static constexpr uint32_t cntv = sysreg_encoding(3, 3, crn, 3, 0);
enum timer_register : uint32_t { TVAL, CTL, CVAL };

static constexpr uint32_t ctl_enable = 1, ctl_imask = 2, ctl_istatus = 4;

/* Places of the interrupts in the node (devicetree binding arm,arch_timer.yaml). */
static constexpr size_t ppi_physical = 1, ppi_virtual = 2;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<arm_arch_timer>(sc_core::sc_gen_unique_name("arm_arch_timer"), env,
						description);
}

static const bus_model registration("arm,armv8-timer", "architected timer of ARMv8 cores",
				    no_options, make);

arm_arch_timer::arm_arch_timer(const sc_core::sc_module_name &module, environment &env,
			       const tw_bus_device &description)
    : bus_device(module, env, description), hz_(checked_clock_hz(description)),
      clock_(clock_grid(hz_), 1), kernel_control_(env.nr_cpus)
{
	if (description.size)
		throw bad_input(label() + ": its registers are the CPUs', not the bus's");
	if (description.nr_ppi <= ppi_virtual)
		throw bad_input(label() + ": needs the private interrupts of the secure, the "
					  "physical and the virtual timer");
	for (unsigned int cpu = 0; cpu < env.nr_cpus; cpu++)
		for (size_t i : {ppi_physical, ppi_virtual})
			comparators_.push_back(
				std::make_unique<comparator>(*this, cpu, description.ppi[i]));
	claim_system_registers(env, crn, *this);
}

void arm_arch_timer::reset()
{
	for (auto &c : comparators_) {
		c->control = 0;
		c->compare = 0;
		env.events.cancel(c->due);
	}
	kernel_control_.assign(env.nr_cpus, 0);
}

bool arm_arch_timer::met(const comparator &c, uint64_t now) const
{
	return (c.control & ctl_enable) && count(now) >= c.compare;
}

void arm_arch_timer::comparator::expired(void *self, uint64_t now)
{
	comparator &c = *static_cast<comparator *>(self);

	c.owner.update(c, now);
}

/* The line, and when it will rise. */
void arm_arch_timer::update(comparator &c, uint64_t now)
{
	bool up = met(c, now) && !(c.control & ctl_imask);

	if (!env.lines.ppi(c.cpu, c.intid, up, now))
		env.faults.report("%s: no interrupt controller takes private interrupt %" PRIu32,
				  label().c_str(), c.intid);
	if ((c.control & (ctl_enable | ctl_imask)) == ctl_enable && !up)
		env.events.schedule(c.due, clock_.time(c.compare));
	else
		env.events.cancel(c.due);
}

arm_arch_timer::comparator *arm_arch_timer::comparator_of(unsigned int cpu,
							  uint32_t encoding) const
{
	uint32_t bank = encoding & ~7U;

	if ((bank != cntp && bank != cntv) || (encoding & 7) > CVAL)
		return nullptr;
	return comparators_[2 * cpu + (bank == cntv)].get();
}

uint64_t arm_arch_timer::read_sysreg(unsigned int cpu, uint32_t encoding, uint64_t now)
{
	comparator *c = comparator_of(cpu, encoding);

	if (c && (encoding & 7) == CTL)
		return c->control | (met(*c, now) ? ctl_istatus : 0);
	if (c && (encoding & 7) == CVAL)
		return c->compare;
	if (c)
		return static_cast<uint32_t>(c->compare - count(now));
	switch (encoding) {
	case cntkctl:
		return kernel_control_[cpu];
	case cntfrq:
		return hz_;
	case cntpct:
	case cntvct:
		return count(now);
	}
	env.faults.report("%s: cpu%u: read of system register %s: not modelled", label().c_str(),
			  cpu, sysreg_text(encoding).c_str());
	return 0;
}

void arm_arch_timer::write_sysreg(unsigned int cpu, uint32_t encoding, uint64_t value, uint64_t now)
{
	comparator *c = comparator_of(cpu, encoding);

	if (c && (encoding & 7) == CTL) {
		c->control = value & (ctl_enable | ctl_imask);
	} else if (c && (encoding & 7) == CVAL) {
		c->compare = value;
	} else if (c) {
		c->compare = count(now) + static_cast<uint64_t>(static_cast<int32_t>(value));
	} else if (encoding == cntkctl) {
		kernel_control_[cpu] = static_cast<uint32_t>(value);
		return;
	} else {
		env.faults.report("%s: cpu%u: write of 0x%" PRIx64 " to system register %s: %s",
				  label().c_str(), cpu, value, sysreg_text(encoding).c_str(),
				  "read-only or not modelled");
		return;
	}
	update(*c, now);
}

uint32_t arm_arch_timer::read(uint32_t offset, uint64_t)
{
	fault_read(offset, "no registers on the bus");
	return 0;
}

void arm_arch_timer::write(uint32_t offset, uint32_t value, uint64_t)
{
	fault_write(offset, value, "no registers on the bus");
}

const char *arm_arch_timer::register_name(uint32_t) const
{
	return nullptr;
}

} // namespace tw
