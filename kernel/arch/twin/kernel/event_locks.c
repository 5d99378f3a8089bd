// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waits for locks: the tracepoints that the slow ways of mutexes, semaphores and the like have, and
 * priorities lent to who holds a lock.
 */
#include <linux/minmax.h>
#include <linux/sched.h>
#include <trace/events/lock.h>
#include <trace/events/sched.h>
#include "events.h"

static void probe_begin(void *data, void *lock, unsigned int flags)
{
	twin_emit(TWIN_EV_LOCK_BEGIN, TWIN_CLASS_LOCK, (u64)lock, flags);
}

static void probe_end(void *data, void *lock, int ret)
{
	twin_emit(TWIN_EV_LOCK_END, TWIN_CLASS_LOCK, (u64)lock, ret);
}

/* As the tracepoint's own text has it: nobody waits any more when there is no donor. */
static void probe_pi_setprio(void *data, struct task_struct *p, struct task_struct *donor)
{
	int prio = donor ? min(p->normal_prio, donor->prio) : p->normal_prio;

	twin_emit(TWIN_EV_PI_SETPRIO, TWIN_CLASS_SCHED, p->pid,
		  (u32)p->prio | (u64)(u32)prio << 32);
}

int twin_watch_locks(void)
{
	return register_trace_contention_begin(probe_begin, NULL) ?:
	       register_trace_contention_end(probe_end, NULL) ?:
	       register_trace_sched_pi_setprio(probe_pi_setprio, NULL);
}
