/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Occurrences of one span's patterns, in order of time, held back until they are decided and no
 * earlier one can come.
 */
#ifndef OBSERVE_QUEUE_H
#define OBSERVE_QUEUE_H

#include "observe/match.h"

/* Order at one instant: tasks start before anything counts, and end after all of it. */
enum occurrence_kind { OCCURRENCE_TASK_STARTS, OCCURRENCE_EVENT, OCCURRENCE_TASK_ENDS };

struct occurrence {
	uint64_t time;
	enum occurrence_kind kind;
	enum verdict from, to; /* does it match them? */
	enum occasion occasion;
	uint16_t key; /* of its wire */
	struct occurrence *next, *before;
	struct occurrence *next_open;
};

/* Zero-initialised is empty. */
struct queue {
	struct occurrence *first, *last;
	struct occurrence *open; /* those with an open verdict */
	struct occurrence *spare;
};

/* Takes a copy. */
void queue_put(struct queue *q, const struct occurrence *o);
/* The next one if it is decided and before `time`, into `o`. */
bool queue_get(struct queue *q, uint64_t time, struct occurrence *o);
/* Asks `judge` again for the verdicts of every open one. */
void queue_judge(struct queue *q, void *ctx, void (*judge)(void *ctx, struct occurrence *o));
void queue_free(struct queue *q);

#endif
