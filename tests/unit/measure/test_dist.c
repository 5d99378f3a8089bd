// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "measure/dist.h"

Test(dist, nothing)
{
	struct dist d = {0};
	struct dist_summary s = dist_summary(&d);

	cr_assert_eq(s.n + s.min + s.p50 + s.p99 + s.max + s.mean + s.total, 0);
	cr_assert(s.exact);
	dist_free(&d);
}

/* 1..100 in any order: rank ceil(p * n / 100) is p itself. */
Test(dist, one_to_hundred)
{
	struct dist d = {0};
	struct dist_summary s;

	for (uint64_t i = 0; i < 100; i++)
		dist_add(&d, i * 37 % 100 + 1);
	s = dist_summary(&d);
	cr_assert_eq(s.n, 100);
	cr_assert_eq(s.min, 1);
	cr_assert_eq(s.p50, 50);
	cr_assert_eq(s.p90, 90);
	cr_assert_eq(s.p99, 99);
	cr_assert_eq(s.max, 100);
	cr_assert_eq(s.total, 5050);
	cr_assert_eq(s.mean, 51, "50.5 rounds half up");
	dist_free(&d);
}

Test(dist, ranks_of_few_values)
{
	struct dist d = {0};

	dist_add(&d, 500);
	cr_assert_eq(dist_quantile(&d, 50), 500);
	dist_add(&d, 40);
	cr_assert_eq(dist_quantile(&d, 50), 40);
	cr_assert_eq(dist_quantile(&d, 51), 500);
	dist_add(&d, 70);
	cr_assert_eq(dist_quantile(&d, 50), 70);
	dist_free(&d);
}

/* Ten million values of which only three differ stay exact and small. */
Test(dist, many_equal_values_stay_exact)
{
	struct dist d = {0};
	struct dist_summary s;

	for (uint64_t i = 0; i < 1000000; i++)
		dist_add(&d, i % 10 == 0 ? 22728 : 22727);
	dist_add(&d, 9);
	s = dist_summary(&d);
	cr_assert(s.exact);
	cr_assert_eq(s.n, 1000001);
	cr_assert_eq(s.min, 9);
	cr_assert_eq(s.p50, 22727);
	cr_assert_eq(s.p99, 22728);
	cr_assert_eq(d.nr_pairs, 3);
	dist_free(&d);
}

/* Beyond the bound: min, max, mean exact, quantiles at most 0.2 % low. */
Test(dist, fallback_keeps_its_promise)
{
	struct dist d = {0};
	struct dist_summary s;
	const uint64_t n = 300000;

	for (uint64_t i = 0; i < n; i++)
		dist_add(&d, 1000000 + i * 7919 % n * 1000);
	s = dist_summary(&d);
	cr_assert_not(s.exact);
	cr_assert_eq(s.n, n);
	cr_assert_eq(s.min, 1000000);
	cr_assert_eq(s.max, 1000000 + (n - 1) * 1000);
	cr_assert_eq(s.mean, 1000000 + (n - 1) * 1000 / 2);
	for (unsigned int p = 1; p <= 100; p++) {
		uint64_t want = 1000000 + (n / 100 * p - 1) * 1000, got = dist_quantile(&d, p);

		cr_assert(got <= want && want - got <= want / 500, "p%u: %lu for %lu", p,
			  (unsigned long)got, (unsigned long)want);
	}
	dist_free(&d);
}

Test(dist, largest_values)
{
	struct dist d = {0};
	struct dist_summary s;

	dist_add(&d, UINT64_MAX);
	dist_add(&d, UINT64_MAX);
	dist_add(&d, 0);
	s = dist_summary(&d);
	cr_assert_eq(s.max, UINT64_MAX);
	cr_assert_eq(s.p50, UINT64_MAX);
	cr_assert_eq(s.mean, UINT64_MAX / 3 * 2);
	cr_assert_eq(s.total, UINT64_MAX, "saturates");
	dist_free(&d);
}

/*
 * 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared distances 9+1+1+1+0+0+4+16 = 32, variance 4. With another
 * 10: mean 50/9, sum of squares 332, variance 332/9 - (50/9)^2 = 488/81 = 6.02, root 2.45.
 */
Test(dist, standard_deviation)
{
	static const uint64_t values[] = {9, 4, 5, 2, 4, 7, 5, 4};
	struct dist d = {0};

	cr_assert_eq(dist_summary(&d).sd, 0);
	for (size_t i = 0; i < 8; i++)
		dist_add(&d, values[i]);
	cr_assert_eq(dist_summary(&d).sd, 2);
	dist_add(&d, 10);
	cr_assert_eq(dist_summary(&d).sd, 2);
	dist_free(&d);
	/* a thousand times larger: 2454 = floor(sqrt(6024691.3)) */
	for (size_t i = 0; i < 8; i++)
		dist_add(&d, 1000 * values[i]);
	dist_add(&d, 10000);
	cr_assert_eq(dist_summary(&d).sd, 2454);
	dist_free(&d);
}

/*
 * Rounding of the mean must not leak in: 1, 1, 2 have variance 2/9, and 0, 0, 2 have 8/9. Large
 * values keep it exact.
 */
Test(dist, standard_deviation_of_close_values)
{
	struct dist d = {0};
	const uint64_t big = 5000000000000000000ULL;

	dist_add(&d, 1);
	dist_add(&d, 1);
	dist_add(&d, 2);
	cr_assert_eq(dist_summary(&d).sd, 0);
	dist_free(&d);
	dist_add(&d, 0);
	dist_add(&d, 0);
	dist_add(&d, 2);
	cr_assert_eq(dist_summary(&d).sd, 0);
	dist_free(&d);
	dist_add(&d, big);
	dist_add(&d, big + 6);
	cr_assert_eq(dist_summary(&d).sd, 3);
	dist_free(&d);
	dist_add(&d, 0);
	dist_add(&d, UINT64_MAX - 1);
	cr_assert_eq(dist_summary(&d).sd, UINT64_MAX / 2);
	dist_free(&d);
}

/* 2000 values: rank ceil(0.999 * 2000) = 1998. */
Test(dist, the_last_quantile_and_the_ends_of_the_row)
{
	struct dist d = {0};
	struct dist_summary s;

	for (uint64_t i = 0; i < 2000; i++)
		dist_add(&d, (i * 7 + 3) % 2000 + 1);
	s = dist_summary(&d);
	cr_assert_eq(s.p99_9, 1998);
	cr_assert_eq(s.first, 4);
	cr_assert_eq(s.last, (1999 * 7 + 3) % 2000 + 1);
	dist_free(&d);
	dist_add(&d, 17);
	cr_assert_eq(dist_summary(&d).p99_9, 17);
	cr_assert_eq(dist_summary(&d).first, 17);
	dist_free(&d);
}

static void same_summary(struct dist *a, struct dist *b)
{
	struct dist_summary x = dist_summary(a), y = dist_summary(b);

	cr_assert_eq(x.n, y.n);
	cr_assert_eq(x.min, y.min);
	cr_assert_eq(x.p50, y.p50);
	cr_assert_eq(x.p90, y.p90);
	cr_assert_eq(x.p99_9, y.p99_9);
	cr_assert_eq(x.max, y.max);
	cr_assert_eq(x.total, y.total);
	cr_assert_eq(x.sd, y.sd);
	cr_assert_eq(x.first, y.first);
	cr_assert_eq(x.last, y.last);
	cr_assert_eq(x.exact, y.exact);
}

/* Adding the second half by a merge is as adding it value by value, exact or beyond the bound. */
Test(dist, merging_is_adding)
{
	static const struct {
		uint64_t first, second, step;
	} sizes[] = {{0, 0, 1},	      {0, 10, 1},      {10, 0, 1},
		     {3, 5000, 3},    {9000, 9000, 7}, {40000, 40000, 3},
		     {100000, 10, 1}, {10, 100000, 1}, {100000, 90000, 11}};

	for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
		struct dist a = {0}, b = {0}, all = {0};

		for (uint64_t i = 0; i < sizes[k].first + sizes[k].second; i++) {
			uint64_t value = 1000 + i * 7919 % 1000003 * sizes[k].step;

			dist_add(i < sizes[k].first ? &a : &b, value);
			dist_add(&all, value);
		}
		dist_merge(&a, &b);
		same_summary(&a, &all);
		cr_assert_eq(dist_summary(&b).n, sizes[k].second, "it keeps its values");
		dist_free(&a);
		dist_free(&b);
		dist_free(&all);
	}
}
