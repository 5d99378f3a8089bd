/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The event stream: ring -> time order -> reducers and, if wanted, a file.
 *
 * Records reach every reducer in the order of (time, arrival) as long as none comes more than
 * REORDER_WINDOW late; one that does is delivered with its own time and counted in trace_late().
 * The stream never changes a record, and whether anybody listens never changes a run.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "trace/mem.h"
#include "twin_abi.h"

/* A streaming consumer: it keeps results, not records. */
struct reducer {
	const char *name;
	uint32_t classes; /* enum twin_event_class it wants; META always comes */
	void (*event)(void *state, const struct twin_event *ev);
	void (*end)(void *state, uint64_t now); /* may be NULL; once, after the last record */
	void *state;
};

struct trace;

struct trace *trace_new(void);
/* Adds a consumer (copied); reducers are called in the order they were added. */
void trace_add(struct trace *trace, const struct reducer *reducer);
/*
 * Records of `classes` (META always) also go to a file that appears under `path` when
 * trace_end() succeeds. Returns 0, or -1 with one line in `err` (TRACE_ERR_SIZE).
 */
int trace_record(struct trace *trace, const char *path, uint32_t classes, char *err);
/*
 * Takes `n` records. Returns 0, or -1 when the file could not be written or a record has an
 * unknown type; trace_end() then says what happened. Reducers keep running.
 */
int trace_push(struct trace *trace, const struct twin_event *events, size_t n);
/* trace_push() of all records of a ring, which is empty afterwards. */
int trace_drain(struct trace *trace, struct twin_ring *ring);
/* Delivers what is held back, calls every end(now), finishes the file. 0, or -1 with `err`. */
int trace_end(struct trace *trace, uint64_t now, char *err);
/* From now on only the first `n` reducers are called, and no file is written. */
void trace_keep(struct trace *trace, size_t n);
/* Records delivered out of time order. */
uint64_t trace_late(const struct trace *trace);
/* Frees; a file that trace_end() did not finish is removed. NULL is allowed. */
void trace_free(struct trace *trace);

/* The union of classes that the reducers and the file want, META included: for the ring's mask. */
uint32_t trace_classes(const struct trace *trace);

#endif
