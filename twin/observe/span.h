/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One observed span. The rules, as docs/observe.md has them:
 *
 * - `from` opens it, the first `to` at or after that closes it. While it is open further `from`
 *   change nothing; while it is not, `to` does not either.
 * - An event that is both closes the span that is open and opens the next: it never closes the span
 *   that it opens itself.
 * - At one instant the order of different events does not matter: an open span is closed, then the
 *   next one opened, and a `to` that closed nothing closes that one, which then is 0 long.
 * - It counts when a task runs at both of its ends, those instants included at which tasks start
 * and end.
 */
#ifndef OBSERVE_SPAN_H
#define OBSERVE_SPAN_H

#include "measure/dist.h"
#include "observe/queue.h"

struct span {
	struct pattern from, to;
	struct queue queue;
	unsigned int running; /* tasks */
	bool opened;
	uint64_t start;
	/* Instants of the last `from` that changed nothing, and of such a `to`; or TWIN_TIME_NEVER.
	 */
	uint64_t spare_from, spare_to;

	struct dist lengths;		   /* ps */
	uint64_t from_seen, to_seen;	   /* while a task ran */
	uint64_t from_outside, to_outside; /* while none did */
	uint64_t cut;			   /* spans closed while no task ran, or never */
};

void span_init(struct span *s);
/* A task starts or ends. */
void span_task(struct span *s, uint64_t time, bool starts);
/* A record that is not of pins. */
void span_event(struct span *s, const struct twin_event *ev);
/* Something happened on a wire; `over`: this ends its transaction. */
void span_wire(struct span *s, uint64_t time, enum occasion occasion, const struct wire *wire,
	       bool over);
/* The transaction on a wire has gone on, or has ended. */
void span_wire_moved(struct span *s, const struct wire *wire, bool over);
/* All that happens before `time` is known. */
void span_advance(struct span *s, uint64_t time);
/* The end of the run: what is open stays undecided for ever. */
void span_end(struct span *s);
void span_free(struct span *s);

#endif
