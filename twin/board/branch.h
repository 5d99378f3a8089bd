/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The same workload with one constant changed, many times: when the first task starts, the process
 * forks once per variant. Each child goes on from that very state with RAM of its own and hands its
 * figures back in a file; the parent waits, then goes on with the run itself, which is none the
 * wiser. Boot is common to all, so only the workload's own time is varied.
 */
#ifndef TWIN_BOARD_BRANCH_H
#define TWIN_BOARD_BRANCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "twin_abi.h"

/* A variant of the run: constant `cost` has `value`. */
struct branch {
	enum twin_cost cost;
	uint64_t value;
	FILE *figures;		/* what its child wrote; NULL: it came to no end */
};

struct branches {
	struct branch *items;
	size_t nr;
	bool patient;		/* none is too long */
	bool too_long;		/* one took more than BRANCH_BLOCKS or BRANCH_TIME */
	/* The child's copy only: */
	bool is_child;
	size_t index;		/* which one it is */
	uint64_t first_block, first_time;	/* cpu.blocks and cpu.now at the fork */
};

/*
 * A child gives up after that many blocks or so much simulated time of its own, in which a DMA
 * controller may move a million words: some tens of seconds of host time for a set of them.
 */
#define BRANCH_BLOCKS 50000000ULL
#define BRANCH_TIME 500000000000ULL	/* ps */

struct machine;

/* Forks them all, in the parent waits for them. In a child `is_child` is set afterwards. */
void branches_run(struct branches *b, struct machine *m);
/* Has this child run for too long? */
bool branch_is_long(const struct branches *b, const struct machine *m);
/* In a child: the figures are in items[index].figures; ends the process. */
void branch_exit(struct branches *b, bool complete) __attribute__((noreturn));
void branches_close(struct branches *b);

#endif
