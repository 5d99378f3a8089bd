// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Intervals from variants of a run, worked out by hand. */
#include <criterion/criterion.h>

#include "report/uncertainty.h"

#define REPORT(outcome, a, b) \
	"{\"result\":{\"outcome\":\"" outcome "\"},\"run\":{\"blocks\":" a "}," \
	"\"window\":{\"length_ps\":" a "},\"spi\":[{\"cs_low_ps\":" b "}]}"

/* Constant 0 moves both figures, constant 3 only the first and both ends up, 7 ends in failure. */
static const struct uncertainty_variant variants[] = {
	{0, 1, REPORT("ok", "970", "2000")}, {0, 2, REPORT("ok", "1040", "2600")},
	{3, 1, REPORT("ok", "1010", "2000")}, {3, 2, REPORT("ok", "1030", "2000")},
	{7, 1, REPORT("task-failed", "1", "1")}, {7, 2, NULL},
};

static struct uncertainty *make(void)
{
	return uncertainty_new(REPORT("ok", "1000", "2000"), variants, 6);
}

Test(uncertainty, deviations_add_up_as_squares_on_each_side)
{
	struct uncertainty *u = make();
	uint64_t low, high;

	cr_assert(uncertainty_of(u, "window.length_ps", &low, &high));
	cr_expect_eq(low, 970);
	cr_expect_eq(high, 1050, "40 and 30 make 50, got %lu", high);
	cr_assert(uncertainty_of(u, "spi.0.cs_low_ps", &low, &high));
	cr_expect_eq(low, 2000);
	cr_expect_eq(high, 2600);
	uncertainty_free(u);
}

Test(uncertainty, what_is_no_result_has_no_interval)
{
	struct uncertainty *u = make();
	uint64_t low, high;

	cr_expect_not(uncertainty_of(u, "run.blocks", &low, &high));
	cr_expect_not(uncertainty_of(u, "spi.1.cs_low_ps", &low, &high));
	uncertainty_free(u);
}

Test(uncertainty, another_ending_counts_as_missing)
{
	struct uncertainty *u = make();

	cr_expect_eq(uncertainty_variants(u), 6);
	cr_expect_eq(uncertainty_missing(u), 2);
	uncertainty_free(u);
}

/*
 * Regression: interval_cut_to_the_tolerance
 * Expected: what a scenario expects of a figure changes nothing of its interval.
 * Buggy: variants out of tolerance ended as "expectation-failed", not "ok", and were left out.
 */
Test(uncertainty, unmet_expectations_are_no_other_ending)
{
	static const struct uncertainty_variant v[] = {
		{0, 1, REPORT("expectation-failed", "900", "1")}, {0, 2, REPORT("ok", "1010", "1")},
	};
	struct uncertainty *u = uncertainty_new(REPORT("ok", "1000", "1"), v, 2);
	uint64_t low, high;

	cr_expect_eq(uncertainty_missing(u), 0);
	cr_assert(uncertainty_of(u, "window.length_ps", &low, &high));
	cr_expect_eq(low, 900);
	uncertainty_free(u);
}

Test(uncertainty, the_tornado_has_the_widest_first)
{
	struct uncertainty_bar bars[2];
	struct uncertainty *u = make();
	uint64_t value;

	cr_assert_eq(uncertainty_tornado(u, "window.length_ps", &value, bars, 2), 2);
	cr_expect_eq(value, 1000);
	cr_expect_eq(bars[0].cost, 0);
	cr_expect_eq(bars[0].at_low, 970);
	cr_expect_eq(bars[0].at_high, 1040);
	cr_expect_eq(bars[0].swing, 70);
	cr_expect_eq(bars[1].cost, 3);
	cr_expect_eq(bars[1].swing, 30);
	cr_assert_eq(uncertainty_tornado(u, "window.length_ps", &value, bars, 1), 1);
	cr_expect_eq(bars[0].cost, 0, "the narrower one does not push it out");
	cr_expect_eq(uncertainty_tornado(u, "no.such", &value, bars, 2), 0);
	uncertainty_free(u);
}

Test(uncertainty, no_interval_ends_below_zero)
{
	static const struct uncertainty_variant v[] = {
		{0, 1, REPORT("ok", "10", "0")}, {0, 2, REPORT("ok", "10", "9")},
		{1, 1, REPORT("ok", "10", "0")}, {1, 2, REPORT("ok", "10", "9")},
	};
	struct uncertainty *u = uncertainty_new(REPORT("ok", "10", "5"), v, 4);
	uint64_t low, high;

	cr_assert(uncertainty_of(u, "spi.0.cs_low_ps", &low, &high));
	cr_expect_eq(low, 0, "5 - 7.07");
	cr_expect_eq(high, 11, "5 + 5.66, rounded");
	uncertainty_free(u);
}
