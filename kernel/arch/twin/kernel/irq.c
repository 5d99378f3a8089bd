// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interrupt entry: what the board's vector code does before and after the first C function.
 */
#include <linux/hardirq.h>
#include <linux/irq.h>
#include <linux/irqchip.h>
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <asm/irq_regs.h>
#include <asm/ptrace.h>
#include <asm/twin.h>

unsigned long twin_irqs_on;
unsigned long twin_irq_ready;

#define TWIN_NIRQ 1	/* line 0 of the CPU is ARM's nIRQ; the interrupt controller drives it */

void twin_irq_update(void)
{
	twin_irq_ready = twin_cpu->irq[0] & TWIN_NIRQ;
}

static void twin_take_irq(void)
{
	struct pt_regs regs = { .user = twin_cpu->in_user };
	u32 before = twin_context(TWIN_CTX_HARDIRQ);

	twin_irqs_on = 0;
	trace_hardirqs_off();
	twin_cpu->in_user = 0;	/* a fault from here on is the kernel's */
	twin_charge_cost(TWIN_COST_IRQ_ENTRY);
	generic_handle_arch_irq(&regs);
	twin_charge_cost(TWIN_COST_IRQ_EXIT);
	twin_context(before);
	twin_cpu->in_user = regs.user;
	trace_hardirqs_on();
	twin_irqs_on = 1;
}

/* Interrupts stay off until another task runs; user code looks by itself, as without preemption. */
static void twin_preempt(void)
{
#ifdef CONFIG_PREEMPTION
	if (twin_cpu->in_user || preempt_count() || !need_resched())
		return;
	twin_irqs_on = 0;
	trace_hardirqs_off();
	preempt_schedule_irq();
	trace_hardirqs_on();
	twin_irqs_on = 1;
#endif
}

void twin_take_irqs(void)
{
	while (twin_irq_ready && twin_irqs_on) {
		twin_take_irq();
		twin_preempt();
	}
}

void arch_local_irq_restore(unsigned long flags)
{
	TWIN_IRQS_ON = flags;
	if (flags && twin_irq_ready)
		twin_take_irqs();
}

void __init init_IRQ(void)
{
	irqchip_init();
}
