/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_IRQ_MASK_H
#define _ASM_TWIN_IRQ_MASK_H
#include <asm/twin.h>

/* Lines that the interrupt controller driver has unmasked. */
extern u64 twin_irq_enabled[TWIN_IRQ_WORDS];

/* Line of each Linux interrupt, for the event stream. */
#define TWIN_MAX_VIRQ 256
extern u8 twin_hwirq[TWIN_MAX_VIRQ];

static inline void twin_irq_enable_line(unsigned int line, bool on)
{
	if (on)
		twin_irq_enabled[line / 64] |= 1ULL << (line % 64);
	else
		twin_irq_enabled[line / 64] &= ~(1ULL << (line % 64));
	twin_irq_update();
}
#endif
