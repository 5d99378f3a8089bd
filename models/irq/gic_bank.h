/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * 32 interrupts of a GIC: one word of each of its registers. Private interrupts (INTID 0..31) are
 * one bank per CPU, shared ones bank i >= 1 with INTIDs 32 * i .. 32 * i + 31.
 *
 * Source: Arm IHI 0069 (GICv3), interrupt state machine, ISPENDR, ICPENDR, ICFGR. A level interrupt
 * is pending while its line is high, an edge interrupt from its rise until it is acknowledged.
 * ISPENDR makes either pending until it is acknowledged or ICPENDR says otherwise.
 */
#ifndef TW_IRQ_GIC_BANK_H
#define TW_IRQ_GIC_BANK_H

#include <cstdint>

namespace tw
{

struct gic_bank {
	uint32_t line = 0;  /* inputs */
	uint32_t latch = 0; /* an edge was seen, or ISPENDR written */
	uint32_t enabled = 0, active = 0, group1 = 0, edge = 0;
	uint8_t priority[32] = {};

	uint32_t pending() const
	{
		return latch | (line & ~edge);
	}

	/* What may be sent to a CPU. Interrupts of group 0 never are (gicv3.h). */
	uint32_t ready() const
	{
		return pending() & enabled & group1 & ~active;
	}

	/* A new level, not the one it has. */
	void drive(unsigned int bit, bool level)
	{
		uint32_t mask = 1U << bit;

		if (level)
			latch |= edge & mask;
		line = level ? line | mask : line & ~mask;
	}

	void acknowledge(unsigned int bit)
	{
		latch &= ~(1U << bit);
		active |= 1U << bit;
	}
};

} // namespace tw

#endif
