// SPDX-License-Identifier: GPL-2.0-only
/* Busy waits take exactly as long as asked, interrupts on top. */
#include <linux/delay.h>
#include <linux/module.h>
#include <asm/twin.h>

static void twin_delay(u64 ps)
{
	twin_emit(TWIN_EV_DELAY, TWIN_CLASS_SCHED, ps, 0);
	twin_charge(ps);
}

void __udelay(unsigned long us)
{
	twin_delay(us * 1000000ULL);
}

void __ndelay(unsigned long ns)
{
	twin_delay(ns * 1000ULL);
}

/* One loop is about one instruction. */
void __delay(unsigned long loops)
{
	twin_delay(loops * twin_cost(TWIN_COST_INSN));
}
