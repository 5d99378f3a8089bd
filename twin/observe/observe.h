/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The spans that a scenario observes: a reducer of the event stream. docs/observe.md describes
 * patterns and rules. Memory is bounded by the distributions' bound and by what happens during one
 * transaction, not by the length of the run.
 */
#ifndef OBSERVE_OBSERVE_H
#define OBSERVE_OBSERVE_H

#include <stddef.h>
#include <stdint.h>

#include "measure/dist.h"
#include "observe/symbols.h"
#include "scenario/scenario.h"
#include "trace/trace.h"

struct observe;

/* What was seen of a span. */
struct observe_result {
	const char *name, *from, *to; /* as in the scenario */
	struct dist *lengths;	      /* ps */
	uint64_t from_seen, to_seen;  /* how often each occurred while tasks ran */
	uint64_t from_outside;	      /* ... and while none did, in which case nothing opens */
	uint64_t to_outside;
	uint64_t cut; /* spans that opened while a task ran, and did not close so */
};

/*
 * Patterns of the scenario, whose texts it uses. Returns: NULL with `diag`, which points into the
 * pattern that is wrong. Names of devices and functions are not known yet.
 */
struct observe *observe_new(const struct scenario *scenario, struct diag *diag);
/* Looks up all names, before the run; those of tasks are the scenario's. 0, or -1 with `diag`. */
int observe_resolve(struct observe *o, const struct observe_symbol *symbols, size_t nr,
		    struct diag *diag);
struct reducer observe_reducer(struct observe *o);
size_t observe_count(const struct observe *o);
/* After trace_end(); belongs to `o`. */
struct observe_result observe_result(struct observe *o, size_t i);
/* Why a span that never occurred did not, as a clause without an end; `text` has `size` bytes. */
void observe_why_not(const struct observe_result *r, char *text, size_t size);
/* NULL is allowed. */
void observe_free(struct observe *o);

#endif
