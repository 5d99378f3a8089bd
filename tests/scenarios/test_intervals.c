// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Every figure carries the least and the most that was seen of it with other constants; the run
 * itself is none the wiser.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

/* What is half-written when the processes part is written once: waveform, kernel log. */
Test(intervals, do_not_change_files)
{
	const char *name = scenario_of("s.yaml", "fill: prng", READ);
	struct said with = SPITWIN("run", name, "--intervals=always", "--vcd", "with.vcd", "-v");
	struct said without = SPITWIN("run", name, "--intervals=never", "--vcd", "without.vcd",
				      "-v");

	expect_code(&with, 0);
	same_files("with.vcd", "without.vcd");
	same_bytes(with.err, with.err_len, without.err, without.err_len, "kernel log");
}

Test(intervals, enclose_the_figures_that_move)
{
	static const char *const paths[] = { "spi.0.cs_low_ps", "spi.0.gaps.word.mean_ps",
					     "window.length_ps", "tasks.0.duration_ps",
					     "transactions.0.cs_low_ps", "spi.0.before_ps",
					     "run.end_ps" };
	json_t *r = run_with("--intervals=always", "runs.seeds=1");

	for (int i = 0; i < 7; i++) {
		int64_t value = report_int(r, paths[i]);

		cr_expect_lt(bound(r, paths[i], 0), value, "%s", paths[i]);
		cr_expect_gt(bound(r, paths[i], 1), value, "%s", paths[i]);
	}
	cr_expect_eq(json_array_size(report_at(r, "uncertainty.others")), 0);
	cr_expect(json_is_false(report_at(r, "uncertainty.open")));
	cr_expect_null(json_object_get(report_at(r, "uncertainty.intervals"), "spi.0.words"),
		       "no constant changes how many words there are");
}

Test(intervals, hold_the_value)
{
	json_t *r = run_with("--intervals=always", "runs.seeds=1"), *pair;
	int64_t value, low, high;
	const char *path;
	int n = 0;

	json_object_foreach(report_at(r, "uncertainty.intervals"), path, pair)
	{
		value = report_int(r, path);
		low = json_integer_value(json_array_get(pair, 0));
		high = json_integer_value(json_array_get(pair, 1));
		cr_expect(low < high && low <= value && value <= high,
			  "%s: %" PRId64 " in %" PRId64 " .. %" PRId64, path, value, low, high);
		n++;
	}
	cr_expect_gt(n, 80, "%d figures move", n);
}

/* The end of a figure's interval; its value when it does not move. */
static int64_t end_of(json_t *report, const char *path, int upper)
{
	json_t *pair = json_object_get(report_at(report, "uncertainty.intervals"), path);

	return pair ? json_integer_value(json_array_get(pair, upper)) : report_int(report, path);
}

static void expect_order(json_t *report, const char *path)
{
	static const char *const stats[] = { "min_ps", "p50_ps", "p90_ps", "p99_ps", "p99_9_ps",
					     "max_ps" };

	for (int upper = 0; upper < 2; upper++)
		for (int i = 1; i < 6; i++)
			cr_expect_leq(end_of(report, text("%s.%s", path, stats[i - 1]), upper),
				      end_of(report, text("%s.%s", path, stats[i]), upper),
				      "%s: %s of %s", path, upper ? "high" : "low", stats[i]);
}

/* Every distribution of a report, wherever it is. Returns: how many. */
static int walk(json_t *report, json_t *at, const char *path)
{
	const char *key;
	json_t *value;
	size_t index;
	int n = 0;

	if (json_object_get(at, "p50_ps") && json_integer_value(json_object_get(at, "n"))) {
		expect_order(report, path);
		n = 1;
	}
	json_object_foreach(at, key, value)
		if (strcmp(key, "uncertainty"))
			n += walk(report, value, *path ? text("%s.%s", path, key) : key);
	json_array_foreach(at, index, value)
		n += walk(report, value, text("%s.%zu", path, index));
	return n;
}

/*
 * Regression: low_of_the_maximum_below_low_of_the_median
 * Expected: ends of intervals are in the order of the statistics they belong to.
 * Buggy: "at least" of word gaps was 1.448 us for the median and 0 ps for the maximum.
 */
Test(intervals, of_one_distribution_do_not_cross)
{
	static const char observed[] = "devices:\n  flash0: {fill: prng}\n"
				       "tasks:\n"
				       "  - run: dd if=/dev/mtd0 of=/dev/null bs=64 count=3\n"
				       "observe:\n"
				       "  - {name: low, from: spi1 cs0 fall, to: spi1 cs0 rise}\n";
	static const char *const dma[] = { "devices.spi1.dma=off", "devices.spi1.dma=on" };

	for (int i = 0; i < 2; i++) {
		struct said s = SPITWIN("run", scenario("s.yaml", observed), "--json",
					"--intervals=always", "--set", dma[i]);
		json_t *r;

		expect_code(&s, 0);
		r = report_of(s.out);
		cr_expect_geq(walk(r, r, ""), 7, "five gaps, chip select low, SCK, a span");
	}
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

static void check_width(const char *report)
{
	for (const char *line = report, *end; (end = strchr(line, '\n')); line = end + 1)
		cr_expect_leq(end - line, 120, "%.*s", (int)(end - line), line);
}

Test(intervals, name_the_constants_that_matter)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", READ),
				"--intervals=always");

	expect_code(&s, 0);
	cr_expect(strstr(s.out, "What matters most: chip select low"), "%s", s.out);
	cr_expect(strstr(s.out, "  cpu.insn "), "%s", s.out);
	cr_expect(strstr(s.out, "\n      low  "), "%s", s.out);
	check_width(s.out);
}

static int64_t effect_of(json_t *constants, const char *key)
{
	json_t *bar;
	size_t i;

	json_array_foreach(constants, i, bar)
		if (!strcmp(json_string_value(json_object_get(bar, "key")), key))
			return json_integer_value(json_object_get(bar, "at_high")) -
			       json_integer_value(json_object_get(bar, "at_low"));
	cr_assert(0, "%s is none of the five", key);
	return 0;
}

/*
 * 64 KiB by DMA. Every word waits for its request (8 .. 60 ns) and for the controller's read of the
 * data register (15 .. 60 ns): 52 and 45 ns for 65536 words are 3.4 and 2.9 ms, each at most one
 * bus clock of 7.6 ns off. All else is less: the 2048 lines of the buffer are invalidated before
 * and after the transfer, 75 ns each time, which makes 307.2 us; and 2 x 65536 bytes are cleared,
 * the task's buffer and that of the bytes sent, 2.25 ns each, 294.9 us.
 */
Test(intervals, tornado_as_worked_out_by_hand)
{
	struct said s = SPITWIN("run", scenario("s.yaml", "devices:\n  flash0: {fill: prng}\n"
				"tasks:\n  - run: dd if=/dev/mtd0 of=/dev/null bs=65536 count=1\n"
				"observe:\n"
				"  - {name: all, from: task dd start, to: task dd end}\n"),
				"--json", "--intervals=always");
	json_t *r, *constants;
	int64_t swing, before = INT64_MAX;

	expect_code(&s, 0);
	r = report_of(s.out);
	cr_expect_str_eq(report_text_at(r, "uncertainty.tornado.figure"), "observed.0.mean_ps");
	constants = report_at(r, "uncertainty.tornado.constants");
	cr_assert_eq(json_array_size(constants), 5);
	for (int i = 0; i < 5; i++) {
		swing = report_int(constants, text("%d.swing", i));
		cr_expect_leq(swing, before, "widest first");
		before = swing;
	}
	cr_expect_str_eq(report_text_at(constants, "0.key"), "dma.request");
	cr_expect_str_eq(report_text_at(constants, "1.key"), "dma.periph_read");
	swing = effect_of(constants, "dma.request");
	cr_expect(swing > 65536 * 44400L && swing < 65536 * 59600L, "%" PRId64, swing);
	swing = effect_of(constants, "dma.periph_read");
	cr_expect(swing > 65536 * 37400L && swing < 65536 * 52600L, "%" PRId64, swing);
	swing = effect_of(constants, "cpu.cache_invalidate");
	cr_expect(swing >= 307200000 && swing < 310000000, "%" PRId64, swing);
	swing = effect_of(constants, "mem.set_byte");
	cr_expect(swing >= 294912000 && swing < 325000000, "%" PRId64, swing);
}

static const char *last_note(json_t *report)
{
	json_t *notes = report_at(report, "notes");

	return json_string_value(json_array_get(notes, json_array_size(notes) - 1));
}

/*
 * Regression: a_table_of_134_rows_that_says_nothing
 * Expected: a run that ended as a driver bug, here by stale data, has no intervals and says why.
 * Buggy: variants do not look for stale data, so all of them "ended in another way".
 */
Test(intervals, of_a_driver_bug_there_are_none)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng",
						   "dd if=/dev/twin/dma_stale bs=16 count=1"),
				"--json", "--intervals=auto", "--set",
				"kernel.image=linux-6.1-test");
	json_t *r;

	expect_code(&s, 3);
	r = report_of(s.out);
	cr_expect(json_is_null(report_at(r, "uncertainty")));
	cr_expect_str_eq(last_note(r), "intervals not computed: the run ended as driver-bug, and "
				       "only complete runs are compared");
}

/*
 * Regression: no_intervals_and_no_reason
 * Expected: notes say why there are none.
 * Buggy: nothing when no task ever started.
 */
Test(intervals, of_no_task_there_are_none)
{
	struct said s = SPITWIN("run", scenario("s.yaml", "tasks: []\n"), "--json",
				"--intervals=always");
	json_t *r;

	expect_code(&s, 0);
	r = report_of(s.out);
	cr_expect(json_is_null(report_at(r, "uncertainty")));
	cr_expect_str_eq(last_note(r), "intervals not computed: no task started");
}

/*
 * Half a second for the run, a minute for its variants.
 *
 * Regression: wall_clock_alters_the_report
 * Expected: the limit ends the run, whatever it is busy with.
 * Buggy: exit code 0 and a report without intervals, where one with a higher limit had some.
 */
Test(intervals, wall_clock_ends_the_run_with_its_variants)
{
	struct said s = SPITWIN("run", scenario("s.yaml", "devices:\n  flash0: {fill: prng}\n"
				"wall_clock: 1 s\n"
				"tasks:\n"
				"  - run: dd if=/dev/mtd0 of=/dev/null bs=1024 count=1000\n"),
				"--json", "--intervals=always");
	json_t *r;

	expect_code(&s, 3);
	cr_expect_lt(s.ms, 10000);
	r = report_of(s.out);
	cr_expect_str_eq(report_text_at(r, "result.outcome"), "wall-clock");
	cr_expect(json_is_null(report_at(r, "uncertainty")));
	cr_expect_str_eq(last_note(r), "intervals not computed: the variants together: longer than "
				       "wall_clock allows");
}

/* 4 MiB take a simulated second: the default spends no minutes on it and says so. */
Test(intervals, a_long_run_has_none_and_says_so, .timeout = 200)
{
	const char *name = scenario("s.yaml", "devices:\n  flash0: {fill: prng}\n"
				    "tasks:\n"
				    "  - run: dd if=/dev/mtd0 of=/dev/null bs=1M count=4\n");
	struct said by_default = SPITWIN("run", name, "--json", "--intervals=auto");
	struct said never = SPITWIN("run", name, "--json", "--intervals=never");
	json_t *with, *without, *notes;

	expect_code(&by_default, 0);
	expect_code(&never, 0);
	with = report_of(by_default.out);
	without = report_of(never.out);
	notes = report_at(with, "notes");
	cr_assert_gt(json_array_size(notes), 0);
	cr_expect_str_eq(json_string_value(json_array_get(notes, json_array_size(notes) - 1)),
			 "too long a run for intervals of its figures; --intervals=always computes "
			 "them");
	json_array_remove(notes, json_array_size(notes) - 1);
	cr_expect(json_equal(with, without));
	cr_expect_lt(by_default.ms, 60000);
}

/* A program that lists its children: not in every kernel. */
static void need_children(void)
{
	if (!exists(text("/proc/%d/task/%d/children", getpid(), getpid())))
		cr_skip_test("this host does not tell children");
}

/* $0 run s.yaml in the background; its number is $p; that of a child of it $c. */
#define IN_BACKGROUND \
	"\"$0\" run s.yaml --json --intervals=always & p=$!\n" \
	"child() { read -r c _ 2>/dev/null </proc/$p/task/$p/children; [ -n \"$c\" ]; }\n"

/*
 * Regression: killed_variants_left_out_in_silence
 * Expected: what the host does to a variant costs all intervals, and the report says so.
 * Buggy: the variant counted as one that ended in another way; intervals were the host's doing.
 */
Test(intervals, a_killed_process_is_the_hosts_doing)
{
	const char *const script[] = {
		"bash", "-c",
		IN_BACKGROUND
		"for i in $(seq 2000); do\n"
		"child && kill -9 $c 2>/dev/null && [ $((++n)) = 5 ] && break\n"
		"[ -e /proc/$p/task ] || break; sleep 0.002; done; wait $p",
		spitwin_bin(), NULL
	};
	struct said s;
	json_t *r, *without, *notes;

	need_children();
	scenario_of("s.yaml", "fill: prng", READ);
	s = program(NULL, script);
	expect_code(&s, 0);
	r = report_of(s.out);
	notes = report_at(r, "notes");
	cr_expect_str_eq(json_string_value(json_array_get(notes, json_array_size(notes) - 1)),
			 "intervals not computed: the process of a variant was ended: signal 9 "
			 "(Killed)");
	cr_expect(json_is_null(report_at(r, "uncertainty")));
	without = run_with("--intervals=never", "runs.seeds=1");
	json_object_del(r, "notes");
	json_object_del(without, "notes");
	cr_expect(json_equal(r, without));
}

Test(intervals, no_variant_outlives_the_program)
{
	const char *const script[] = {
		"bash", "-c",
		IN_BACKGROUND
		"until child; do [ -e /proc/$p/task ] || break; done; kill -9 $p; wait $p\n"
		"for i in $(seq 100); do\n"
		"grep -qs '^State:.[^Z]' /proc/$c/status || exit 0; sleep 0.05\n"
		"done; exit 1",
		spitwin_bin(), NULL
	};
	struct said s;

	need_children();
	scenario("s.yaml", "devices:\n  flash0: {fill: prng}\n"
		 "tasks:\n  - run: dd if=/dev/mtd0 of=/dev/null bs=1M count=4\n");
	s = program(NULL, script);
	expect_code(&s, 0);
}
