/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A directory of shared lines with costs that cannot be mistaken for each other, and every wake-up
 * kept. The small machine: CPUs 0 1 | 2 3 || 4 5 | 6 7, | between clusters, || between sockets.
 */
#ifndef TESTS_MODELS_LINE_SETUP_H
#define TESTS_MODELS_LINE_SETUP_H

#include <criterion/criterion.h>

#include <vector>

#include "cpu/line_directory.h"

static constexpr uint64_t NS = 1000;
static constexpr uint64_t PARKED = ~0ULL;
static constexpr uint64_t LINE = 0x5000001000;

static constexpr tw::cpu_shape eight_cpus = {2, 2, 2};

struct woken {
	uint32_t cpu;
	uint64_t since, at;

	bool operator==(const woken &o) const
	{
		return cpu == o.cpu && since == o.since && at == o.at;
	}
};

struct lines {
	explicit lines(const tw::cpu_shape &shape = eight_cpus)
	    : directory(shape, 64, costs, keep, &wakes)
	{
	}

	/* As the directory's, in ns. */
	uint64_t read(uint32_t cpu, uint64_t now)
	{
		return directory.access(cpu, LINE, TW_LINE_READ, now * NS) / NS;
	}
	uint64_t write(uint32_t cpu, uint64_t now)
	{
		return directory.access(cpu, LINE, TW_LINE_WRITE, now * NS) / NS;
	}
	uint64_t atomic(uint32_t cpu, uint64_t now)
	{
		return directory.access(cpu, LINE, TW_LINE_ATOMIC, now * NS) / NS;
	}
	/* ~0: parked. */
	uint64_t park(uint32_t cpu, uint64_t now)
	{
		uint64_t wait = directory.park(cpu, LINE, now * NS);

		return wait == PARKED ? wait : wait / NS;
	}
	uint64_t holders() const
	{
		return directory.peek(LINE)->holders;
	}

	static void keep(void *ctx, uint32_t cpu, uint64_t since, uint64_t at)
	{
		static_cast<std::vector<woken> *>(ctx)->push_back({cpu, since / NS, at / NS});
	}

	/* In the order of tw::line_cost. */
	uint64_t costs[tw::LINE_COST_NR] = {1 * NS,  20 * NS, 50 * NS,	140 * NS, 90 * NS,
					    11 * NS, 33 * NS, 101 * NS, 7 * NS};
	std::vector<woken> wakes;
	tw::line_directory directory;
};

#endif
