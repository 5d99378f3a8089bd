/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a read of /dev/twin/lockbench takes and gives: the reader's buffer holds the order, and the
 * same structure with the outcome afterwards.
 */
#ifndef TWIN_LOCKBENCH_H
#define TWIN_LOCKBENCH_H

#include "twin_abi.h"

#define TWIN_LOCKBENCH_MAGIC 0x6b6e62636b636f6cULL
#define TWIN_LOCKBENCH_CPUS 64
#define TWIN_LOCKBENCH_MOST_PS 10000000000000ULL	/* a run takes no longer: 10 s */

enum twin_lockbench_op {
	TWIN_LOCKBENCH_CAS,		/* compare and exchange until it succeeds */
	TWIN_LOCKBENCH_FETCH_ADD,
	TWIN_LOCKBENCH_TICKET,		/* a ticket lock of two words */
	TWIN_LOCKBENCH_SPINLOCK,	/* the kernel's, as configured */
	TWIN_LOCKBENCH_MUTEX,
	TWIN_LOCKBENCH_PING_PONG,	/* two CPUs take turns by compare and exchange */
	TWIN_LOCKBENCH_NR,
};

struct twin_lockbench_lane {
	uint64_t ops;		/* increments of the counter */
	uint64_t failures;	/* exchanges that found another value */
	uint64_t first;		/* end of the first operation, ps after the start */
	uint64_t last;		/* end of the last one */
};

struct twin_lockbench {
	uint64_t magic;
	uint32_t op;		/* enum twin_lockbench_op */
	uint32_t cpus;		/* 0 .. cpus - 1 take part */
	uint64_t loops;		/* operations of each CPU; 0: as many as `ps` allows */
	uint64_t ps;		/* time for all; 0: the most there is */
	uint32_t inside;	/* ns of delay while a lock is held */
	uint32_t outside;	/* ns of delay between two operations */
	uint32_t jitter;	/* up to so many ns more, drawn anew for each delay outside */
	uint32_t reserved;	/* 0 */
	/* outcome */
	uint64_t counter;	/* what all incremented */
	struct twin_lockbench_lane lane[TWIN_LOCKBENCH_CPUS];
};

#endif
