/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_IRQFLAGS_H
#define _ASM_TWIN_IRQFLAGS_H
#ifndef __ASSEMBLY__
#include <linux/compiler.h>

extern unsigned long twin_irqs_on;

/* This CPU's alone, so not READ_ONCE(): asm/rwonce.h. */
#define TWIN_IRQS_ON	(*(volatile unsigned long *)&twin_irqs_on)

#define ARCH_IRQ_DISABLED	0UL
#define ARCH_IRQ_ENABLED	1UL

static __always_inline unsigned long arch_local_save_flags(void)
{
	return TWIN_IRQS_ON;
}

/*
 * Not inline: a test here would be a block boundary between the enable and the interrupt, which is
 * taken at the enable itself.
 */
void arch_local_irq_restore(unsigned long flags);

#define arch_local_irq_restore arch_local_irq_restore
#define arch_local_save_flags arch_local_save_flags

static __always_inline unsigned long arch_local_irq_save(void)
{
	unsigned long flags = TWIN_IRQS_ON;

	TWIN_IRQS_ON = ARCH_IRQ_DISABLED;
	barrier();
	return flags;
}

static __always_inline void arch_local_irq_enable(void)
{
	arch_local_irq_restore(ARCH_IRQ_ENABLED);
}

static __always_inline void arch_local_irq_disable(void)
{
	TWIN_IRQS_ON = ARCH_IRQ_DISABLED;
	barrier();
}

static __always_inline bool arch_irqs_disabled_flags(unsigned long flags)
{
	return flags == ARCH_IRQ_DISABLED;
}

static __always_inline bool arch_irqs_disabled(void)
{
	return arch_irqs_disabled_flags(arch_local_save_flags());
}
#endif
#endif
