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
