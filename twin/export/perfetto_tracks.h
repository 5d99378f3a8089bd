/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Rows of the viewer and the slices that are open on them. Every slice that is begun is ended, at
 * the latest when the run ends; an end without a beginning is left out.
 */
#ifndef EXPORT_PERFETTO_TRACKS_H
#define EXPORT_PERFETTO_TRACKS_H

#include <stddef.h>

#include "export/perfetto_json.h"

/* In this order in the viewer; the first three belong to a CPU. */
enum track_kind { TRACK_CPU, TRACK_IRQ, TRACK_SOFTIRQ, TRACK_SPI, TRACK_CS, TRACK_LOCK };

#define TRACK_DEPTH 16 /* slices in each other; those deeper are left out */

struct track {
	enum track_kind kind;
	/* CPU; controller; controller << 8 | chip select; pid, or CPU << 32 of its idle task */
	uint64_t key;
	struct pf_place place;
	uint64_t open[TRACK_DEPTH]; /* what the slices are of, the innermost last */
	unsigned int depth;
};

struct tracks {
	struct pf_out out;
	struct track *items;
	size_t nr, cap;
	unsigned int processes; /* named already: one bit each */
};

/* The track, or NULL: there is none yet. */
struct track *track_find(struct tracks *t, enum track_kind kind, uint64_t key);
/* A new one; `name` is the row's. */
struct track *track_add(struct tracks *t, enum track_kind kind, uint64_t key, const char *name);
/*
 * Begins a slice of `id`. True: pf_end() must follow, after arguments. False: too deep, nothing
 * was written.
 */
bool track_begin(struct tracks *t, struct track *track, uint64_t time, uint64_t id,
		 const char *name);
/*
 * Ends the slice of `id` and those in it. True: pf_end() must follow, after arguments. False:
 * there is no such slice, nothing was written.
 */
bool track_end(struct tracks *t, struct track *track, uint64_t time, uint64_t id);
/* Is a slice open? */
bool track_busy(const struct track *track);
/* Is the innermost one of `id`? */
bool track_in(const struct track *track, uint64_t id);
/* Ends all slices. */
void tracks_end(struct tracks *t, uint64_t time);
void tracks_free(struct tracks *t);

#endif
