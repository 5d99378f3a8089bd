// SPDX-License-Identifier: GPL-2.0-only
/* Names in the event stream: of tasks, and of what handles an interrupt. */
#include <linux/interrupt.h>
#include <linux/sched/signal.h>
#include <twin_trace_flags.h>
#include "events.h"

#define TWIN_NAME_MAX 64	/* an action's name may be anything; this is enough to know it by */

/* STRING records of 8 bytes; the first one replaces what the id meant before. */
static void twin_emit_text(u64 id, const char *text, u32 max)
{
	u32 begins = TWIN_STRING_BEGINS, at = 0, n;

	do {
		u64 word = 0;

		for (n = 0; n < sizeof(word) && at < max && text[at]; n++)
			word |= (u64)(u8)text[at++] << 8 * n;
		twin_emit_flags(TWIN_EV_STRING, TWIN_CLASS_META, n | begins, id, word);
		begins = 0;
	} while (n == sizeof(u64));
}

/* Task names are strings whose id is the pid. */
void twin_emit_name(u32 pid, const char *name)
{
	twin_emit_text(pid, name, TASK_COMM_LEN - 1);
	twin_emit_flags(TWIN_EV_TASK, TWIN_CLASS_META, 0, pid, pid);
}

void twin_emit_names(void)
{
	struct task_struct *p;

	twin_emit_name(0, init_task.comm);
	for_each_process(p)
		twin_emit_name(p->pid, p->comm);
}

/* Most interrupts have one action for ever. */
void twin_emit_irq_name(int irq, const struct irqaction *action)
{
	static const struct irqaction *known[256];

	if (irq >= 0 && irq < ARRAY_SIZE(known)) {
		if (known[irq] == action)
			return;
		known[irq] = action;
	}
	twin_emit_text(TWIN_STRING_IRQ + (u32)irq, action->name ?: "", TWIN_NAME_MAX);
}
