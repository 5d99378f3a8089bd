// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * N CPUs that add to one counter without pause, on 2 sockets of 8 clusters of 4. They take turns,
 * so the time is that of the line's way around: 0, 1, ... N - 1, 0, ... Costs: line_setup.h.
 */
#include "line_setup.h"

#include <algorithm>

static constexpr tw::cpu_shape sixty_four = {4, 8, 2};

struct adder {
	uint64_t next = 0, done = 0;
	uint64_t last_gap = 0;
	uint64_t longest_wait = 0;
};

/* Each adds until it has done `rounds` or its next add would begin after `until`. Returns the end
 * of the last. */
static uint64_t add(lines &l, std::vector<adder> &cpus, uint64_t rounds, uint64_t until)
{
	uint64_t end = 0;

	for (;;) {
		adder *first = nullptr;

		for (adder &a : cpus)
			if (a.done < rounds && a.next <= until && (!first || a.next < first->next))
				first = &a;
		if (!first)
			return end;
		uint64_t took = l.atomic(static_cast<uint32_t>(first - cpus.data()), first->next);

		first->last_gap = took;
		first->longest_wait = std::max(first->longest_wait, took);
		first->next += took;
		first->done++;
		end = std::max(end, first->next);
	}
}

/* By hand, 10 adds each: 97 for the first, then 27 within a cluster, 57 between clusters, 147
 * between sockets. N = 8: 97 + 10 x (6 x 27 + 57) forward + 9 x 57 back to CPU 0. */
Test(line_contention, totals_worked_out)
{
	static const struct {
		uint32_t cpus;
		uint64_t total;
	} rows[] = {{1, 97 + 9 * 8}, {2, 610}, {4, 1150}, {8, 2800}, {32, 11080}, {64, 23830}};

	for (const auto &row : rows) {
		lines l(sixty_four);
		std::vector<adder> cpus(row.cpus);
		uint64_t total = add(l, cpus, 10, ~0ULL);

		cr_expect_eq(total, row.total, "%u CPUs: %lu", row.cpus, total);
	}
}

/* Steps from CPU n to n + 1 below n = N - 1, and back to 0. */
static uint64_t ring(uint64_t n)
{
	uint64_t sockets = (n - 1) / 32, clusters = (n - 1) / 4 - sockets;
	uint64_t back = n <= 4 ? 27 : n <= 32 ? 57 : 147;

	if (n == 1)
		return 8;
	return 147 * sockets + 57 * clusters + 27 * (n - 1 - sockets - clusters) + back;
}

Test(line_contention, every_number_of_cpus)
{
	for (uint32_t n = 1; n <= 64; n++) {
		lines l(sixty_four);
		std::vector<adder> cpus(n);
		uint64_t back = n == 1 ? 8 : n <= 4 ? 27 : n <= 32 ? 57 : 147;
		uint64_t total = add(l, cpus, 100, ~0ULL);

		cr_expect_eq(total, 97 + 100 * ring(n) - back, "%u CPUs: %lu", n, total);
		for (const adder &a : cpus)
			cr_expect_eq(a.last_gap, ring(n), "%u CPUs: gap %lu", n, a.last_gap);
	}
}

/* Served in the order of arrival: nobody is ever ahead by more than one, nobody waits longer than
 * one way around (the first round comes from memory). */
Test(line_contention, nobody_starves)
{
	for (uint32_t n = 1; n <= 64; n++) {
		lines l(sixty_four);
		std::vector<adder> cpus(n);
		uint64_t least = ~0ULL, most = 0;

		add(l, cpus, ~0ULL, 50000 + n * 13);
		for (const adder &a : cpus) {
			least = std::min(least, a.done);
			most = std::max(most, a.done);
			cr_expect_leq(a.longest_wait, ring(n) + 97, "%u CPUs", n);
		}
		cr_expect_leq(most - least, 1, "%u CPUs: %lu to %lu", n, least, most);
		cr_expect_gt(least, 5);
	}
}

/* Two CPUs in turn, 200 ns apart: the line is free each time, only its way counts. */
Test(line_contention, no_waiting_below_saturation)
{
	lines l(sixty_four);
	uint64_t now = 0;

	l.atomic(0, 0);
	for (int i = 0; i < 100; i++) {
		now += 200;
		cr_assert_eq(l.atomic(i % 2, now), i ? 27 : 8);
	}
}
