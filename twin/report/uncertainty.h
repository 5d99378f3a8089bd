/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * How far the ranges of the board's constants let every figure of a report move.
 *
 * The run is repeated as variants, with one constant at an end of its range or with all constants
 * somewhere in theirs. A figure's interval is the envelope of what was seen: the smallest and the
 * largest value that it has in the run itself or in any variant that ended as the run did. Figures
 * are named by their path in the JSON report ("spi.0.gaps.word.p50_ps").
 *
 * So the interval lies within the range that the constants allow, and a larger number of variants
 * can only widen it: it is a lower bound of that range, not a confidence level. Since every
 * variant's own figures are consistent, intervals are too: low(min) <= low(p50) <= low(max).
 *
 * An interval is open when a variant ended in another way: nothing tells what its figure would
 * have been. Does not cover: the seed, boot, and what the models leave out.
 */
#ifndef REPORT_UNCERTAINTY_H
#define REPORT_UNCERTAINTY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNCERTAINTY_JOINT SIZE_MAX

/* A repetition of the run. */
struct uncertainty_variant {
	size_t cost;		/* the one constant that is off, or UNCERTAINTY_JOINT: all may be */
	const uint64_t *values; /* of all constants, in the order of the report's costs */
	const char *report;	/* its JSON report */
};

struct uncertainty;

/*
 * report: the run's own JSON report. Keeps `values` and no other argument. malloc()ed, never NULL.
 */
struct uncertainty *uncertainty_new(const char *report, const struct uncertainty_variant *variants,
				    size_t nr);
void uncertainty_free(struct uncertainty *u);

/*
 * Interval of a figure; false when nothing moves it, when the run has no such figure or `u` is
 * NULL. A negative end is 0 here.
 */
bool uncertainty_of(const struct uncertainty *u, const char *path, uint64_t *low, uint64_t *high);
/* {"PATH": [low, high], ...}: figures that move; belongs to `u`. */
json_t *uncertainty_intervals(const struct uncertainty *u);

size_t uncertainty_variants(const struct uncertainty *u);
/* Of them: those with all constants off; those that ended in another way. NULL is allowed. */
size_t uncertainty_joint(const struct uncertainty *u);
size_t uncertainty_others(const struct uncertainty *u);

/* A variant that ended in another way. */
struct uncertainty_other {
	size_t cost;
	const uint64_t *values;
	const char *outcome; /* as in its report; belongs to `u` */
};

struct uncertainty_other uncertainty_other(const struct uncertainty *u, size_t i);

/* What one constant does to a figure. */
struct uncertainty_bar {
	size_t cost;
	uint64_t at_low, at_high; /* the figure with the constant at either end */
	uint64_t swing;		  /* largest minus smallest of these and the figure itself */
};

#define UNCERTAINTY_BARS 5

/*
 * The constants that move a figure most, largest swing first, equal ones in their order. A constant
 * at one end of which the run ended in another way is none of them. Returns: how many, at most max.
 */
size_t uncertainty_tornado(const struct uncertainty *u, const char *path, uint64_t *value,
			   struct uncertainty_bar *bars, size_t max);

#endif
