// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
	NR_futex = 98, NR_clock_gettime = 113, NR_clock_nanosleep = 115,
	NR_sched_setscheduler = 119, NR_sched_getscheduler = 120, NR_sched_getparam = 121,
	NR_sched_setaffinity = 122, NR_sched_getaffinity = 123, NR_gettid = 178, NR_clone = 220,
	NR_mlockall = 230, NR_munlockall = 231,
};

#define FUTEX_WAIT 0
#define FUTEX_WAKE 1
#define MCL_BOTH 3		/* MCL_CURRENT | MCL_FUTURE */
#define NS_PER_S 1000000000ULL

#define CALL(nr, a, b, c, d, e) \
	api->syscall(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), 0)

/* The stack's top holds the start function and its argument; the kernel's part of us pops them. */
long task_thread_start(const struct twin_task_api *api, twin_task_fn fn, void *arg, size_t stack,
		       volatile int32_t *tid)
{
	/* CLONE_VM FS FILES SIGHAND THREAD SYSVSEM PARENT_SETTID CHILD_CLEARTID */
	const unsigned long flags = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000 | 0x100000 |
				    0x200000;
	uint8_t *base = task_alloc(api, stack);
	uint64_t *top;

	if (!base)
		return -ENOMEM;
	top = (uint64_t *)(base + stack) - 2;
	top[0] = (uint64_t)fn;
	top[1] = (uint64_t)arg;
	/* As on ARM, the thread's own area comes before the number that its end clears. */
	return CALL(NR_clone, flags, top, tid, 0, tid);
}

void task_thread_join(const struct twin_task_api *api, volatile int32_t *tid)
{
	int32_t seen;

	while ((seen = *tid))
		task_futex_wait(api, tid, seen);
}

long task_policy(const struct twin_task_api *api)
{
	int32_t priority = 0;
	long policy = CALL(NR_sched_getscheduler, 0, 0, 0, 0, 0);

	CALL(NR_sched_getparam, 0, &priority, 0, 0, 0);
	return policy;
}

long task_set_policy(const struct twin_task_api *api, int policy, int priority)
{
	int32_t param = priority;

	return CALL(NR_sched_setscheduler, 0, policy, &param, 0, 0);
}

long task_affinity(const struct twin_task_api *api, uint64_t *cpus)
{
	uint64_t user = 0;
	long ret = CALL(NR_sched_getaffinity, 0, sizeof(user), &user, 0, 0);

	*cpus = user;
	return ret < 0 ? ret : 0;
}

long task_set_affinity(const struct twin_task_api *api, uint64_t cpus)
{
	return CALL(NR_sched_setaffinity, 0, sizeof(cpus), &cpus, 0, 0);
}

long task_thread_id(const struct twin_task_api *api)
{
	return CALL(NR_gettid, 0, 0, 0, 0, 0);
}

long task_lock_memory(const struct twin_task_api *api)
{
	return CALL(NR_mlockall, MCL_BOTH, 0, 0, 0, 0);
}

long task_unlock_memory(const struct twin_task_api *api)
{
	return CALL(NR_munlockall, 0, 0, 0, 0, 0);
}

uint64_t task_clock_of(const struct twin_task_api *api, int clock)
{
	struct timespec t = { 0 };

	CALL(NR_clock_gettime, clock, &t, 0, 0, 0);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static long clock_sleep(const struct twin_task_api *api, int clock, int flags, uint64_t ns)
{
	struct timespec t = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S };

	return CALL(NR_clock_nanosleep, clock, flags, &t, 0, 0);
}

long task_sleep_until(const struct twin_task_api *api, int clock, uint64_t ns)
{
	return clock_sleep(api, clock, TIMER_ABSTIME, ns);
}

long task_sleep_for(const struct twin_task_api *api, int clock, uint64_t ns)
{
	return clock_sleep(api, clock, 0, ns);
}

/* FUTEX_WAIT without FUTEX_PRIVATE_FLAG, which is how the kernel wakes who waits for a thread. */
long task_futex_wait(const struct twin_task_api *api, volatile int32_t *word, int32_t seen)
{
	return CALL(NR_futex, word, FUTEX_WAIT, seen, 0, 0);
}

long task_futex_wake(const struct twin_task_api *api, volatile int32_t *word)
{
	return CALL(NR_futex, word, FUTEX_WAKE, INT32_MAX, 0, 0);
}

/* A CPU's number; where it ends. NULL when it is none. */
static const char *cpu_number(const char *text, unsigned int *cpu)
{
	*cpu = 0;
	if (*text < '0' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		*cpu = *cpu * 10 + (*text - '0');
		if (*cpu >= TASK_CPUS)
			return NULL;
	}
	return text;
}

/* "4" or "0-2". */
static const char *cpu_range(const char *text, uint64_t *cpus)
{
	unsigned int first, last;

	text = cpu_number(text, &first);
	last = first;
	if (text && *text == '-')
		text = cpu_number(text + 1, &last);
	if (!text || last < first)
		return NULL;
	*cpus |= (UINT64_MAX >> (TASK_CPUS - 1 - last)) & (UINT64_MAX << first);
	return text;
}

int task_cpus_parse(const char *text, uint64_t *cpus)
{
	*cpus = 0;
	if (!strcmp(text, "all")) {
		*cpus = UINT64_MAX;
		return 0;
	}
	for (;; text++) {
		text = cpu_range(text, cpus);
		if (!text)
			return -1;
		if (*text != ',')
			return *text ? -1 : 0;
	}
}

uint64_t task_cpus_of(const struct twin_task_api *api, const char *which)
{
	char path[64], text[256] = "";
	uint64_t cpus = 0;
	long n, fd;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/%s", which);
	fd = task_open(api, path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return 0;
	n = task_read(api, fd, text, sizeof(text) - 1);
	task_close(api, fd);
	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return task_cpus_parse(text, &cpus) ? 0 : cpus;
}
