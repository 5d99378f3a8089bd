// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Every figure carries what the constants' ranges do to it; the run itself is none the wiser. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(intervals, .init = place_enter, .fini = place_leave);

#define READ "dd if=/dev/mtd0 of=/dev/null bs=64 count=1"

static json_t *run_with(const char *option, const char *set)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", READ), "--json", option,
				"--set", set);

	expect_code(&s, 0);
	return report_of(s.out);
}

static int64_t bound(json_t *r, const char *path, int upper)
{
	json_t *pair = json_object_get(report_at(r, "uncertainty.intervals"), path);

	cr_assert(pair, "no interval for %s", path);
	return json_integer_value(json_array_get(pair, upper));
}

/* Without the section on uncertainty the reports are the same, to the last figure. */
Test(intervals, do_not_change_the_run)
{
	json_t *with = run_with("--intervals=always", "runs.seeds=1");
	json_t *without = run_with("--intervals=never", "runs.seeds=1");

	cr_expect(json_is_null(report_at(without, "uncertainty")));
	json_object_del(with, "uncertainty");
	json_object_del(without, "uncertainty");
	cr_expect(json_equal(with, without));
}

Test(intervals, enclose_the_figures_that_move)
{
	static const char *const paths[] = { "spi.0.cs_low_ps", "spi.0.gaps.word.mean_ps",
					     "window.length_ps", "tasks.0.duration_ps" };
	json_t *r = run_with("--intervals=always", "runs.seeds=1");

	for (int i = 0; i < 4; i++) {
		int64_t value = report_int(r, paths[i]);

		cr_expect_lt(bound(r, paths[i], 0), value, "%s", paths[i]);
		cr_expect_gt(bound(r, paths[i], 1), value, "%s", paths[i]);
	}
	cr_expect_eq(report_int(r, "uncertainty.missing"), 0);
	cr_expect_null(json_object_get(report_at(r, "uncertainty.intervals"), "spi.0.words"),
		       "no constant changes how many words there are");
}

/* However many processes work on them at once. */
Test(intervals, are_the_same_every_time)
{
	struct said a, b;
	const char *name = scenario_of("s.yaml", "fill: prng", READ);

	a = SPITWIN("run", name, "--json", "--intervals=always");
	b = SPITWIN("run", name, "--json", "--intervals=always");
	expect_code(&a, 0);
	same_bytes(a.out, a.out_len, b.out, b.out_len, "JSON");
}

Test(intervals, name_the_constants_that_matter)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", READ),
				"--intervals=always");

	expect_code(&s, 0);
	cr_expect(strstr(s.out, "What matters most: chip select low"), "%s", s.out);
	cr_expect(strstr(s.out, "  cpu.insn "), "%s", s.out);
	cr_expect(strstr(s.out, "      at least "), "%s", s.out);
}
