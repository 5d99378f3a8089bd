/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The same workload with other constants, many times: when the first task starts, the process
 * forks once per variant. Each child goes on from that very state with RAM of its own and hands its
 * figures back in a file; the parent waits, then goes on with the run itself, which is none the
 * wiser. Boot is common to all, so only the workload's own time is varied.
 *
 * What the host refuses (processes, memory) ends the study with a reason, never the run. A variant
 * that is missing for such a reason never looks like one that ended in another way. The wall
 * clock's limit ends the run too: how far a study gets by then must not decide what a report says.
 */
#ifndef TWIN_BOARD_BRANCH_H
#define TWIN_BOARD_BRANCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "twin_abi.h"

#define BRANCH_ALL_COSTS SIZE_MAX

/* A variant of the run. */
struct branch {
	size_t cost;			/* the one constant that is off, or BRANCH_ALL_COSTS */
	uint64_t values[TWIN_COST_NR];	/* of all constants */
	char *figures;			/* what its child wrote, with a NUL; NULL: nothing yet */
};

struct branches {
	struct branch *items;
	size_t nr;
	bool patient;		/* none is too long */
	bool too_long;		/* one took more than BRANCH_BLOCKS or BRANCH_TIME */
	char failure[200];	/* what the host refused; "" nothing. No figures count then. */
	/* The child's copy only: */
	bool is_child;
	FILE *out;		/* where its figures go */
	uint64_t first_block, first_time;	/* cpu.blocks and cpu.now at the fork */
};

/*
 * A child gives up after that many blocks or so much simulated time of its own. Either is less
 * than a second of host time: measured, 18 ns per block of programmed I/O, which has 36 million of
 * them in a simulated second, and 0.3 s for the 4 million words that a DMA controller moves in one.
 * So a set of 134 costs at most two minutes of CPU time, a fifth of wall_clock's default.
 */
#define BRANCH_BLOCKS 50000000ULL
#define BRANCH_TIME 1000000000000ULL	/* ps */

struct machine;

/*
 * Forks them all, in the parent waits for them, at most until machine_must_end(). In a child
 * `is_child` is set afterwards.
 */
void branches_run(struct branches *b, struct machine *m);
/* Has this child run for too long? */
bool branch_is_long(const struct branches *b, const struct machine *m);

/* These end a child: its figures are in b->out; it was too long; `why` it has none, one line. */
void branch_deliver(struct branches *b) __attribute__((noreturn));
void branch_give_up(void) __attribute__((noreturn));
void branch_fail(struct branches *b, const char *why) __attribute__((noreturn));

void branches_close(struct branches *b);

#endif
