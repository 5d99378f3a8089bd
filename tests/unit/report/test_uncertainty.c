// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Intervals from variants of a run, worked out by hand. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "report/uncertainty.h"

#define REPORT(outcome, a, b)                                                                      \
	"{\"result\":{\"outcome\":\"" outcome "\"},\"costs\":[{\"value\":" a "}],"                 \
	"\"window\":{\"length_ps\":" a "},\"spi\":[{\"cs_low_ps\":" b "}]}"
#define JOINT UNCERTAINTY_JOINT

/*
 * Constant 0 moves both figures, constant 3 only the first and both ends up, 7 ends in failure at
 * its low end. Two variants have all constants off at once, one of which is no end of anything.
 */
static const uint64_t values[9][8] = {[4] = {[7] = 70}, [7] = {1, 2}};
static const struct uncertainty_variant variants[] = {
	{0, values[0], REPORT("ok", "970", "2000")},
	{0, values[1], REPORT("ok", "1040", "2600")},
	{3, values[2], REPORT("ok", "1010", "2000")},
	{3, values[3], REPORT("ok", "1030", "2000")},
	{7, values[4], REPORT("task-failed", "1", "1")},
	{7, values[5], REPORT("ok", "1000", "2000")},
	{JOINT, values[6], REPORT("ok", "990", "1500")},
	{JOINT, values[7], REPORT("no-progress", "9999", "1")},
	{JOINT, values[8], REPORT("ok", "1100", "2100")},
};

static struct uncertainty *make(void)
{
	return uncertainty_new(REPORT("ok", "1000", "2000"), variants, 9);
}

static void expect_interval(const struct uncertainty *u, const char *path, uint64_t low,
			    uint64_t high)
{
	uint64_t is_low = 0, is_high = 0;

	cr_assert(uncertainty_of(u, path, &is_low, &is_high), "%s", path);
	cr_expect_eq(is_low, low, "%s: low %lu, not %lu", path, is_low, low);
	cr_expect_eq(is_high, high, "%s: high %lu, not %lu", path, is_high, high);
}

static void expect_none(const struct uncertainty *u, const char *path)
{
	uint64_t low, high;

	cr_expect_not(uncertainty_of(u, path, &low, &high), "%s", path);
}

/*
 * Regression: interval_beyond_all_that_was_seen
 * Expected: an interval ends at values that some variant has.
 * Buggy: effects of single constants were added as squares: CS low "at least" 261 us where no
 * variant was below 2.03 ms, and low ends of 0 ps.
 */
Test(uncertainty, ends_are_the_least_and_the_most_seen)
{
	struct uncertainty *u = make();

	expect_interval(u, "window.length_ps", 970, 1100);
	expect_interval(u, "spi.0.cs_low_ps", 1500, 2600);
	uncertainty_free(u);
}

/* All variants lie on one side: the run itself is the other end. */
Test(uncertainty, the_run_itself_was_seen_too)
{
	struct uncertainty *u = uncertainty_new(REPORT("ok", "1200", "1000"), variants, 4);

	expect_interval(u, "window.length_ps", 970, 1200);
	expect_interval(u, "spi.0.cs_low_ps", 1000, 2600);
	uncertainty_free(u);
}

Test(uncertainty, what_is_no_result_or_does_not_move_has_no_interval)
{
	struct uncertainty *u = make();

	expect_none(u, "costs.0.value");
	expect_none(u, "spi.1.cs_low_ps");
	uncertainty_free(u);
	u = uncertainty_new(REPORT("ok", "1000", "2000"), &variants[2], 2);
	expect_none(u, "spi.0.cs_low_ps");
	expect_none(NULL, "window.length_ps");
	uncertainty_free(u);
}

Test(uncertainty, variants_that_ended_in_another_way_are_named)
{
	struct uncertainty *u = make();
	struct uncertainty_other other;

	cr_expect_eq(uncertainty_variants(u), 9);
	cr_expect_eq(uncertainty_joint(u), 3);
	cr_assert_eq(uncertainty_others(u), 2);
	other = uncertainty_other(u, 0);
	cr_expect_eq(other.cost, 7);
	cr_expect_eq(other.values[7], 70);
	cr_expect_str_eq(other.outcome, "task-failed");
	other = uncertainty_other(u, 1);
	cr_expect_eq(other.cost, JOINT);
	cr_expect_eq(other.values[1], 2);
	cr_expect_str_eq(other.outcome, "no-progress");
	cr_expect_eq(uncertainty_others(NULL), 0);
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
		{0, values[0], REPORT("expectation-failed", "900", "1")},
		{0, values[1], REPORT("ok", "1010", "1")},
	};
	struct uncertainty *u = uncertainty_new(REPORT("ok", "1000", "1"), v, 2);

	cr_expect_eq(uncertainty_others(u), 0);
	expect_interval(u, "window.length_ps", 900, 1010);
	uncertainty_free(u);
}

#define GAPS(n, min, max)                                                                          \
	"{\"result\":{\"outcome\":\"ok\"},\"spi\":[{\"gaps\":{\"word\":{\"n\":" n                  \
	",\"min_ps\":" min ",\"max_ps\":" max ",\"total_ps\":" max "}}}]}"

/* Where there is no gap, 0 ps is no length of one; that there is none and no time in any counts. */
Test(uncertainty, statistics_of_nothing_are_not_seen)
{
	static const struct uncertainty_variant v[] = {
		{0, values[0], GAPS("0", "0", "0")},
		{0, values[1], GAPS("3", "40", "70")},
	};
	struct uncertainty *u = uncertainty_new(GAPS("2", "50", "60"), v, 2);

	expect_interval(u, "spi.0.gaps.word.n", 0, 3);
	expect_interval(u, "spi.0.gaps.word.min_ps", 40, 50);
	expect_interval(u, "spi.0.gaps.word.max_ps", 60, 70);
	expect_interval(u, "spi.0.gaps.word.total_ps", 0, 70);
	uncertainty_free(u);
	u = uncertainty_new(GAPS("0", "0", "0"), &v[1], 1);
	expect_interval(u, "spi.0.gaps.word.n", 0, 3);
	expect_none(u, "spi.0.gaps.word.min_ps");
	uncertainty_free(u);
}

/* SplitMix64 */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

#define SEEDS 50
#define RUNS 20
#define STATS 4

static const char *const names[STATS] = {"min_ps", "p50_ps", "p99_ps", "max_ps"};

/* A distribution with min <= p50 <= p99 <= max, as every report has them. */
static void random_report(char *text, size_t size, uint64_t *seed)
{
	uint64_t v[STATS];

	v[0] = next(seed) % 1000;
	for (int i = 1; i < STATS; i++)
		v[i] = v[i - 1] + next(seed) % 3 * (next(seed) % 100000);
	snprintf(text, size,
		 "{\"result\":{\"outcome\":\"ok\"},\"observed\":[{\"n\":5,\"min_ps\":%lu,"
		 "\"p50_ps\":%lu,\"p99_ps\":%lu,\"max_ps\":%lu}]}",
		 v[0], v[1], v[2], v[3]);
}

/* Twenty random reports never agree, so every statistic has an interval. */
static void expect_order(const struct uncertainty *u, uint64_t seed)
{
	uint64_t before[2] = {0, 0}, now[2];
	char path[40];

	for (int i = 0; i < STATS; i++) {
		snprintf(path, sizeof(path), "observed.0.%s", names[i]);
		cr_assert(uncertainty_of(u, path, &now[0], &now[1]), "%s, seed %lu", path, seed);
		cr_expect_geq(now[0], before[0], "low of %s, seed %lu", names[i], seed);
		cr_expect_geq(now[1], before[1], "high of %s, seed %lu", names[i], seed);
		cr_expect_leq(now[0], now[1]);
		before[0] = now[0];
		before[1] = now[1];
	}
}

/*
 * Regression: low_of_the_maximum_below_low_of_the_median
 * Expected: low(min) <= low(p50) <= low(max), and the same for high, whatever the variants are.
 * Buggy: each statistic had an interval of its own making; those of bistable gaps crossed.
 */
Test(uncertainty, intervals_of_statistics_never_cross)
{
	static char text[RUNS][300];
	struct uncertainty_variant v[RUNS];

	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		uint64_t state = seed;
		struct uncertainty *u;

		for (int i = 0; i < RUNS; i++) {
			random_report(text[i], sizeof(text[i]), &state);
			v[i] = (struct uncertainty_variant){JOINT, values[0], text[i]};
		}
		u = uncertainty_new(text[0], v, RUNS);
		expect_order(u, seed);
		uncertainty_free(u);
	}
}

Test(uncertainty, the_tornado_has_the_widest_first)
{
	struct uncertainty_bar bars[3];
	struct uncertainty *u = make();
	uint64_t value;

	cr_assert_eq(uncertainty_tornado(u, "window.length_ps", &value, bars, 3), 2,
		     "neither what did not end well nor joint variants have a bar");
	cr_expect_eq(value, 1000);
	cr_expect_eq(bars[0].cost, 0);
	cr_expect_eq(bars[0].at_low, 970);
	cr_expect_eq(bars[0].at_high, 1040);
	cr_expect_eq(bars[0].swing, 70);
	cr_expect_eq(bars[1].cost, 3);
	cr_expect_eq(bars[1].swing, 30);
	cr_assert_eq(uncertainty_tornado(u, "window.length_ps", &value, bars, 1), 1);
	cr_expect_eq(bars[0].cost, 0, "the narrower one does not push it out");
	cr_expect_eq(uncertainty_tornado(u, "no.such", &value, bars, 3), 0);
	uncertainty_free(u);
}
