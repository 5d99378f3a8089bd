/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Priorities in one CPU's interface of a GIC: which interrupt may be signalled, and which are being
 * served. Lower numbers are more urgent.
 *
 * Source: Arm IHI 0069 (GICv3), interrupt prioritization. The active priorities are a bitmap of
 * priority groups (ICC_AP1R0_EL1), so what is acknowledged and ended needs no stack: an interrupt
 * is only taken when its group is more urgent than all active ones, and an end drops the most
 * urgent.
 */
#ifndef TW_IRQ_GIC_CPU_INTERFACE_H
#define TW_IRQ_GIC_CPU_INTERFACE_H

#include <cstdint>

#include "irq/gic_bank_registers.h"

namespace tw
{

class gic_cpu_interface
{
      public:
	static constexpr uint8_t idle_priority = 0xff;
	static constexpr unsigned int min_bpr = 3; /* 8 - 5 bits: each priority is a group */

	bool group1_enabled = false; /* ICC_IGRPEN1_EL1 */
	bool split_end = false;	     /* ICC_CTLR_EL1.EOImode: EOIR drops, DIR deactivates */

	uint8_t mask() const
	{
		return pmr_;
	}
	void set_mask(uint64_t value)
	{
		pmr_ = static_cast<uint8_t>(value) & gic_priority_mask;
	}
	/* ICC_BPR1_EL1: priority bits below it do not preempt. */
	unsigned int binary_point() const
	{
		return bpr_;
	}
	void set_binary_point(uint64_t value)
	{
		bpr_ = static_cast<unsigned int>(value & 7);
		if (bpr_ < min_bpr)
			bpr_ = min_bpr;
	}
	/* Bit i: priority group i << 3 is being served. */
	uint32_t active_priorities() const
	{
		return active_;
	}
	void set_active_priorities(uint64_t value)
	{
		active_ = static_cast<uint32_t>(value);
	}

	/* ICC_RPR_EL1 */
	uint8_t running() const
	{
		return active_ ? static_cast<uint8_t>(__builtin_ctz(active_) << 3) : idle_priority;
	}
	bool admits(uint8_t priority) const
	{
		return priority < pmr_ && group(priority) < running();
	}
	void activate(uint8_t priority)
	{
		active_ |= 1U << (group(priority) >> 3);
	}
	/* False: nothing is being served. */
	bool drop()
	{
		if (!active_)
			return false;
		active_ &= active_ - 1;
		return true;
	}

      private:
	unsigned int group(uint8_t priority) const
	{
		return priority & 0xffU << bpr_;
	}

	uint8_t pmr_ = 0;
	unsigned int bpr_ = min_bpr;
	uint32_t active_ = 0;
};

} // namespace tw

#endif
