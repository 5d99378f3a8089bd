/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What programs with threads and real-time priorities call; -errno in results. */
#ifndef TWIN_TASK_THREADS_H
#define TWIN_TASK_THREADS_H

#include "task.h"

#define TASK_CPUS 64		/* CPUs 0..63, one bit each */

/*
 * Starts a thread that task_thread_join() can wait for. *tid must be the task's memory: the
 * thread's number while it lives, then 0. Its number or -errno.
 */
long task_thread_start(const struct twin_task_api *api, twin_task_fn fn, void *arg, size_t stack,
		       volatile int32_t *tid);
void task_thread_join(const struct twin_task_api *api, volatile int32_t *tid);

/* Of the calling thread: SCHED_* and its priority (0 where it has none), its CPUs. */
long task_policy(const struct twin_task_api *api);
long task_set_policy(const struct twin_task_api *api, int policy, int priority);
long task_affinity(const struct twin_task_api *api, uint64_t *cpus);
long task_set_affinity(const struct twin_task_api *api, uint64_t cpus);
long task_thread_id(const struct twin_task_api *api);

/* All memory of the task, now and later. */
long task_lock_memory(const struct twin_task_api *api);
long task_unlock_memory(const struct twin_task_api *api);

/* CLOCK_*; ns. Sleeps until an instant of that clock, or for a time. */
uint64_t task_clock_of(const struct twin_task_api *api, int clock);
long task_sleep_until(const struct twin_task_api *api, int clock, uint64_t ns);
long task_sleep_for(const struct twin_task_api *api, int clock, uint64_t ns);

/* Waits while *word is `seen`; wakes all who do. */
long task_futex_wait(const struct twin_task_api *api, volatile int32_t *word, int32_t seen);
long task_futex_wake(const struct twin_task_api *api, volatile int32_t *word);

/*
 * A set of CPUs as people and sysfs write it: "0-2,4", "all". 0, or -1: not such a set, or a CPU
 * above 63.
 */
int task_cpus_parse(const char *text, uint64_t *cpus);
/* The set in a file of sysfs, "online" or "possible"; 0 when it cannot be read. */
uint64_t task_cpus_of(const struct twin_task_api *api, const char *which);

#endif
