// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Who acts first, and until when, against a look at all of them. */
#include <criterion/criterion.h>

#include <algorithm>
#include <random>

#include "cpu/turn_order.h"

using tw::turn_order;

static void expect_as_looked_at(const turn_order &o, const std::vector<uint64_t> &times)
{
	uint32_t first = static_cast<uint32_t>(
		std::min_element(times.begin(), times.end()) - times.begin());
	uint64_t until = turn_order::never;

	for (uint32_t i = 0; i < times.size(); i++)
		if (i != first && times[i] != turn_order::never)
			until = std::min(until, times[i] + (first < i));
	cr_assert_eq(o.time(o.first()), times[first]);
	if (times[first] == turn_order::never)
		return;
	cr_assert_eq(o.first(), first);
	cr_assert_eq(o.first_until(), until);
}

/* Few different times, so that many CPUs are at one instant. */
Test(turn_order, is_that_of_time_and_number)
{
	std::mt19937 random(1);

	for (uint32_t count = 1; count <= 64; count++) {
		std::vector<uint64_t> times(count, turn_order::never);
		turn_order o(count);

		expect_as_looked_at(o, times);
		for (int i = 0; i < 2000; i++) {
			uint32_t cpu = static_cast<uint32_t>(random() % count);

			times[cpu] = random() % 8 ? random() % 40 : turn_order::never;
			o.set(cpu, times[cpu]);
			expect_as_looked_at(o, times);
		}
	}
}

Test(turn_order, one_cpu_waits_for_nobody)
{
	turn_order o(1);

	cr_assert_eq(o.time(o.first()), turn_order::never);
	o.set(0, 5);
	cr_assert_eq(o.first(), 0u);
	cr_assert_eq(o.first_until(), turn_order::never);
}
