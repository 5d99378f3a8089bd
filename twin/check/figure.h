/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Figures of a run that expectations name: statistics of observed spans, and those of the report.
 * docs/observe.md lists them all; a test compares.
 */
#ifndef CHECK_FIGURE_H
#define CHECK_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/measure.h"
#include "observe/observe.h"
#include "scenario/scenario.h"

enum figure_kind {
	FIGURE_SPAN,   /* statistic of an observed span */
	FIGURE_DIST,   /* of a distribution of chip selects */
	FIGURE_LINE,   /* a count of chip selects */
	FIGURE_COUNT,  /* a count of everything while a task ran */
	FIGURE_TASK,   /* how long a task took */
	FIGURE_WINDOW, /* how long tasks ran */
};

struct figure {
	enum figure_kind kind;
	enum unit_class unit;
	int controller, cs; /* FIGURE_DIST, FIGURE_LINE; -1: all of them */
	size_t index;	    /* span, task, or line of a table in figure_names.c */
	size_t stat;	    /* FIGURE_SPAN, FIGURE_DIST: likewise */
};

/*
 * The figure that expect[i].what of the scenario names. Returns: 0, or -1 with `diag`, which points
 * into the name and offers the nearest.
 */
int figure_find(const struct scenario *scenario, size_t i, struct figure *f, struct diag *diag);

/* Is this how a built-in figure begins, so that a span must not be called so? */
bool figure_is_reserved(const char *name);

/* What a finished run is judged by. */
struct figure_source {
	const struct measure_result *measure;
	struct observe *observe;
};

/*
 * Returns: true and *value (ps or a number); or false and why there is none, as a clause of at most
 * `size` bytes.
 */
bool figure_value(const struct figure *f, const struct figure_source *from, uint64_t *value,
		  char *why, size_t size);

/* Calls fn with the name of every figure; chip selects go without their prefix. */
void figure_names(const struct scenario *scenario, void *ctx,
		  void (*fn)(void *ctx, const char *name));

#endif
