// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/pins_grid.h"

#define SECOND 1000000000000ULL /* ps */

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

struct pin_grid pin_grid_of(uint64_t hz)
{
	struct pin_grid g = {0};
	uint64_t common;

	if (!hz || hz > SECOND)
		return g;
	common = gcd(SECOND, 2 * hz);
	g.hz = hz;
	g.num = SECOND / common;
	g.den = 2 * hz / common;
	g.rest = g.num % g.den;
	g.narrow_to = UINT64_MAX / g.num;
	return g;
}

uint64_t pin_grid_from(const struct pin_grid *g, uint64_t time)
{
	unsigned __int128 n = ((unsigned __int128)time * g->den + g->num - 1) / g->num;

	return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n;
}

/* What floor() takes off the time of half-cycle n, in 1/den ps. */
static uint64_t lost(const struct pin_grid *g, uint64_t n)
{
	n %= g->den;
	if (g->den <= UINT32_MAX)
		return n * g->rest % g->den;
	return (uint64_t)((unsigned __int128)n * g->rest % g->den);
}

/*
 * The sum of floor((a * i + b) / m) over i < n, modulo 2^64, in O(log m): whole parts are added
 * up, and of the rest the points under the line are counted along the other axis. n * m < 2^64.
 */
static uint64_t floor_sum(uint64_t n, uint64_t m, uint64_t a, uint64_t b)
{
	uint64_t sum = 0, top;

	for (;;) {
		sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
		a %= m;
		b %= m;
		top = a * n + b;
		if (top < m)
			return sum;
		n = top / m;
		b = top % m;
		top = m;
		m = a;
		a = top;
	}
}

struct pin_lengths pin_grid_lengths(const struct pin_grid *g, uint64_t n, uint64_t step,
				    uint64_t count, uint64_t length)
{
	struct pin_lengths l = {.shortest = pin_grid_time(g, length)};
	uint64_t at = lost(g, n), by = lost(g, step);

	if (!count)
		return l;
	/* Longer is one whose begin and length lose a whole picosecond together. */
	l.longer = floor_sum(count, g->den, by, at + lost(g, length)) -
		   floor_sum(count, g->den, by, at);
	l.total = count * l.shortest + l.longer;
	return l;
}
