// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* CPUs that wait for a write: who wakes, when, how often. Costs: line_setup.h. */
#include "line_setup.h"

static void expect_wakes(const lines &l, const std::vector<woken> &expected)
{
	cr_expect_eq(l.wakes.size(), expected.size(), "%zu wake-ups", l.wakes.size());
	for (size_t i = 0; i < l.wakes.size() && i < expected.size(); i++)
		cr_expect(l.wakes[i] == expected[i], "%zu: cpu%u since %lu at %lu", i,
			  l.wakes[i].cpu, l.wakes[i].since, l.wakes[i].at);
}

/* All read the line, then all but `writer` park at 5000, 5001, ... */
static void park_all_but(lines &l, uint32_t writer)
{
	for (uint32_t cpu = 0; cpu < 8; cpu++)
		l.read(cpu, cpu * 200);
	for (uint32_t cpu = 0; cpu < 8; cpu++)
		if (cpu != writer)
			cr_assert_eq(l.park(cpu, 5000 + cpu), PARKED);
}

/* The write ends at 10101; then 20 from the writer, 50 from its cluster, 20, 140 to the other
 * socket, 20, 50, 20. */
Test(line_park, a_write_wakes_all_one_after_the_other)
{
	lines l;

	park_all_but(l, 0);
	cr_assert_eq(l.write(0, 10000), 101);
	expect_wakes(l, {{1, 5001, 10121},
			 {2, 5002, 10171},
			 {3, 5003, 10191},
			 {4, 5004, 10331},
			 {5, 5005, 10351},
			 {6, 5006, 10401},
			 {7, 5007, 10421}});
	cr_assert_eq(l.holders(), 0xff);
}

/* The writer's cluster, its socket, the rest; by number within each. An atomic takes 7 more. */
Test(line_park, those_near_the_writer_wake_first)
{
	lines l;

	park_all_but(l, 5);
	cr_assert_eq(l.atomic(5, 10000), 108);
	expect_wakes(l, {{4, 5004, 10128},
			 {6, 5006, 10178},
			 {7, 5007, 10198},
			 {0, 5000, 10338},
			 {1, 5001, 10358},
			 {2, 5002, 10408},
			 {3, 5003, 10428}});
}

Test(line_park, a_write_wakes_once)
{
	lines l;

	park_all_but(l, 0);
	l.write(0, 10000);
	l.wakes.clear();
	cr_assert_eq(l.write(0, 20000), 101);
	cr_assert_eq(l.write(0, 21000), 1);
	expect_wakes(l, {});
	/* 3 read meanwhile and waits again: only 3 wakes. */
	cr_assert_eq(l.read(3, 22000), 50);
	cr_assert_eq(l.park(3, 22050), PARKED);
	cr_assert_eq(l.write(0, 23000), 33);
	expect_wakes(l, {{3, 22050, 23083}});
}

/* The woken CPUs are in the way of the next writer: 1 has the line at 10121, 2 at 10171. */
Test(line_park, the_next_write_comes_after_the_fetches)
{
	lines l;

	l.write(0, 0);
	l.read(1, 200);
	l.read(2, 400);
	cr_assert_eq(l.park(1, 600), PARKED);
	cr_assert_eq(l.park(2, 600), PARKED);
	cr_assert_eq(l.write(0, 10000), 33);
	expect_wakes(l, {{1, 600, 10053}, {2, 600, 10103}});
	/* until 10103, then the longer of 50 from cluster 0 and its invalidation */
	cr_assert_eq(l.write(3, 10010), 93 + 33);
	/* 1 looks again when it wakes: it lost the line meanwhile, at 10136 it is free */
	cr_assert_eq(l.read(1, 10053), 83 + 50);
}

Test(line_park, reads_wake_nobody)
{
	lines l;

	cr_assert_eq(l.write(1, 0), 90);
	cr_assert_eq(l.park(1, 100), PARKED); /* an owner may wait, too */
	cr_assert_eq(l.read(0, 200), 20);
	cr_assert_eq(l.read(4, 400), 140);
	expect_wakes(l, {});
	cr_assert_eq(l.write(4, 600), 101);
	expect_wakes(l, {{1, 100, 841}});
}

/* Written between its read and its park: it does not wait, it reads again. */
Test(line_park, a_write_before_the_park_is_noticed)
{
	lines l;

	cr_assert_eq(l.read(1, 0), 90);
	cr_assert_eq(l.write(0, 80), 30);
	cr_assert_eq(l.park(1, 90), 20 + 20);
	cr_assert_eq(l.park(1, 130), PARKED);
	cr_assert_eq(l.write(0, 200), 11);
	expect_wakes(l, {{1, 130, 231}});
}

Test(line_park, one_who_never_read_does_not_wait)
{
	lines l;

	cr_assert_eq(l.park(1, 0), 90);
	cr_assert_eq(l.park(1, 90), PARKED);
}

Test(line_park, an_interrupt_ends_the_wait)
{
	lines l;

	l.read(0, 0);
	l.read(1, 200);
	cr_assert_eq(l.park(1, 400), PARKED);
	cr_assert_eq(tw_line_unpark(&l.directory, 1), 1);
	cr_assert_eq(tw_line_unpark(&l.directory, 1), 0);
	cr_assert_eq(tw_line_unpark(&l.directory, 0), 0);
	cr_assert_eq(tw_line_unpark(&l.directory, 8), 0);
	cr_assert_eq(tw_line_unpark(&l.directory, 64), 0);
	cr_assert_eq(l.read(1, 500), 1);
	cr_assert_eq(l.park(1, 501), PARKED);
	l.directory.unpark(1);
	cr_assert_eq(l.write(0, 600), 11);
	expect_wakes(l, {});
	cr_assert_not(l.directory.faulted());
}

/* All copies are gone: the first fetches from memory, the next from the nearest that has it. */
Test(line_park, a_device_wakes_by_number)
{
	lines l;

	park_all_but(l, 5);
	tw_line_device_write(&l.directory, LINE, 10000 * NS);
	expect_wakes(l, {{0, 5000, 10090},
			 {1, 5001, 10110},
			 {2, 5002, 10160},
			 {3, 5003, 10180},
			 {4, 5004, 10320},
			 {6, 5006, 10370},
			 {7, 5007, 10390}});
	cr_assert_eq(l.holders(), 0xdf);
	/* 5 lost its copy and comes after them. */
	cr_assert_eq(l.read(5, 10001), 389 + 20);
}

Test(line_park, a_device_takes_the_line_when_it_is_free)
{
	lines l;

	cr_assert_eq(l.write(0, 0), 90);
	tw_line_device_write(&l.directory, LINE, 40 * NS);
	cr_assert_eq(l.holders(), 0);
	cr_assert_eq(l.write(1, 50), 40 + 90);
	expect_wakes(l, {});
}

Test(line_park, cpus_wait_on_lines_of_their_own)
{
	lines l;
	tw::line_directory &d = l.directory;

	d.access(0, LINE, TW_LINE_READ, 0);
	d.access(1, LINE + 64, TW_LINE_READ, 0);
	cr_assert_eq(tw_line_park(&d, 0, LINE + 8, 100 * NS), PARKED);
	cr_assert_eq(tw_line_park(&d, 1, LINE + 72, 100 * NS), PARKED);
	d.access(2, LINE + 64, TW_LINE_WRITE, 200 * NS);
	expect_wakes(l, {{1, 100, 300}});
	d.access(2, LINE, TW_LINE_WRITE, 300 * NS);
	expect_wakes(l, {{1, 100, 300}, {0, 100, 400}});
}
