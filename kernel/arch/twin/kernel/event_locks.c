// SPDX-License-Identifier: GPL-2.0-only
/* Waits for locks: the tracepoints that the slow ways of mutexes, semaphores and the like have. */
#include <linux/sched.h>
#include <trace/events/lock.h>
#include "events.h"

static void probe_begin(void *data, void *lock, unsigned int flags)
{
	twin_emit(TWIN_EV_LOCK_BEGIN, TWIN_CLASS_LOCK, (u64)lock, flags);
}

static void probe_end(void *data, void *lock, int ret)
{
	twin_emit(TWIN_EV_LOCK_END, TWIN_CLASS_LOCK, (u64)lock, ret);
}

int twin_watch_locks(void)
{
	return register_trace_contention_begin(probe_begin, NULL) ?:
	       register_trace_contention_end(probe_end, NULL);
}
