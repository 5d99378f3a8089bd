// SPDX-License-Identifier: GPL-2.0-only
/* What several CPUs use at once: see asm/share.h. */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <asm/park.h>
#include <asm/twin.h>
#include "private.h"

void twin_wait_turn(void)
{
	if (!twin_boot->lines.access || twin_is_untimed)
		return;
	while (twin_cpu->now >= twin_cpu->horizon)
		twin_leave(TWIN_EXIT_SHARE);
}

/* No interrupt is taken here: the caller is in the middle of a block. */
void twin_share(const volatile void *p, enum twin_share_kind kind)
{
	const struct twin_lines *lines = &twin_boot->lines;

	if (!lines->access || twin_is_untimed)
		return;
	twin_wait_turn();
	twin_cpu->now += lines->access(lines->ctx, twin_cpu->id, (u64)p, kind, twin_cpu->now);
}

void twin_share_once(const volatile void *p, enum twin_share_kind kind)
{
	if (p != &task_thread_info(current)->preempt_count)
		twin_share(p, kind);
}

/* Little endian, as the hosts are. */
static u64 twin_value(const volatile void *p, u32 size)
{
	switch (size) {
	case 1:
		return *(const volatile u8 *)p;
	case 2:
		return *(const volatile u16 *)p;
	case 4:
		return *(const volatile u32 *)p;
	default:
		return *(const volatile u64 *)p;
	}
}

void twin_park(const volatile void *p, unsigned long seen, unsigned int size)
{
	const struct twin_lines *lines = &twin_boot->lines;
	u64 ready;

	if (!lines->park) {
		twin_relax();
		return;
	}
	twin_wait_turn();
	/* Written, or an interrupt became pending, while it waited: nobody would wake it. */
	if (twin_value(p, size) != seen)
		return;
	if (twin_irqs_on && twin_irq_ready) {
		twin_take_irqs();
		return;
	}
	ready = lines->park(lines->ctx, twin_cpu->id, (u64)p, twin_cpu->now);
	if (ready != TWIN_TIME_NEVER) {
		twin_cpu->now += ready;
		return;
	}
	twin_leave(TWIN_EXIT_PARK);
	if (twin_irqs_on && twin_irq_ready)
		twin_take_irqs();
}

void twin_smp_barrier(void)
{
	barrier();
	twin_cpu->now += twin_cost(TWIN_COST_SMP_BARRIER);
}
