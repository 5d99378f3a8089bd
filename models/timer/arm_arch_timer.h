/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The architected timer of ARMv8 cores ("arm,armv8-timer"): one system counter, and per CPU the
 * virtual and the EL1 physical timer, as system registers with private interrupts.
 *
 * Source: Linux 6.1 drivers/clocksource/arm_arch_timer.c and its devicetree binding for the
 * registers, their use and the order of the interrupts (secure physical, physical, virtual, hyp);
 * Arm DDI 0487 D11 for what they do.
 *
 * The counter counts edges of its clock since reset (CNTVOFF is 0). A timer's line is up while it
 * is enabled, not masked and the counter is at least CVAL; it follows a write at once.
 *
 * Does not model: the secure and the hypervisor timer (no interrupt is ever raised), event streams
 * (CNTKCTL is remembered), traps to other exception levels, the memory mapped frames.
 */
#ifndef TW_TIMER_ARM_ARCH_TIMER_H
#define TW_TIMER_ARM_ARCH_TIMER_H

#include <memory>
#include <vector>

#include "core/bus_device.h"
#include "cpu/system_registers.h"
#include "timer/divided_clock.h"

namespace tw
{

class arm_arch_timer : public bus_device, public system_registers
{
      public:
	/* Throws bad_input: registers on a bus, no interrupts, a clock out of range. */
	arm_arch_timer(const sc_core::sc_module_name &module, environment &env,
		       const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

	uint64_t read_sysreg(unsigned int cpu, uint32_t encoding, uint64_t now) override;
	void write_sysreg(unsigned int cpu, uint32_t encoding, uint64_t value,
			  uint64_t now) override;

      private:
	/* One compare register of one CPU. */
	struct comparator {
		comparator(arm_arch_timer &owner, unsigned int cpu, uint32_t intid)
		    : owner(owner), cpu(cpu), intid(intid), due(expired, this)
		{
		}
		static void expired(void *self, uint64_t now);

		arm_arch_timer &owner;
		unsigned int cpu;
		uint32_t intid;
		uint32_t control = 0;
		uint64_t compare = 0;
		timed_event due;
	};

	uint64_t count(uint64_t now) const
	{
		return clock_.last(now);
	}
	comparator *comparator_of(unsigned int cpu, uint32_t encoding) const;
	bool met(const comparator &c, uint64_t now) const;
	void update(comparator &c, uint64_t now);

	uint64_t hz_;
	divided_clock clock_;
	std::vector<std::unique_ptr<comparator>> comparators_; /* per CPU: physical, virtual */
	std::vector<uint32_t> kernel_control_;		       /* CNTKCTL_EL1 */
};

} // namespace tw

#endif
