// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What the directory of shared lines costs the host: ns of process CPU time per access, the least
 * of several tries. Says nothing about a limit, because that depends on the machine.
 */
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <ctime>

#include "cpu/line_directory.h"

static constexpr uint64_t accesses = 4000000;
static constexpr int tries = 5;

static void ignore(void *, uint32_t, uint64_t, uint64_t) {}

/* Lines of each CPU's own, as many as a kernel's per-CPU locks. */
static uint64_t private_hits(void *d, uint64_t now)
{
	for (uint64_t i = 0; i < accesses; i++)
		now += tw_line_access(d, i & 63, (i & 0xfff) << 6, TW_LINE_ATOMIC, now);
	return now;
}

static uint64_t shared_hits(void *d, uint64_t now)
{
	for (uint64_t i = 0; i < accesses; i++)
		now += tw_line_access(d, i & 63, 0, TW_LINE_READ, now);
	return now;
}

static uint64_t transfers(void *d, uint64_t now)
{
	for (uint64_t i = 0; i < accesses; i++)
		now += tw_line_access(d, i & 63, (i >> 6 & 0xfff) << 6, TW_LINE_ATOMIC, now);
	return now;
}

/* One writer, 63 that wait: a park and a wake-up count as an access. */
static uint64_t parks(void *d, uint64_t now)
{
	for (uint64_t i = 0; i < accesses; i += 64) {
		for (uint32_t cpu = 1; cpu < 64; cpu++)
			tw_line_park(d, cpu, 0, now);
		now += tw_line_access(d, 0, 0, TW_LINE_WRITE, now);
	}
	return now;
}

static const struct {
	const char *name;
	uint64_t (*run)(void *directory, uint64_t now);
} rows[] = {
	{"atomic, own line", private_hits},
	{"load, shared line", shared_hits},
	{"atomic, transfer", transfers},
	{"park and wake", parks},
};

static double ns_now()
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

int main()
{
	static const uint64_t costs[tw::LINE_COST_NR] = {1000,	20000, 50000,  140000, 90000,
							 11000, 33000, 101000, 7000};

	for (const auto &row : rows) {
		tw::line_directory d({4, 8, 2}, 64, costs, ignore, nullptr);
		double best = 1e18;
		uint64_t now = row.run(&d, 0); /* every line has a holder */

		for (int i = 0; i < tries; i++) {
			double begin = ns_now();

			now = row.run(&d, now);
			best = std::min(best, ns_now() - begin);
		}
		printf("shared lines, %s: %.1f ns each\n", row.name, best / accesses);
		if (d.faulted()) {
			fprintf(stderr, "error: %s\n", d.fault_text().c_str());
			return 1;
		}
	}
	return 0;
}
