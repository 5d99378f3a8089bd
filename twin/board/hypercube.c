// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "hypercube.h"

/* SplitMix64. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* Fisher and Yates; the modulo's bias is 2^-58 here. */
void hypercube_order(size_t axis, size_t points, uint32_t *steps)
{
	uint64_t state = axis;

	for (size_t i = 0; i < points; i++)
		steps[i] = (uint32_t)i;
	for (size_t i = points; i > 1; i--) {
		size_t k = next(&state) % i;
		uint32_t other = steps[k];

		steps[k] = steps[i - 1];
		steps[i - 1] = other;
	}
}

/* In half steps, so that the middle of an odd number of points is exact. */
uint64_t hypercube_value(const struct hypercube_axis *a, size_t points, uint32_t step)
{
	uint64_t half = points - 1, at = 2 * (uint64_t)step;

	if (!half)
		return a->middle;
	if (at <= half)
		return a->low + (a->middle - a->low) * at / half;
	return a->middle + (a->high - a->middle) * (at - half) / half;
}
