// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The standard deviation of a distribution, in integers. */
#include "measure/dist_parts.h"

struct spread {
	uint64_t mean;		   /* rounded down */
	unsigned __int128 squares; /* of the distances from it; saturates */
};

static void add_square(void *ctx, uint64_t value, uint64_t count)
{
	struct spread *s = ctx;
	uint64_t distance = value > s->mean ? value - s->mean : s->mean - value;
	unsigned __int128 square = (unsigned __int128)distance * distance;

	if (__builtin_mul_overflow(square, count, &square) ||
	    __builtin_add_overflow(s->squares, square, &s->squares))
		s->squares = ~(unsigned __int128)0;
}

static uint64_t square_root(unsigned __int128 value)
{
	uint64_t root = 0;

	for (uint64_t bit = 1ULL << 63; bit; bit >>= 1)
		if ((unsigned __int128)(root | bit) * (root | bit) <= value)
			root |= bit;
	return root;
}

/*
 * With m the mean rounded down and r = total - n m: the variance is (squares - r^2 / n) / n.
 * Rounding it down before the root is taken does not change the root rounded down. Classes of
 * values have no such r, and need no part of a picosecond.
 */
uint64_t dist_deviation(struct dist *d)
{
	struct spread s = {0};
	uint64_t rest;

	if (!d->n)
		return 0;
	s.mean = (uint64_t)(d->total / d->n);
	rest = (uint64_t)(d->total % d->n);
	dist_each(d, &s, add_square);
	if (!d->classes)
		s.squares -= ((unsigned __int128)rest * rest + d->n - 1) / d->n;
	return square_root(s.squares / d->n);
}
