// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What becomes of variants: intervals, or a note that says why there are none. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "board/study.h"
#include "report/uncertainty.h"

static struct machine m;
static struct measure_result measured;
static struct run_report report;
static struct check check;

/* What study.c asks of processes; nothing here is one. */
void branch_give_up(void)
{
	abort();
}

void branch_deliver(struct branches *b)
{
	(void)b;
	abort();
}

/* A run of one task, and what its variants would hand back: runs of 900 and of 1100 ps. */
static void start(const char *outcome, const char *first, const char *second)
{
	static const char *const format =
		"{\"result\":{\"outcome\":\"%s\"},\"window\":{\"length_ps\":%d}}";
	const char *const ends[] = { first, second };

	m = (struct machine){ .boot_time = 5 };
	measured = (struct measure_result){ .window_length = 1000 };
	report = (struct run_report){ .scenario = "s", .board = "b", .image = "i",
				      .outcome = outcome, .measure = &measured };
	m.branches.items = calloc(2, sizeof(*m.branches.items));
	m.branches.nr = 2;
	for (int i = 0; i < 2; i++) {
		m.branches.items[i].figures = malloc(200);
		snprintf(m.branches.items[i].figures, 200, format, ends[i], i ? 1100 : 900);
	}
}

/* note NULL: none. Takes everything down. */
static void expect_end(bool intervals, const char *note)
{
	uint64_t low = 0, high = 0;
	const char *got;

	study_conclude(&m, &report, &check, &got);
	cr_expect_eq(!!report.uncertainty, intervals);
	if (note)
		cr_expect_str_eq(got ? got : "none", note);
	else
		cr_expect_null(got);
	if (intervals)
		cr_expect(uncertainty_of(report.uncertainty, "window.length_ps", &low, &high));
	cr_expect_eq(low, intervals ? 900 : 0);
	uncertainty_free((struct uncertainty *)report.uncertainty);
	for (int i = 0; m.branches.items && i < 2; i++)
		free(m.branches.items[i].figures);
	free(m.branches.items);
}

Test(study, intervals)
{
	start("ok", "ok", "ok");
	expect_end(true, NULL);
	start("task-failed", "task-failed", "task-failed");
	expect_end(true, NULL);
	start("ok", "ok", "no-progress");
	expect_end(true, "intervals are open: 1 of 2 variants ended in another way, see below");
}

/*
 * Regression: a_table_of_134_rows_that_says_nothing
 * Expected: where nothing can be compared there are no intervals, and a note.
 * Buggy: "134 of 134 variants ended in another way" and a row for each.
 */
Test(study, nothing_to_compare)
{
	start("ok", "task-failed", "no-progress");
	expect_end(false, "intervals not computed: no variant ended as the run did; the first "
			  "ended as task-failed");
}

/* Variants do not look for stale data, so that hardly one can end as the run did. */
Test(study, faults_have_no_intervals)
{
	static const char *const faults[] = { "driver-bug", "model-fault", "kernel-crash",
					      "no-progress", "wall-clock" };
	char note[100];

	for (int i = 0; i < 5; i++) {
		start(faults[i], "ok", faults[i]);
		snprintf(note, sizeof(note),
			 "intervals not computed: the run ended as %s, and only complete runs are "
			 "compared", faults[i]);
		expect_end(false, note);
	}
}

/*
 * Regression: no_intervals_and_no_reason
 * Expected: a note, unless nobody asked for intervals.
 * Buggy: none when no task ever started.
 */
Test(study, every_other_reason)
{
	start("ok", "ok", "ok");
	m.boot_time = 0;
	expect_end(false, "intervals not computed: no task started");
	start("ok", "ok", "ok");
	m.branches.nr = 0;
	expect_end(false, "intervals not computed: no constant of the board has a range");
	start("ok", "ok", "ok");
	m.branches.too_long = true;
	expect_end(false, "too long a run for intervals of its figures; --intervals=always "
			  "computes them");
	start("ok", "ok", "ok");
	strcpy(m.branches.failure, "a process for a variant: Try again");
	expect_end(false, "intervals not computed: a process for a variant: Try again");
	start("ok", "ok", "ok");
	m.branches = (struct branches){ 0 };
	expect_end(false, NULL);
}
