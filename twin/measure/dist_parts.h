/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The inside of a distribution, for the files that make up dist.h. */
#ifndef MEASURE_DIST_PARTS_H
#define MEASURE_DIST_PARTS_H

#include "measure/dist.h"

/* Small values have a class each; above, the leading bit and the next DIST_CLASS_BITS bits count.
 */
#define DIST_CLASS_BITS 9
#define DIST_CLASSES ((64 - DIST_CLASS_BITS + 1) << DIST_CLASS_BITS)

struct dist_pair {
	uint64_t value, count;
};

size_t dist_class_of(uint64_t value);
/* The smallest value of a class. */
uint64_t dist_class_floor(size_t class);
/* By value, for qsort(). */
int dist_compare(const void *a, const void *b);
/* Behind the last of `used` ascending pairs, or joined with it when it has the same value. */
void dist_append(struct dist_pair *pairs, size_t *used, struct dist_pair p);
/* Sorts in what is pending. */
void dist_settle(struct dist *d);
/* From pairs to classes; nothing is pending. */
void dist_give_up_exactness(struct dist *d);
/* Calls fn for every value, or lower bound of a class of values, with how many there are. */
void dist_each(struct dist *d, void *ctx, void (*fn)(void *ctx, uint64_t value, uint64_t count));
/* Standard deviation, rounded down; 0 when empty. */
uint64_t dist_deviation(struct dist *d);

#endif
