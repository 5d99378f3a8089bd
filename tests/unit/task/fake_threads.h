/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A kernel in miniature with threads and a clock: a new thread runs to its end at once, and a sleep
 * ends as late as the test says. Files can be read only; kept are a text of the calls, what was
 * printed to 1 and to 2.
 */
#ifndef TEST_FAKE_THREADS_H
#define TEST_FAKE_THREADS_H

#include <stdint.h>

#include "task/task.h"

#define FAKE_THREADS_KEPT 65536

struct fake_threads {
	/* plan */
	const char *possible, *online;	/* of sysfs; NULL: no such file */
	uint64_t affinity;		/* CPUs that the process may use */
	const uint32_t *late;		/* ns, of one sleep until an instant after the other */
	unsigned int nr_late;		/* then again from the first */
	int has_latency_file;
	long fifo_result;		/* of asking for real time */
	long device_result;		/* of reading a file that is none of these */
	void (*device)(void *buf);	/* fills what is read */

	/* what happened */
	uint64_t clock;			/* ns */
	unsigned int sleeps;
	char calls[FAKE_THREADS_KEPT];
	char out[FAKE_THREADS_KEPT], err[4096];
};

extern struct fake_threads threads;
extern const struct twin_task_api threads_api;

/* Two CPUs, all sleeps 5 us late, no /dev/cpu_dma_latency, nothing happened yet. */
void threads_plan(void);

#endif
