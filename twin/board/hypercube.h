/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Latin hypercube: points of a box, such that along each axis every one of equally likely steps
 * occurs exactly once, in an order of its own. A few dozen points so meet many combinations of ends
 * and middles of all axes at once, which points with one axis off never do.
 *
 * The steps run from `low` to `high`, both included, and `middle` parts them in halves: as many lie
 * below as above it. Between these three values they are evenly spaced. A logarithmic scale would
 * do much the same where the three are in proportion, but cannot begin at 0 and needs arithmetic
 * that is not exact.
 *
 * Integers only, no state: a function of its arguments.
 *
 * Does not: avoid that the orders of two axes happen to resemble each other; visit the corners of
 * the box.
 */
#ifndef TWIN_BOARD_HYPERCUBE_H
#define TWIN_BOARD_HYPERCUBE_H

#include <stddef.h>
#include <stdint.h>

/* low <= middle <= high, their differences below 2^32 times the number of points. */
struct hypercube_axis {
	uint64_t low, middle, high;
};

/*
 * axis: number of the axis, which decides its order; points: 1 or more. Fills steps[0..points - 1]
 * with the numbers 0..points - 1, each once.
 */
void hypercube_order(size_t axis, size_t points, uint32_t *steps);
/* The value of one step (below `points`) of an axis; a single point is the middle. */
uint64_t hypercube_value(const struct hypercube_axis *a, size_t points, uint32_t step);

#endif
