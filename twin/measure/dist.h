/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A distribution of integer values. n, min, max, mean, total, first and last are always exact;
 * quantiles and the standard deviation are exact up to DIST_DISTINCT different values, which is at
 * most 1 MiB of memory. Beyond that values fall into 512 classes per power of two and stand for the
 * lower bound of their class, at most 0.2 % low (`exact` says which).
 */
#ifndef MEASURE_DIST_H
#define MEASURE_DIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIST_DISTINCT 65536
#define DIST_PENDING 4096

struct dist_pair;

/* Zero-initialised is empty. */
struct dist {
	uint64_t n, min, max;
	uint64_t first, last; /* added first and last */
	unsigned __int128 total;
	struct dist_pair *pending; /* not yet sorted in */
	size_t nr_pending;
	struct dist_pair *pairs; /* value and count, ascending */
	size_t nr_pairs;
	uint64_t *classes; /* NULL while exact */
};

struct dist_summary {
	uint64_t n;
	uint64_t min, p50, p90, p99, p99_9, max; /* 0 when n is 0, as all of them */
	uint64_t mean;				 /* rounded to the nearest, half up */
	uint64_t sd;				 /* of the n values as they are, rounded down */
	uint64_t total;				 /* saturates */
	uint64_t first, last;
	bool exact;
};

/* Values of which each is `value` or `value` + 1. */
struct dist_run {
	uint64_t value, n;
	uint64_t larger;      /* how many are `value` + 1 */
	uint64_t first, last; /* the first and the last of them */
};

void dist_add(struct dist *d, uint64_t value);
/* Adds n values; 0 change nothing. */
void dist_add_run(struct dist *d, const struct dist_run *run);
/* Adds all values of `from`, behind those of `d`. `from` may be put in order, but keeps its values.
 */
void dist_merge(struct dist *d, struct dist *from);
/* The value of rank ceil(num * n / den), 0 < num <= den; 0 when empty. */
uint64_t dist_rank(struct dist *d, unsigned int num, unsigned int den);
/* The value of rank ceil(percent * n / 100), 0 < percent <= 100; 0 when empty. */
uint64_t dist_quantile(struct dist *d, unsigned int percent);
struct dist_summary dist_summary(struct dist *d);
void dist_free(struct dist *d);

#endif
