/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * How far the ranges of the board's constants let every figure of a report move.
 *
 * The run is repeated with each constant at either end of its range, the others as they are. A
 * figure's interval is its value minus and plus the root of the sum of squares of what single
 * constants do to it in that direction: the ranges are taken as independent. Figures are named by
 * their path in the JSON report ("spi.0.gaps.word.p50_ps").
 *
 * Does not cover: two constants off at the same time where their effects do not add up, the seed,
 * and what the models leave out.
 */
#ifndef REPORT_UNCERTAINTY_H
#define REPORT_UNCERTAINTY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A repetition of the run: constant number `cost` had `value`. */
struct uncertainty_variant {
	size_t cost;
	uint64_t value;
	const char *report;	/* its JSON report; NULL: it came to no end */
};

struct uncertainty;

/*
 * report: the run's own JSON report. A variant that ended in another way counts as missing.
 * malloc()ed, never NULL.
 */
struct uncertainty *uncertainty_new(const char *report, const struct uncertainty_variant *variants,
				    size_t nr);
void uncertainty_free(struct uncertainty *u);

/* Interval of a figure; false when nothing moves it or nothing is known. */
bool uncertainty_of(const struct uncertainty *u, const char *path, uint64_t *low, uint64_t *high);
/* Variants that came to no end comparable with the run's. */
size_t uncertainty_missing(const struct uncertainty *u);
size_t uncertainty_variants(const struct uncertainty *u);

/* What one constant does to a figure. */
struct uncertainty_bar {
	size_t cost;
	uint64_t at_low, at_high;	/* the figure with the constant at either end */
	uint64_t swing;			/* largest minus smallest of these and the figure itself */
};

#define UNCERTAINTY_BARS 5

/* The constants that move a figure most, largest swing first. Returns: how many, at most max. */
size_t uncertainty_tornado(const struct uncertainty *u, const char *path, uint64_t *value,
			   struct uncertainty_bar *bars, size_t max);

/* {"PATH": [low, high], ...}: figures that move; belongs to `u`. */
json_t *uncertainty_intervals(const struct uncertainty *u);

#endif
