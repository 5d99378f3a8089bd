// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Points of a Latin hypercube. */
#include <criterion/criterion.h>
#include <string.h>

#include "board/hypercube.h"

#define POINTS 64
#define AXES 40

Test(hypercube, every_axis_has_every_step_once)
{
	for (size_t points = 1; points <= POINTS; points++)
		for (size_t axis = 0; axis < AXES; axis++) {
			uint32_t steps[POINTS];
			int seen[POINTS] = { 0 };

			hypercube_order(axis, points, steps);
			for (size_t i = 0; i < points; i++) {
				cr_assert_lt(steps[i], points);
				cr_assert_eq(seen[steps[i]]++, 0, "axis %zu: step %u twice", axis,
					     steps[i]);
			}
		}
}

Test(hypercube, the_same_every_time_and_another_for_every_axis)
{
	uint32_t steps[AXES][POINTS], again[POINTS];

	for (size_t a = 0; a < AXES; a++) {
		hypercube_order(a, POINTS, steps[a]);
		hypercube_order(a, POINTS, again);
		cr_expect_arr_eq(steps[a], again, sizeof(again));
		for (size_t b = 0; b < a; b++)
			cr_expect(memcmp(steps[a], steps[b], sizeof(steps[a])), "%zu is as %zu", a,
				  b);
	}
}

/*
 * The first four steps of axis 0, so that no later change makes other reports. SplitMix64 of 0
 * begins 16294208416658607535, 7960286522194355700, 487617019471545679; modulo 4, 3, 2: 3, 0, 1.
 * 0 1 2 3: number 3 stays last, number 0 changes places with 2, number 1 stays.
 */
Test(hypercube, worked_out_by_hand)
{
	static const uint32_t expected[] = { 2, 1, 0, 3 };
	uint32_t steps[4];

	hypercube_order(0, 4, steps);
	cr_expect_arr_eq(steps, expected, sizeof(expected));
}

Test(hypercube, steps_run_from_end_to_end_through_the_middle)
{
	static const struct hypercube_axis axis = { 100, 200, 1000 };
	static const uint64_t five[] = { 100, 150, 200, 600, 1000 };
	/* of four: a third of the way is two thirds of the way to the middle */
	static const uint64_t four[] = { 100, 166, 466, 1000 };

	for (uint32_t i = 0; i < 5; i++)
		cr_expect_eq(hypercube_value(&axis, 5, i), five[i], "step %u", i);
	for (uint32_t i = 0; i < 4; i++)
		cr_expect_eq(hypercube_value(&axis, 4, i), four[i], "step %u: %lu", i,
			     hypercube_value(&axis, 4, i));
	cr_expect_eq(hypercube_value(&axis, 1, 0), 200);
}

Test(hypercube, ranges_of_any_form)
{
	static const struct hypercube_axis flat = { 7, 7, 7 }, edge = { 0, 0, 10 },
					   wide = { 0, 1ULL << 30, 1ULL << 37 };

	for (uint32_t i = 0; i < POINTS; i++) {
		cr_expect_eq(hypercube_value(&flat, POINTS, i), 7);
		cr_expect_leq(hypercube_value(&edge, POINTS, i), 10);
		cr_expect(!i || hypercube_value(&wide, POINTS, i) >
					hypercube_value(&wide, POINTS, i - 1));
	}
	cr_expect_eq(hypercube_value(&wide, POINTS, POINTS - 1), 1ULL << 37);
}
