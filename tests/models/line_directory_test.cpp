// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Every transition of a line with its time, worked out by hand from the costs in line_setup.h. */
#include "line_setup.h"

#include <cstring>
#include <functional>
#include <string>

#include "core/options.h"

enum { END, R, W, A };

struct step {
	int kind;
	uint32_t cpu;
	uint64_t at, takes; /* ns */
};

/* hit 1; transfer 20, 50, 140; memory 90; invalidation 11, 33, 101; atomic 7 */
static const struct script {
	const char *name;
	step steps[12];
	uint64_t holders;
} scripts[] = {
	{"first read", {{R, 3, 0, 90}}, 1 << 3},
	{"first write", {{W, 3, 0, 90}}, 1 << 3},
	{"first atomic", {{A, 3, 0, 97}}, 1 << 3},
	{"a lone reader is the owner",
	 {{R, 0, 0, 90}, {R, 0, 100, 1}, {W, 0, 200, 1}, {A, 0, 300, 8}},
	 1},
	{"read from an owner in the same cluster", {{W, 0, 0, 90}, {R, 1, 200, 20}}, 0x03},
	{"read from an owner in another cluster", {{W, 0, 0, 90}, {R, 3, 200, 50}}, 0x09},
	{"read from an owner on another socket", {{W, 0, 0, 90}, {R, 7, 200, 140}}, 0x81},
	{"the nearest holder supplies a reader",
	 {{W, 0, 0, 90},
	  {R, 4, 200, 140},
	  {R, 5, 400, 20},
	  {R, 6, 600, 50},
	  {R, 7, 800, 20},
	  {R, 2, 1000, 50},
	  {R, 3, 1200, 20},
	  {R, 1, 1400, 20},
	  {R, 0, 1600, 1},
	  {R, 7, 1600, 1}},
	 0xff},
	{"write from an owner in the same cluster", {{W, 0, 0, 90}, {W, 1, 200, 20}}, 0x02},
	{"write from an owner in another cluster", {{W, 0, 0, 90}, {W, 2, 200, 50}}, 0x04},
	{"write from an owner on another socket", {{W, 0, 0, 90}, {W, 4, 200, 140}}, 0x10},
	{"atomic from an owner", {{A, 0, 0, 97}, {A, 2, 200, 57}}, 0x04},
	{"upgrade, other copy in the same cluster",
	 {{R, 0, 0, 90}, {R, 1, 200, 20}, {W, 0, 400, 11}, {W, 0, 600, 1}},
	 0x01},
	{"upgrade, other copy in another cluster",
	 {{R, 0, 0, 90}, {R, 2, 200, 50}, {W, 0, 400, 33}},
	 0x01},
	{"upgrade, other copy on another socket",
	 {{R, 0, 0, 90}, {R, 4, 200, 140}, {A, 4, 400, 108}},
	 0x10},
	{"upgrade waits for the farthest copy only",
	 {{R, 0, 0, 90}, {R, 1, 200, 20}, {R, 2, 400, 50}, {R, 6, 600, 140}, {W, 1, 800, 101}},
	 0x02},
	{"write without a copy: the transfer is longer than the invalidations",
	 {{R, 0, 0, 90}, {R, 1, 200, 20}, {W, 2, 400, 50}},
	 0x04},
	{"write without a copy: an invalidation is longer than the transfer",
	 {{R, 0, 0, 90}, {R, 4, 200, 140}, {A, 1, 400, 108}},
	 0x02},
	{"write without a copy, both near",
	 {{R, 0, 0, 90}, {R, 2, 200, 50}, {W, 1, 400, 33}},
	 0x02},
	{"the line goes back and forth",
	 {{A, 0, 0, 97}, {A, 1, 200, 27}, {A, 0, 400, 27}, {A, 0, 600, 8}},
	 0x01},
	/* 0 has it at 90, 1 at 110, 2 at 160, 0 again at 210 */
	{"each waits for the one before it",
	 {{W, 0, 0, 90}, {R, 1, 10, 100}, {W, 2, 20, 140}, {R, 0, 30, 180}},
	 0x05},
	/* 1's transfer ends at 320: nobody who has a copy waits for that */
	{"a holder reads while the line is busy",
	 {{W, 0, 0, 90}, {R, 4, 200, 140}, {R, 1, 300, 60}, {R, 0, 345, 1}, {R, 4, 345, 1}},
	 0x13},
	{"a holder that writes waits while the line is busy",
	 {{W, 0, 0, 90}, {R, 4, 200, 140}, {W, 0, 300, 141}},
	 0x01},
	{"the owner's second store follows the first", {{W, 0, 0, 90}, {W, 0, 50, 41}}, 0x01},
	{"a write that waits for its turn has its effect already",
	 {{R, 0, 0, 90}, {R, 4, 100, 140}, {W, 4, 110, 231}, {R, 0, 120, 361}},
	 0x11},
	{"free at the instant the transfer ends", {{W, 0, 0, 90}, {W, 1, 90, 20}}, 0x02},
	{"busy 1 ns before that", {{W, 0, 0, 90}, {W, 1, 89, 21}}, 0x02},
	/* as called: the pump calls the lowest first */
	{"at one instant in the order of the calls",
	 {{A, 1, 5, 97}, {A, 0, 5, 124}, {A, 3, 5, 181}},
	 0x08},
};

Test(line_directory, transitions)
{
	static const tw_line_kind kinds[] = {TW_LINE_READ, TW_LINE_READ, TW_LINE_WRITE,
					     TW_LINE_ATOMIC};

	for (const script &s : scripts) {
		lines l;

		for (const step *p = s.steps; p->kind != END; p++) {
			uint64_t took = tw_line_access(&l.directory, p->cpu, LINE, kinds[p->kind],
						       p->at * NS);

			cr_expect_eq(took, p->takes * NS, "%s: cpu%u at %lu ns takes %lu ps",
				     s.name, p->cpu, p->at, took);
		}
		cr_expect_eq(l.holders(), s.holders, "%s: holders %lx", s.name, l.holders());
		cr_expect(l.wakes.empty() && !l.directory.faulted(), "%s", s.name);
	}
}

/* A new line is the CPU's own; one that a device has written is not new. */
Test(line_directory, new_lines_may_be_adopted)
{
	lines l;
	tw::line_directory &d = l.directory;

	d.adopt_new_lines();
	cr_assert_eq(d.access(5, LINE, TW_LINE_ATOMIC, 10), 8 * NS);
	cr_assert_eq(d.access(4, LINE, TW_LINE_READ, 100 * NS), 20 * NS);
	d.device_write(LINE, 200 * NS);
	cr_assert_eq(d.access(4, LINE, TW_LINE_READ, 300 * NS), 90 * NS);
	d.device_write(LINE + 64, 200 * NS);
	cr_assert_eq(d.access(0, LINE + 64, TW_LINE_READ, 300 * NS), 90 * NS);
}

Test(line_directory, a_line_is_its_64_bytes)
{
	lines l;
	tw::line_directory &d = l.directory;

	cr_assert_eq(d.access(0, 0x1000, TW_LINE_WRITE, 0), 90 * NS);
	cr_assert_eq(d.access(0, 0x103f, TW_LINE_WRITE, 100 * NS), 1 * NS);
	cr_assert_eq(d.access(0, 0x1040, TW_LINE_WRITE, 101 * NS), 90 * NS);
	cr_assert_eq(d.access(0, 0x0fff, TW_LINE_WRITE, 101 * NS), 90 * NS);
	cr_assert_eq(d.access(0, 0, TW_LINE_WRITE, 101 * NS), 90 * NS);
	cr_assert_eq(d.access(0, ~0ULL, TW_LINE_WRITE, 101 * NS), 90 * NS);
	cr_assert_eq(d.access(0, ~63ULL, TW_LINE_WRITE, 300 * NS), 1 * NS);
	cr_assert_null(d.peek(0x2000));
}

/* Also that a line that is busy holds up no other. */
Test(line_directory, many_lines_are_kept)
{
	lines l;

	for (uint64_t i = 0; i < 100000; i++)
		cr_assert_eq(l.directory.access(i % 8, i * 64 << 20, TW_LINE_WRITE, i), 90 * NS);
	for (uint64_t i = 0; i < 100000; i++) {
		uint64_t took =
			l.directory.access(i % 8, i * 64 << 20, TW_LINE_WRITE, 200000 * NS + i);

		cr_assert_eq(took, 1 * NS, "line %lu: %lu", i, took);
	}
}

Test(line_directory, costs_are_looked_up_at_every_use)
{
	lines l;

	cr_assert_eq(l.write(0, 0), 90);
	l.costs[tw::LINE_HIT] = 3 * NS;
	l.costs[tw::LINE_OTHER_CLUSTER] = 60 * NS;
	cr_assert_eq(l.write(0, 100), 3);
	cr_assert_eq(l.write(2, 200), 60);
}

/* An owner hands the line over with the transfer; only copies are invalidated. */
Test(line_directory, taking_a_line_from_its_owner_is_no_invalidation)
{
	lines l;

	l.costs[tw::LINE_INVALIDATE_CLUSTER] = 500 * NS;
	cr_assert_eq(l.write(0, 0), 90);
	cr_assert_eq(l.write(1, 200), 20);
	cr_assert_eq(l.read(0, 400), 20);
	cr_assert_eq(l.write(1, 600), 500);
}

/* Something that breaks a rule, and what is said about it. */
static const struct {
	const char *text;
	void (*act)(lines &l);
} faults[] = {
	{"shared lines: cpu3 at 0x5000001000, 199999 ps: time runs backwards; only the earliest "
	 "CPU may ask (line last used at 200000 ps)",
	 [](lines &l) { l.directory.access(3, LINE, TW_LINE_READ, 199999); }},
	{"shared lines: cpu0 at 0x5000001000, 7000 ps: time runs backwards; only the earliest CPU "
	 "may ask (line last used at 200000 ps)",
	 [](lines &l) { l.park(0, 7); }},
	{"shared lines: device at 0x5000001000, 7000 ps: time runs backwards; only the earliest "
	 "CPU may ask (line last used at 200000 ps)",
	 [](lines &l) { l.directory.device_write(LINE, 7 * NS); }},
	{"shared lines: cpu8 at 0x5000001000, 300000 ps: no such CPU (line last used at 0 ps)",
	 [](lines &l) { l.read(8, 300); }},
	{"shared lines: cpu64 at 0x5000001000, 300000 ps: no such CPU (line last used at 0 ps)",
	 [](lines &l) { l.read(64, 300); }},
	{"shared lines: cpu1 at 0x5000001000, 300000 ps: access by a CPU that is parked (line last "
	 "used at 0 ps)",
	 [](lines &l) { l.read(1, 300); }},
	{"shared lines: cpu1 at 0x5000001000, 300000 ps: access by a CPU that is parked (line last "
	 "used at 0 ps)",
	 [](lines &l) { l.park(1, 300); }},
	{"shared lines: cpu0 at 0x5000001000, 300000 ps: unknown kind of access (line last used at "
	 "0 ps)",
	 [](lines &l) { l.directory.access(0, LINE, static_cast<tw_line_kind>(3), 300 * NS); }},
};

/* CPU 1 is parked, the line was last touched at 200 ns. */
static void before_fault(lines &l)
{
	l.read(0, 0);
	l.read(1, 100);
	cr_assert_eq(l.park(1, 200), PARKED);
	cr_assert(!l.directory.faulted());
	cr_assert_eq(l.directory.fault_text(), "");
}

Test(line_directory, broken_rules_are_faults)
{
	for (const auto &f : faults) {
		lines l;

		before_fault(l);
		f.act(l);
		cr_expect(l.directory.faulted());
		cr_expect_eq(l.directory.fault_text(), f.text, "%s",
			     l.directory.fault_text().c_str());
	}
}

Test(line_directory, the_first_fault_counts_and_nothing_happens_after_it)
{
	for (const auto &f : faults) {
		lines l;

		before_fault(l);
		l.read(9, 1000);
		f.act(l);
		cr_expect_eq(l.write(0, 2000), 0);
		cr_expect_eq(l.park(0, 2000), 0);
		cr_expect_eq(tw_line_unpark(&l.directory, 1), 0);
		l.directory.device_write(LINE, 3000 * NS);
		cr_expect_eq(l.holders(), 3);
		cr_expect(l.wakes.empty());
		cr_expect(strstr(l.directory.fault_text().c_str(), "cpu9"));
	}
}

static std::string refusal(const tw::cpu_shape &shape, uint32_t line_size)
{
	uint64_t costs[tw::LINE_COST_NR] = {};

	try {
		tw::line_directory d(shape, line_size, costs, lines::keep, nullptr);
	} catch (const tw::bad_input &e) {
		return e.what();
	}
	return "";
}

Test(line_directory, bad_shapes_and_line_sizes_are_refused)
{
	static const tw::cpu_shape bad[] = {{0, 1, 1},	{1, 0, 1},	  {1, 1, 0},
					    {65, 1, 1}, {1, 1, 65},	  {3, 11, 2},
					    {8, 8, 2},	{1U << 31, 2, 1}, {2, 1U << 31, 2}};

	for (const tw::cpu_shape &s : bad)
		cr_expect_neq(refusal(s, 64), "", "%u %u %u", s.cpus_per_cluster,
			      s.clusters_per_socket, s.sockets);
	for (uint32_t size : {0u, 1u, 8u, 48u, 65u, 8192u, 1u << 31})
		cr_expect_neq(refusal(eight_cpus, size), "", "%u", size);
	cr_expect_eq(refusal({4, 8, 2}, 64), "");
	cr_expect_eq(refusal({64, 1, 1}, 16), "");
	cr_expect_eq(refusal({1, 64, 1}, 4096), "");
	cr_expect_eq(refusal({3, 11, 2}, 64),
		     "3 CPUs per cluster, 11 clusters per socket, 2 sockets; each must be at least "
		     "1, all CPUs at most 64");
	cr_expect_eq(refusal(eight_cpus, 48),
		     "cache line of 48 bytes; a power of two from 16 to 4096 is needed");
}

/* CPUs 62 and 63: the highest bits of every set. */
Test(line_directory, sixty_four_cpus)
{
	lines l({4, 8, 2});

	cr_assert_eq(l.write(63, 0), 90);
	cr_assert_eq(l.read(60, 200), 20);
	cr_assert_eq(l.read(59, 400), 50);
	cr_assert_eq(l.read(31, 600), 140);
	cr_assert_eq(l.read(0, 800), 50);
	cr_assert_eq(l.write(63, 1000), 101);
	cr_assert_eq(l.holders(), 1ULL << 63);
}
