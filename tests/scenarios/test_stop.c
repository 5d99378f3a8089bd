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
	int files;

	expect_code(&s, 0);
	before = read_file("out/report.json", NULL);
	files = entries("out");
	s = SPITWIN_HOW(&how, "run", scenario_of("s.yaml", "fill: prng", LONG_DD), "-o", "out");
	expect_code(&s, 130);
	cr_assert_str_eq(read_file("out/report.json", NULL), before);
	cr_assert_eq(entries("out"), files);
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

/* A hang-up ends a run as an interrupt does. */
Test(stop, hung_up)
{
	expect_interrupted(SIGHUP);
}

/*
 * Regression: other_signals_leave_files
 * Expected: what ends a program by its default action ends a run as SIGTERM does.
 * Buggy: SIGQUIT, SIGUSR1, SIGUSR2 and SIGXCPU killed it and left pins.vcd.PID.tmp, out.partial.X.
 */
Test(stop, other_signals_leave_files)
{
	expect_interrupted(SIGQUIT);
	expect_interrupted(SIGUSR1);
	expect_interrupted(SIGUSR2);
	expect_interrupted(SIGXCPU);
}

/* Killed before main() began, or not at all. */
static void expect_unharmed(int signal, int ms)
{
	struct how how = {.signal = signal, .signal_ms = ms};
	struct said s = SPITWIN_HOW(&how, "run", "s.yaml", "-o", "out", "--vcd", "pins.vcd");

	cr_assert(s.code == 0 || s.code == 128 + signal, "code %d: %s", s.code, s.err);
	cr_assert_eq(entries("."), s.code ? 1 : 3, "signal %d after %d ms, code %d", signal, ms,
		     s.code);
	program(NULL, (const char *const[]){"rm", "-rf", "out", "pins.vcd", NULL});
}

/*
 * Regression: stray_alarm_kills_the_program
 * Expected: SIGALRM from outside changes nothing, before, during and after the simulation; neither
 * do SIGPIPE and SIGXFSZ, which write() reports too.
 * Buggy: before and after it SIGALRM killed the program and left out.partial.X; so did SIGPIPE, at
 * any time.
 */
Test(stop, stray_alarm_kills_the_program)
{
	scenario_of("s.yaml", "fill: prng", DD_512);
	for (int ms = 6; ms <= 90; ms += 12) {
		expect_unharmed(SIGALRM, ms);
		expect_unharmed(SIGPIPE, ms);
		expect_unharmed(SIGXFSZ, ms);
	}
}

/*
 * Regression: closed_pipe_kills_the_program
 * Expected: a reader that is gone is a write error, in one line.
 * Buggy: the program died of SIGPIPE without a word.
 */
Test(stop, closed_pipe_kills_the_program)
{
	const char *line = text("{ %s run %s --intervals=never; echo $? >code; } | true",
				spitwin_bin(), scenario_of("s.yaml", "fill: prng", DD_512));
	struct said s = program(NULL, (const char *const[]){"sh", "-c", line, NULL});

	cr_assert_str_eq(s.err, "spitwin: error: cannot write the report: Broken pipe\n");
	cr_assert_str_eq(read_file("code", NULL), "2\n");
}

/*
 * Regression: ignored_alarm_disables_the_wall_clock
 * Expected: the limit of host time holds whatever the parent did with SIGALRM.
 * Buggy: with SIGALRM ignored by the parent nothing ended the run.
 */
Test(stop, ignored_alarm_disables_the_wall_clock)
{
	const char *name = scenario("s.yaml", "wall_clock: 1 s\ntasks:\n  - run: " LONG_DD "\n");
	struct said s;

	signal(SIGALRM, SIG_IGN);
	s = SPITWIN("run", name);
	expect_code(&s, 3);
	cr_assert(strstr(s.out, "result: wall-clock, exit code 3\n"), "%s", s.out);
}

/* What the parent had ignored does not end a run: nohup. */
Test(stop, ignored_signals_stay_ignored)
{
	signal(SIGHUP, SIG_IGN);
	scenario_of("s.yaml", "fill: prng", DD_512);
	for (int ms = 6; ms <= 90; ms += 28)
		expect_unharmed(SIGHUP, ms);
}

/*
 * Regression: early_signal_leaves_files
 * Expected: a signal while the run is being set up ends it in order too.
 * Buggy: until the board ran, a signal killed the program and left its temporary files.
 */
Test(stop, early_signal_leaves_files)
{
	const char *name = scenario_of("s.yaml", "fill: prng", LONG_DD);

	for (uint64_t ms = 4; ms <= 60; ms += 4) {
		struct how how = {.signal = SIGTERM, .signal_ms = ms};
		struct said s = SPITWIN_HOW(&how, "run", name, "-o", "out", "--vcd", "pins.vcd");

		/* killed before it began, or ended in order */
		cr_assert(s.code == 130 || s.code == 128 + SIGTERM, "code %d", s.code);
		cr_assert_eq(entries("."), 1, "files are left after %lu ms", (unsigned long)ms);
	}
}

/*
 * Regression: early_panic_looks_like_a_hang
 * Expected: kernel-crash with the kernel's message.
 * Buggy: a panic before the first initcalls was reported as "no-progress" after 20 s.
 */
Test(stop, early_panic_looks_like_a_hang)
{
	char words[1000];
	struct said s;

	for (size_t i = 0; i + 2 < sizeof(words); i += 2)
		memcpy(words + i, "a ", 3);
	words[600] = '\0';
	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", DD_512), "--set",
		    text("kernel.cmdline=%s", words));
	expect_code(&s, 3);
	cr_assert(strstr(s.out, "result: kernel-crash, exit code 3\n"), "%s", s.out);
	cr_assert(strstr(s.out, "Too many boot init vars"), "%s", s.out);
}

/* Reads a test device once; it is in the image with test drivers. */
static struct said read_device(const char *device)
{
	const char *name = scenario_of("s.yaml", "fill: prng",
				       text("dd if=/dev/twin/%s of=/dev/null count=1", device));

	return SPITWIN("run", name, "--set", "kernel.image=linux-6.1-test");
}

static void expect_kernel_fault(const char *device, const char *result, const char *where)
{
	struct said s = read_device(device);

	expect_code(&s, 3);
	cr_assert(strstr(s.out, result), "%s", s.out);
	cr_assert(strstr(s.out, where), "%s", s.out);
}

/* A driver's mistake is a result: exit code 3, function and source line. */
Test(stop, faulty_drivers)
{
	expect_kernel_fault("null", "result: kernel-crash, exit code 3\n",
			    "in probe_null (arch/twin/testing/faults.c:");
	expect_kernel_fault("spin", "result: no-progress, exit code 3\n",
			    "in probe_spin (arch/twin/testing/faults.c:");
	expect_kernel_fault("wait", "result: no-progress, exit code 3\n",
			    "called from probe_wait (arch/twin/testing/faults.c:");
}

/* One that gives up by itself fails its task: exit code 1. */
Test(stop, driver_times_out)
{
	struct said s = read_device("timeout");

	expect_code(&s, 1);
	cr_assert(strstr(s.out, "dd: error reading '/dev/twin/timeout': Connection timed out"),
		  "%s", s.out);
}
