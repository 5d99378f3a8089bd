// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Several tasks: when they start, by which policy, under which names. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(tasks, .init = place_enter, .fini = place_leave);

#define FLASH "devices:\n  flash0: {fill: prng}\n  spi1: {dma: off}\ntasks:\n"

static json_t *run_tasks(const char *tasks, int code)
{
	const char *name = scenario("s.yaml", text(FLASH "%s", tasks));
	struct said s = SPITWIN("run", name, "-o", "out", "--json");

	expect_code(&s, code);
	return report_of(s.out);
}

static int64_t begin(json_t *report, int i)
{
	return report_int(report, text("tasks.%d.begin_ps", i));
}

static int64_t end(json_t *report, int i)
{
	return report_int(report, text("tasks.%d.end_ps", i));
}

/* init sleeps on the kernel's timer: never early, and late by its own code only. */
static void expect_distance(json_t *report, int64_t ps)
{
	int64_t apart = begin(report, 1) - begin(report, 0);

	cr_assert(apart >= ps - 1000000000 && apart < ps + 20000000000LL, "%ld ps apart",
		  (long)apart);
}

Test(tasks, start_at_their_times)
{
	json_t *r = run_tasks("  - {run: " DD_512 "}\n  - {run: " DD_512 ", at: 50 ms}\n", 0);

	expect_distance(r, 50000000000LL);
	cr_assert_gt(begin(r, 1), end(r, 0));
	cr_assert_eq(report_int(r, "counts.messages"), 2);
}

/* That many tasks that do nothing, one per line, the first in line 4. */
static const char *many_tasks(int n)
{
	static char lines[16384];
	size_t used = snprintf(lines, sizeof(lines), "tasks:\n");

	for (int i = 0; i < n; i++)
		used += snprintf(lines + used, sizeof(lines) - used,
				 "  - {run: sleep 0, name: t%d}\n", i);
	return scenario("s.yaml", lines);
}

/*
 * Regression: the_256th_task_cannot_start
 * Expected: as many tasks as there are user windows, less init's; the first that is too many is
 * refused at its place.
 * Buggy: 256 were accepted, and the last one never began.
 */
Test(tasks, the_256th_task_cannot_start)
{
	struct said s = SPITWIN("run", many_tasks(255), "--json");
	json_t *r;

	expect_code(&s, 0);
	r = report_of(s.out);
	for (int i = 0; i < 255; i++)
		cr_assert_eq(report_int(r, text("tasks.%d.exit_status", i)), 0, "task %d", i);
	s = SPITWIN("run", many_tasks(256));
	expect_refused(&s, "s.yaml:259:5: error: more than 255 tasks");
}

/* Order in the file is not order in time. */
Test(tasks, later_one_first_in_the_file)
{
	json_t *r = run_tasks("  - {run: " DD_512 ", at: 40 ms, name: late}\n"
			      "  - {run: " DD_512 ", name: early}\n",
			      0);

	cr_assert_str_eq(report_text_at(r, "tasks.0.name"), "late");
	cr_assert_gt(begin(r, 0), end(r, 1));
}

Test(tasks, two_at_once_get_their_own_bytes)
{
	size_t a_len, b_len;
	char *a, *b;

	run_tasks("  - {run: dd if=/dev/mtd0 bs=600 count=1, name: a}\n"
		  "  - {run: dd if=/dev/mtd0 bs=100 count=6, name: b}\n",
		  0);
	a = read_file("out/tasks/a.out", &a_len);
	b = read_file("out/tasks/b.out", &b_len);
	cr_assert(a_len > 600 && b_len > 600);
	same_bytes(a, 600, b, 600, "one flash read by two tasks");
}

Test(tasks, one_name_twice)
{
	json_t *r = run_tasks("  - {run: dd if=/dev/mtd0 bs=4 count=1}\n"
			      "  - {run: dd if=/dev/mtd0 bs=8 count=1, at: 5 ms}\n",
			      0);
	const char *first = report_text_at(r, "tasks.0.name");
	const char *second = report_text_at(r, "tasks.1.name");

	cr_assert_str_neq(first, second);
	cr_assert_eq(memcmp(read_file(text("out/tasks/%s.out", first), NULL) + 4, "1+0", 3), 0);
	cr_assert_eq(memcmp(read_file(text("out/tasks/%s.out", second), NULL) + 8, "1+0", 3), 0);
}

/*
 * Regression: a name that looks like the number given to a name that occurs twice.
 * Expected: three names, three files. Buggy: "dd-1" twice, one output lost.
 */
Test(tasks, numbered_name_is_taken)
{
	json_t *r = run_tasks("  - {run: dd if=/dev/mtd0 bs=4 count=1}\n"
			      "  - {run: dd if=/dev/mtd0 bs=8 count=1}\n"
			      "  - {run: dd if=/dev/mtd0 bs=16 count=1, name: dd-1}\n",
			      0);

	cr_assert_eq(entries("out/tasks"), 3);
	cr_assert_str_neq(report_text_at(r, "tasks.1.name"), report_text_at(r, "tasks.2.name"));
}

/* A real-time task that arrives during another's read finishes as if alone, up to one bus wait. */
Test(tasks, fifo_goes_first)
{
	json_t *r = run_tasks("  - {run: dd if=/dev/mtd0 of=/dev/null bs=512 count=40, name: low}\n"
			      "  - {run: " DD_512 ", name: high, at: 20 ms, policy: fifo:50}\n",
			      0);

	cr_assert_gt(begin(r, 1), begin(r, 0));
	cr_assert_lt(end(r, 1), end(r, 0));
}

Test(tasks, nice_runs)
{
	json_t *r = run_tasks(
		"  - {run: " DD_512 ", nice: 19}\n  - {run: " DD_512 ", nice: -20, name: b}\n", 0);

	cr_assert_eq(report_int(r, "counts.messages"), 2);
}

Test(tasks, one_of_two_fails)
{
	json_t *r = run_tasks("  - {run: " DD_512 "}\n  - {run: dd if=/none, name: bad}\n", 1);

	cr_assert_eq(report_int(r, "tasks.0.exit_status"), 0);
	cr_assert_eq(report_int(r, "tasks.1.exit_status"), 1);
	cr_assert_str_eq(read_file("out/tasks/bad.out", NULL),
			 "dd: failed to open '/none': No such file or directory\n");
	cr_assert_eq(report_int(r, "result.exit_code"), 1);
}

Test(tasks, none_at_all)
{
	struct said s = SPITWIN("run", scenario("s.yaml", ""), "--json");

	expect_code(&s, 0);
	cr_assert_eq(json_array_size(report_at(report_of(s.out), "tasks")), 0);
}

Test(tasks, quotes_of_a_command_line)
{
	run_tasks("  - run: \"dd 'if=/dev/mtd0' \\\"of=/dev/null\\\" bs=5\\\\12 count=1\"\n", 0);
	cr_assert_eq(strncmp(read_file("out/tasks/dd.out", NULL), "1+0 records in\n", 15), 0);
}
