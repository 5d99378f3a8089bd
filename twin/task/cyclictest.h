/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The parts of cyclictest. Latencies are in us, or in ns with -N. */
#ifndef TWIN_TASK_CYCLICTEST_H
#define TWIN_TASK_CYCLICTEST_H

#include "options.h"
#include "stream.h"

#define CYCLIC_MOST_THREADS 256
#define CYCLIC_KEPT 16384	/* latencies that -v keeps per thread until they are printed */

enum cyclic_flag {
	CYCLIC_QUIET = 1, CYCLIC_VERBOSE = 2, CYCLIC_NS = 4, CYCLIC_LOCK = 8, CYCLIC_SUM = 16,
	CYCLIC_ON_MAX = 32, CYCLIC_SPREAD = 64, CYCLIC_RELATIVE = 128, CYCLIC_LAPTOP = 256,
	CYCLIC_SYSTEM = 512, CYCLIC_SMP = 1024, CYCLIC_SET = 2048, CYCLIC_NOT = 4096,
};

struct cyclic_options {
	struct option_head head;
	uint32_t flags;
	uint32_t threads;	/* 0: one for each CPU */
	uint32_t priority;
	uint32_t policy;	/* SCHED_* */
	uint32_t clock;		/* CLOCK_* */
	uint32_t interval;	/* us */
	uint32_t distance;	/* us */
	uint32_t loops;		/* 0: until the time is over */
	uint32_t seconds;	/* 0: until the loops are done */
	uint32_t histogram;	/* entries; 0: none */
	uint32_t latency;	/* us, for /dev/cpu_dma_latency */
	uint64_t cpus;		/* of -a; with CYCLIC_NOT all others */
};

extern const struct option_table cyclic_table;

struct cyclic;

/* A thread that measures; the main one reads what it counts. */
struct cyclic_thread {
	struct cyclic *c;
	volatile int32_t alive;	/* for task_thread_join() */
	int32_t tid;		/* 0 before it has begun */
	unsigned int index, priority;
	int cpu;
	uint64_t interval;	/* us */
	uint64_t cycles, printed;
	int64_t min, act, max, sum;
	uint32_t *counts;	/* histogram */
	uint64_t *outliers;	/* cycles at which it overflowed, the first ones */
	uint64_t overflows;
	int64_t *kept;		/* for -v */
};

struct cyclic {
	const struct twin_task_api *api;
	const struct cyclic_options *o;
	struct task_stream out;
	struct cyclic_thread *threads;
	unsigned int nr;
	unsigned int cpus, online;	/* how many there are */
	uint64_t online_set;
	int policy;
	unsigned int priority;
	volatile int32_t stop;
	volatile int32_t news;	/* changes with each new maximum: futex of -M */
	int failed;		/* a thread could not begin */
	int dma_latency;	/* file descriptor, or -1 */
};

/* cyclictest_thread.c: the process of a struct cyclic_thread. */
int cyclic_measure(const struct twin_task_api *api, void *thread);

/* cyclictest_print.c */
void cyclic_print_load(struct cyclic *c);
/* The line of a thread. */
void cyclic_print_thread(struct cyclic *c, const struct cyclic_thread *t);
/* What -v keeps and is not printed yet. */
void cyclic_print_kept(struct cyclic *c, struct cyclic_thread *t);
void cyclic_print_histogram(struct cyclic *c);

#endif
