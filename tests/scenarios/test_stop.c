// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Runs that do not end by themselves. */
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(stop, .init = place_enter, .fini = place_leave);

#define LONG_DD "dd if=/dev/mtd0 of=/dev/null bs=1M count=64"

static void expect_interrupted(int signal)
{
	struct how how = {.signal = signal, .signal_ms = 700};
	const char *name = scenario_of("s.yaml", "fill: prng", LONG_DD);
	struct said s = SPITWIN_HOW(&how, "run", name, "-o", "out", "--vcd", "pins.vcd");

	expect_code(&s, 130);
	cr_assert_lt(s.ms, 1000, "took %lu ms", (unsigned long)s.ms);
	cr_assert_eq(s.out_len, 0);
	cr_assert_str_eq(s.err, "spitwin: interrupted; nothing was written\n");
	cr_assert_eq(entries("."), 1, "files are left");
}

Test(stop, interrupted)
{
	expect_interrupted(SIGINT);
}

Test(stop, terminated)
{
	expect_interrupted(SIGTERM);
}

Test(stop, interrupted_in_sync_block)
{
	struct how how = {.signal = SIGINT, .signal_ms = 1500};
	const char *name = scenario_of("s.yaml", "fill: prng", LONG_DD);
	struct said s = SPITWIN_HOW(&how, "run", name, "--sync=block");

	expect_code(&s, 130);
	cr_assert_lt(s.ms, 1000, "took %lu ms", (unsigned long)s.ms);
}

/* An earlier run in the same folder stays as it was. */
Test(stop, interrupted_run_keeps_the_earlier_one)
{
	struct how how = {.signal = SIGINT, .signal_ms = 700};
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", DD_512), "-o", "out");
	char *before;

	expect_code(&s, 0);
	before = read_file("out/report.json", NULL);
	s = SPITWIN_HOW(&how, "run", scenario_of("s.yaml", "fill: prng", LONG_DD), "-o", "out");
	expect_code(&s, 130);
	cr_assert_str_eq(read_file("out/report.json", NULL), before);
	cr_assert_eq(entries("out"), 7);
}

/* The limit of host time: the outcome is reported, with what there is. */
Test(stop, wall_clock)
{
	const char *name = scenario("s.yaml", "wall_clock: 1 s\ntasks:\n  - run: " LONG_DD "\n");
	struct said s = SPITWIN("run", name, "--json", "-o", "out");
	json_t *r;

	expect_code(&s, 3);
	cr_assert_lt(s.ms, 6000, "took %lu ms", (unsigned long)s.ms);
	r = report_of(s.out);
	cr_assert_str_eq(report_text_at(r, "result.outcome"), "wall-clock");
	cr_assert_eq(report_int(r, "result.exit_code"), 3);
	cr_assert(strstr(report_text_at(r, "result.text"), "wall_clock"));
	cr_assert_eq(json_is_true(report_at(r, "tasks.0.exited")), 0);
	cr_assert(exists("out/report.json"));
}
