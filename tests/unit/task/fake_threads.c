// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_threads.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NS_PER_S 1000000000ULL
#define FIRST_FD 3

struct fake_threads threads;

static const uint32_t five_us[] = { 5000 };
static uint8_t arena[16 << 20];
static size_t arena_used;
static const char *open_path[8];
static long thread_id, threads_made;

static void note(const char *format, ...)
{
	size_t used = strlen(threads.calls);
	va_list ap;

	va_start(ap, format);
	vsnprintf(threads.calls + used, sizeof(threads.calls) - used, format, ap);
	va_end(ap);
}

void threads_plan(void)
{
	threads = (struct fake_threads){
		.possible = "0-1\n", .online = "0-1\n", .affinity = 3, .late = five_us,
		.nr_late = 1, .clock = 7 * NS_PER_S,
	};
	arena_used = 0;
	thread_id = 42;
	threads_made = 0;
	memset(open_path, 0, sizeof(open_path));
}

static const char *text_of(const char *path)
{
	if (strstr(path, "/possible"))
		return threads.possible;
	if (strstr(path, "/online"))
		return threads.online;
	if (!strcmp(path, "/proc/loadavg"))
		return "0.01 0.02 0.03 1/23 45\n";
	if (!strcmp(path, "/dev/cpu_dma_latency"))
		return threads.has_latency_file ? "" : NULL;
	return threads.device || threads.device_result ? "" : NULL;
}

static long do_open(const char *path)
{
	note("open(%s) ", path);
	for (int fd = FIRST_FD; text_of(path) && fd < 8; fd++)
		if (!open_path[fd]) {
			open_path[fd] = path[1] == 's' && strstr(path, "/possible") ? "/possible"
				      : path[1] == 's' ? "/online"
				      : path[1] == 'p' ? "/proc/loadavg"
				      : strstr(path, "latency") ? "/dev/cpu_dma_latency" : "?";
			return fd;
		}
	return -ENOENT;
}

static long do_read(long fd, char *buf, size_t n)
{
	const char *text = text_of(open_path[fd]);

	if (*open_path[fd] == '?') {
		if (threads.device)
			threads.device(buf);
		return threads.device_result;
	}
	n = strlen(text) < n ? strlen(text) : n;
	memcpy(buf, text, n);
	return n;
}

static long do_write(long fd, const char *buf, size_t n)
{
	if (fd == 1)
		strncat(threads.out, buf, n);
	else if (fd == 2)
		strncat(threads.err, buf, n);
	else
		note("write(%s,%d) ", open_path[fd], *(const int *)buf);
	return n;
}

static long do_map(size_t n)
{
	uint8_t *p = arena + arena_used;

	n = (n + 4095) & ~4095UL;
	if (n > sizeof(arena) - arena_used)
		return -ENOMEM;
	arena_used += n;
	memset(p, 0, n);
	return (long)p;
}

/* The thread's whole life, then the parent goes on. */
static long do_clone(const uint64_t *top, int32_t *tid)
{
	twin_task_fn fn = (twin_task_fn)top[0];

	thread_id = 100 + ++threads_made;
	*tid = thread_id;
	note("clone[ ");
	fn(&threads_api, (void *)top[1]);
	note("] ");
	*tid = 0;
	thread_id = 42;
	return 1;
}

static long do_sleep(long clock, long flags, const struct timespec *t)
{
	uint64_t ns = t->tv_sec * NS_PER_S + t->tv_nsec;

	if (flags & TIMER_ABSTIME)
		threads.clock = ns + threads.late[threads.sleeps++ % threads.nr_late];
	else
		threads.clock += ns;
	note(flags & TIMER_ABSTIME ? "until(%ld,%lu) " : "for(%ld,%lu) ", clock, ns);
	return 0;
}

static long do_clock(struct timespec *t)
{
	*t = (struct timespec){ .tv_sec = threads.clock / NS_PER_S,
				.tv_nsec = threads.clock % NS_PER_S };
	return 0;
}

static long do_policy(long policy, const int *priority)
{
	note("policy(%ld,%d) ", policy, *priority);
	return *priority ? threads.fifo_result : 0;
}

static long do_affinity(long nr, uint64_t *cpus)
{
	if (nr == 122) {
		note("bind(%lx) ", *cpus);
		return 0;
	}
	*cpus = threads.affinity;
	return 8;
}

static long memory_call(long nr, long a, long b)
{
	switch (nr) {
	case 222:
		return do_map(b);
	case 230:
		note("mlockall(%ld) ", a);
		return 0;
	case 231:
		note("munlockall() ");
		return 0;
	}
	abort();
}

static long thread_call(long nr, long a, long b, long c)
{
	switch (nr) {
	case 98:
		note(b ? "wake() " : "wait() ");
		return 0;
	case 113:
		return do_clock((struct timespec *)b);
	case 115:
		return do_sleep(a, b, (const struct timespec *)c);
	case 119:
		return do_policy(b, (const int *)c);
	case 120:
	case 121:
		return 0;
	case 122:
	case 123:
		return do_affinity(nr, (uint64_t *)c);
	case 178:
		return thread_id;
	case 220:
		return do_clone((const uint64_t *)b, (int32_t *)c);
	}
	return memory_call(nr, a, b);
}

static long threads_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	switch (nr) {
	case 56:
		return do_open((const char *)b);
	case 57:
		open_path[a] = NULL;
		return 0;
	case 63:
		return do_read(a, (char *)b, c);
	case 64:
		return do_write(a, (const char *)b, c);
	case 79:
		if (!*(const char *)b)
			return 0;
		return text_of((const char *)b) ? 0 : -ENOENT;
	}
	return thread_call(nr, a, b, c);
}

static void threads_charge(uint64_t ps)
{
}

static uint64_t threads_now(void)
{
	return threads.clock * 1000;
}

static uint64_t threads_cost(enum twin_cost id)
{
	return 0;
}

const struct twin_task_api threads_api = {
	.syscall = threads_syscall, .charge = threads_charge, .now = threads_now,
	.cost = threads_cost,
};
