// SPDX-License-Identifier: GPL-2.0-only
/*
 * "Who waits for what since when", as lines for the host, which symbolises the addresses:
 * task PID STATE SINCE_PS TIMERS TAG COMM|ADDR ADDR ...
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/debug.h>
#include <asm/stacktrace.h>
#include <asm/twin.h>
#include "private.h"

u64 twin_describe_tasks(char *buf, u64 size)
{
	struct task_struct *g, *p;
	unsigned long pcs[32];
	u64 used = 0;
	int i, n;

	for_each_process_thread(g, p) {
		n = twin_backtrace_outside(p, pcs, ARRAY_SIZE(pcs));
		used += scnprintf(buf + used, size - used, "task %d %c %llu %lu %llu %s|", p->pid,
				  p == current ? 'R' : task_state_to_char(p),
				  p == current ? twin_cpu->now : p->thread.since, p->thread.armed,
				  p->thread.tag, p->comm);
		for (i = 0; i < n; i++)
			used += scnprintf(buf + used, size - used, " %lx", pcs[i]);
		used += scnprintf(buf + used, size - used, "\n");
	}
	return used;
}
