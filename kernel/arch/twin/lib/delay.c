// SPDX-License-Identifier: GPL-2.0-only
/*
 * Busy waits take as long as asked, interrupts meanwhile included. Where a timer is registered for
 * delays, as on arch/arm with one, the loop that polls it starts and ends with a read of its
 * counter; the reads in between are not made, for nothing depends on them.
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/timex.h>
#include <asm/twin.h>

static const struct delay_timer *twin_delay_timer;

void __init register_current_timer_delay(const struct delay_timer *timer)
{
	twin_delay_timer = timer;
}

/* The random pool reads it at every interrupt. */
cycles_t twin_get_cycles(void)
{
	return twin_delay_timer ? twin_delay_timer->read_current_timer() : 0;
}

static void twin_delay(u64 ps)
{
	u64 end = twin_cpu->now + ps;

	twin_emit(TWIN_EV_DELAY, TWIN_CLASS_SCHED, ps, 0);
	twin_get_cycles();
	while (twin_cpu->now < end) {
		twin_charge(end - twin_cpu->now);
		twin_get_cycles();
	}
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
