// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every task as a line for the host, which unwinds and symbolises:
 * task PID STATE SINCE_PS TIMERS TAG SP COMM
 * SP shows the registers that entry.S saved when the task left the CPU (or the CPU the kernel).
 */
#include <linux/sched.h>
#include <linux/sched/debug.h>
#include <linux/sched/signal.h>
#include <asm/twin.h>
#include "private.h"

u64 twin_describe_tasks(char *buf, u64 size)
{
	struct task_struct *g, *p;
	u64 used = 0;

	for_each_process_thread(g, p) {
		bool runs = p == current;

		used += scnprintf(buf + used, size - used, "task %d %c %llu %lu %llu %lx %s\n",
				  p->pid, runs ? 'R' : task_state_to_char(p),
				  runs ? twin_cpu->now : p->thread.since, p->thread.armed,
				  p->thread.tag, runs ? twin_kernel_cont : p->thread.sp, p->comm);
	}
	return used;
}
