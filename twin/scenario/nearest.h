/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* "Did you mean": the known word with the least edit distance to what was typed. */
#ifndef TWIN_NEAREST_H
#define TWIN_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *word;	/* what was typed */
	const char *best;	/* nearest so far, or NULL when none is near enough */
	size_t distance;
};

/*
 * Insertions, deletions, replacements and swaps of neighbours that lead from a to b; letters of
 * either case are equal. Words beyond 63 bytes are as far as their length.
 */
size_t edit_distance(const char *a, const char *b);

void nearest_start(struct nearest *near, const char *word);
/* The first of several equally near words stays. `candidate` is kept by pointer. */
void nearest_offer(struct nearest *near, const char *candidate);

#endif
