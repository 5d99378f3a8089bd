// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Points on a clock's grid against the definition, floor(n * 10^12 / (2 f)), worked out in 128
 * bits. */
#include "atmel_spi_setup.h"
#include "spi/grid_walk.h"

using wide = unsigned __int128;

static const uint64_t clocks[] = {132000000, 133333333,	   1, 3, 999983, 83000000, 66000001,
				  12345678,  1000000000000};

static uint64_t time_of(uint64_t half, uint64_t hz)
{
	return static_cast<uint64_t>((wide)half * 1000000000000ULL / (2 * (wide)hz));
}

/* By definition: the first even half-cycle whose time is not before `ps`. */
static bool is_first_edge(uint64_t half, uint64_t ps, uint64_t hz)
{
	return half % 2 == 0 && time_of(half, hz) >= ps &&
	       (half == 0 || time_of(half - 2, hz) < ps);
}

/* Millions of steps do not drift. */
Test(grid_walk, steps_end_where_the_definition_says)
{
	for (uint64_t hz : clocks) {
		tw::grid_walk walk(hz);
		tw::grid_point p = walk.at(5), step = walk.at(48), odd = walk.at(7);

		for (int i = 0; i < 200000; i++)
			p = walk.after(p, i % 3 ? step : odd);
		cr_assert_eq(p.half, 5u + 66667 * 7 + 133333 * 48);
		cr_assert_eq(p.ps, time_of(p.half, hz), "%" PRIu64 " Hz", hz);
		p = walk.rising(p);
		cr_assert_eq(p.half % 2, 0u);
		cr_assert_eq(p.ps, time_of(p.half, hz));
	}
}

/* Whatever was asked before: near, far ahead, back in time, the same again. */
Test(grid_walk, edges)
{
	dice d(1);

	for (uint64_t hz : clocks) {
		tw::grid_walk walk(hz);
		uint64_t ps = 0;

		for (int i = 0; i < 20000; i++) {
			tw::grid_point p = walk.edge_from(ps);

			cr_assert(is_first_edge(p.half, ps, hz), "%" PRIu64 " ps, %" PRIu64 " Hz",
				  ps, hz);
			cr_assert_eq(p.ps, time_of(p.half, hz));
			cr_assert_eq(walk.edge_from(ps).half, p.half);
			if (d.below(50))
				ps += d.below(1000000);
			else
				ps = d.below(1u << 30) * static_cast<uint64_t>(d.below(1u << 28));
			if (!d.below(20))
				ps = p.ps;
		}
	}
}

Test(grid_walk, a_cycle_is_not_longer)
{
	for (uint64_t hz : clocks)
		for (uint64_t n = 0; n < 1000; n += 2)
			cr_assert_leq(time_of(n + 2, hz) - time_of(n, hz),
				      tw::grid_walk(hz).cycle());
}

/* A guess never changes the answer, be it right, stale or absurd. */
Test(grid_walk, guesses)
{
	dice d(2);

	for (uint64_t hz : clocks) {
		tw::grid_walk walk(hz), plain(hz);
		tw::grid_point guess = {};

		for (int i = 0; i < 20000; i++) {
			/* Within the first 1000 s. */
			tw::grid_point from = walk.at(2 * (d.below(1u << 30) % (1000 * hz)));
			uint64_t ps = from.ps + d.below(i % 5 ? 100000 : 100000000);
			tw::grid_point p = walk.edge_from(ps, from, guess);

			cr_assert_eq(p.half, plain.edge_from(ps).half, "%" PRIu64 " Hz", hz);
			cr_assert_eq(p.ps, time_of(p.half, hz));
			cr_assert_eq(p.rest, plain.edge_from(ps).rest);
		}
	}
}
