// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cinttypes>

#include "core/clock_grid.h"

using tw::clock_grid;

static const struct {
	uint64_t hz, half, ps;
} edges[] = {
	{132000000, 0, 0},
	{132000000, 1, 3787}, /* 3787.87 */
	{132000000, 2, 7575}, /* 7575.75 */
	{132000000, 66, 250000},
	{132000000, 264000000, 1000000000000}, /* one second, no drift */
	{132000000, 264000001, 1000000003787},
	{132000000, 22809600000000, 86400000000000000}, /* a day */
	{32768, 1, 15258789},				/* 15258789.06 */
	{1000000000000, 3, 1},
};

Test(clock_grid, half_edges)
{
	for (const auto &e : edges)
		cr_assert_eq(clock_grid(e.hz).half_edge(e.half), e.ps,
			     "half %" PRIu64 " of %" PRIu64 " Hz: %" PRIu64, e.half, e.hz,
			     clock_grid(e.hz).half_edge(e.half));
}

static const struct {
	uint64_t ps, edge;
} from[] = {
	{0, 0},
	{1, 1},
	{7575, 1},
	{7576, 2},
	{15151, 2},
	{15152, 3},
	{250000, 33},
	{250001, 34},
	{1000000000000, 132000000},
	{1000000000001, 132000001},
};

Test(clock_grid, first_rising_edge_at_or_after)
{
	clock_grid grid(132000000);

	for (const auto &f : from)
		cr_assert_eq(grid.edge_from(f.ps), f.edge, "%" PRIu64 " ps: %" PRIu64, f.ps,
			     grid.edge_from(f.ps));
	/* An edge is its own first edge, although its time is rounded down. */
	for (uint64_t k = 0; k < 100000; k += 7)
		cr_assert_eq(grid.edge_from(grid.edge(k)), k);
	cr_assert_eq(grid.align(7576), 15151u);
}

static const uint64_t second = 1000000000000;
static const uint64_t clocks[] = {1, 32768, 66666667, 132000000, 999999999989, second};

/* Against 128-bit arithmetic, also where 64 bits are not enough any more. */
Test(clock_grid, wide_values)
{
	uint64_t x = 3;

	for (uint64_t hz : clocks) {
		clock_grid grid(hz);

		for (unsigned int i = 0; i < 5000; i++) {
			x = x * 6364136223846793005ULL + 1442695040888963407ULL;
			uint64_t value = (x ^ x >> 31) >> i % 60;
			unsigned __int128 ps =
				static_cast<unsigned __int128>(value) * second / 2 / hz;
			unsigned __int128 edge =
				(static_cast<unsigned __int128>(value) * hz + second - 1) / second;

			cr_assert_eq(grid.half_edge(value), static_cast<uint64_t>(ps),
				     "half %" PRIu64 " of %" PRIu64 " Hz", value, hz);
			cr_assert_eq(grid.edge_from(value), static_cast<uint64_t>(edge),
				     "%" PRIu64 " ps, %" PRIu64 " Hz", value, hz);
		}
	}
}
