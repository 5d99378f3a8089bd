// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Observed spans and expectations of whole runs: text, JSON, JUnit, exit codes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(check, .init = place_enter, .fini = place_leave);

#define FLASH "devices:\n  flash0: {fill: prng}\n  spi1: {dma: off}\n"
#define DD_3 "tasks:\n  - run: dd if=/dev/mtd0 of=/dev/null bs=64 count=3\n"
#define READ "observe:\n  - {name: read, from: spi1 cs0 fall op=13, to: spi1 cs0 rise op=13}\n"

static json_t *run_json(const char *verb, const char *lines, int code)
{
	struct said s = SPITWIN(verb, scenario("s.yaml", text(FLASH DD_3 "%s", lines)), "--json");

	expect_code(&s, code);
	return report_of(s.out);
}

/* A span from the fall to the rise of each chip select is what the report has as its CS low times.
 */
Test(check, spans_are_those_of_the_report)
{
	json_t *r = run_json("run", READ, 0);
	int64_t sum = 0, max = 0;

	cr_assert_eq(report_int(r, "observed.0.n"), 3);
	for (int i = 0; i < 3; i++) {
		int64_t low = report_int(r, text("transactions.%d.end_ps", i)) -
			      report_int(r, text("transactions.%d.start_ps", i));

		sum += low;
		max = low > max ? low : max;
		if (!i)
			cr_assert_eq(report_int(r, "observed.0.first_ps"), low);
	}
	cr_assert_eq(report_int(r, "observed.0.total_ps"), sum);
	cr_assert_eq(report_int(r, "observed.0.max_ps"), max);
	cr_assert_eq(report_int(r, "spi.0.cs_low.total_ps"), sum);
	cr_assert_eq(report_int(r, "spi.0.cs_low_ps"), sum);
	cr_assert_eq(report_int(r, "observed.0.from_seen"), 3);
	cr_assert_eq(report_int(r, "observed.0.cut"), 0);
}

#define MANY                                                                                       \
	"observe:\n"                                                                               \
	"  - {name: setup, from: spi1 cs0 fall, to: spi1 sck first}\n"                             \
	"  - {name: hold, from: spi1 sck last bytes=69, to: spi1 cs0 rise}\n"                      \
	"  - {name: task, from: task dd start, to: task dd end}\n"                                 \
	"  - {name: message, from: message spi1 submit, to: message spi1 cs0 done}\n"              \
	"  - {name: transfer, from: transfer spi1 start, to: transfer spi1 stop}\n"                \
	"  - {name: irq, from: irq spi1 raise, to: irq spi1 fall}\n"                               \
	"  - {name: status, from: irq spi1 raise, to: mmio spi1+0x10 read}\n"                      \
	"  - {name: sleep, from: function wait_for_completion_timeout, to: irq spi1 raise}\n"

/* Each kind of event occurs, and figures that the report has in another way are the same. */
Test(check, every_kind_of_event)
{
	json_t *r = run_json("run", MANY, 0);
	int64_t words = report_int(r, "spi.0.words");

	cr_assert_eq(report_int(r, "observed.0.n"), 3);
	cr_assert_eq(report_int(r, "observed.0.total_ps"),
		     report_int(r, "spi.0.gaps.cs_setup.total_ps"));
	cr_assert_eq(report_int(r, "observed.1.n"), 3);
	cr_assert_eq(report_int(r, "observed.1.total_ps"),
		     report_int(r, "spi.0.gaps.cs_hold.total_ps"));
	cr_assert_eq(report_int(r, "observed.2.n"), 1);
	cr_assert_eq(report_int(r, "observed.2.max_ps"), report_int(r, "tasks.0.duration_ps"));
	cr_assert_eq(report_int(r, "observed.3.n"), 3);
	cr_assert_gt(report_int(r, "observed.3.min_ps"), report_int(r, "spi.0.cs_low.min_ps"));
	cr_assert_eq(report_int(r, "observed.4.n"), 9);
	cr_assert_geq(report_int(r, "observed.5.n"), words);
	cr_assert_eq(report_int(r, "observed.6.n"), report_int(r, "observed.5.n"));
	cr_assert_lt(report_int(r, "observed.6.max_ps"), report_int(r, "spi.0.gaps.word.max_ps"));
	cr_assert_gt(report_int(r, "observed.7.n"), 0);
}

/* Watching costs nothing: the rest of the report is the same bytes. */
Test(check, observing_changes_nothing)
{
	json_t *with = run_json("run", MANY, 0), *without = run_json("run", "", 0);
	const char *key;
	json_t *value;

	json_object_foreach(without, key, value)
	{
		if (strcmp(key, "observed") && strcmp(key, "expectations"))
			cr_expect(json_equal(value, json_object_get(with, key)), "%s differs", key);
	}
}

#define EXPECT_GOOD                                                                                \
	READ "expect:\n"                                                                           \
	     "  - {what: read.n, value: 3, source: counted}\n"                                     \
	     "  - {what: read.min, at_least: 12 us}\n"                                             \
	     "  - {what: spi1.messages, value: 3}\n"                                               \
	     "  - {what: spi1.cs0.words, value: 207}\n"                                            \
	     "  - {what: sck_period.p50, value: 22727 ps, tol: 50 ppm}\n"                          \
	     "  - {what: tasks.dd.took, at_most: 1 s}\n"

Test(check, all_met)
{
	const char *name = scenario("s.yaml", FLASH DD_3 EXPECT_GOOD);
	struct said s = SPITWIN("check", name);
	json_t *r;

	expect_code(&s, 0);
	cr_assert_eq(s.err_len, 0, "%s", s.err);
	cr_assert(strstr(s.out, "\nresult: ok, exit code 0\n"), "%s", s.out);
	cr_assert(strstr(s.out, "\n6 of 6 met\n"), "%s", s.out);
	cr_assert(strstr(s.out, "counted\n"));
	cr_assert_not(strstr(s.out, "NOT MET"));
	s = SPITWIN("run", name);
	expect_code(&s, 0);
	cr_assert_not(strstr(s.out, "Expectations"));
	s = SPITWIN("run", name, "--json");
	r = report_of(s.out);
	cr_assert_eq(json_array_size(report_at(r, "expectations")), 6);
	cr_assert(json_is_true(report_at(r, "expectations.5.met")));
}

#define EXPECT_BAD                                                                                 \
	READ "  - {name: never, from: spi1 cs0 fall op=9f, to: spi1 cs0 rise}\n"                   \
	     "expect:\n"                                                                           \
	     "  - {what: read.n, value: 4}\n"                                                      \
	     "  - {what: read.mean, value: 1 ns, tol: 10 %, source: 'a & b'}\n"                    \
	     "  - {what: read.max, at_most: 1 s}\n"

Test(check, some_not_met)
{
	const char *name = scenario("s.yaml", FLASH DD_3 EXPECT_BAD);
	struct said s = SPITWIN("check", name, "--junit", "j.xml", "-o", "out");
	char *xml;

	expect_code(&s, 1);
	cr_assert(strstr(s.out, "\nresult: expectation-failed, exit code 1\n"), "%s", s.out);
	cr_assert(strstr(s.out, "\n1 of 4 met\n"), "%s", s.out);
	cr_assert(strstr(s.out, "\n  never.n: never seen: `from` occurred 0 times (1 while no task "
				"ran), `to` 3 times\n"),
		  "%s", s.out);
	xml = read_file("j.xml", NULL);
	cr_assert(strstr(xml, "<testsuite name=\"s.yaml\" tests=\"4\" failures=\"3\" errors=\"0\""),
		  "%s", xml);
	cr_assert(strstr(xml, "source: a &#38; b</failure>"), "%s", xml);
	cr_assert_eq(entries("."), 3);
	s = SPITWIN("run", name);
	expect_code(&s, 1);
	cr_assert(strstr(s.out, "\nExpectations that are not met: 3 of 4\n"));
	cr_assert_str_eq(s.out, read_file("out/report.txt", NULL));
	s = SPITWIN("check", name, "--json");
	expect_code(&s, 1);
	cr_assert_str_eq(s.out, read_file("out/report.json", NULL));
}

/* The same bytes every time. */
Test(check, determinism)
{
	const char *name = scenario("s.yaml", FLASH DD_3 EXPECT_BAD);
	struct said a = SPITWIN("check", name, "--junit", "a.xml");
	struct said b = SPITWIN("check", name, "--junit", "b.xml");

	same_bytes(a.out, a.out_len, b.out, b.out_len, "stdout");
	same_files("a.xml", "b.xml");
	b = SPITWIN("check", name, "--sync=block");
	same_bytes(a.out, a.out_len, b.out, b.out_len, "stdout of the reference mode");
}

/* A span that is observed, and never seen, fails a run too. */
Test(check, a_span_that_never_occurs_fails)
{
	json_t *r = run_json(
		"run", "observe: [{name: x, from: spi1 cs0 rise op=77, to: task dd end}]\n", 1);

	cr_assert_str_eq(report_text_at(r, "result.outcome"), "expectation-failed");
	cr_assert_str_eq(report_text_at(r, "expectations.0.what"), "x.n");
}

Test(check, a_task_that_fails)
{
	const char *name = scenario("s.yaml", "tasks: [{run: dd if=/dev/mtd9 of=/dev/null}]\n"
					      "expect: [{what: tasks.dd.took, at_most: 1 s}]\n");
	struct said s = SPITWIN("check", name, "--junit", "j.xml");
	char *xml = read_file("j.xml", NULL);

	expect_code(&s, 1);
	cr_assert(strstr(s.out, "\nresult: task-failed, exit code 1\n"));
	cr_assert(strstr(s.out, "\n1 of 1 met\n"), "%s", s.out);
	cr_assert(strstr(xml, "tests=\"2\" failures=\"0\" errors=\"1\""), "%s", xml);
	cr_assert(strstr(xml, "name=\"run\">\n      <error message=\"task-failed\">"), "%s", xml);
}

/* A run that is ended by its watchdog proves nothing. */
Test(check, a_run_that_ends_early)
{
	const char *name = scenario("s.yaml", FLASH
				    "tasks:\n  - run: dd if=/dev/mtd0 bs=1M count=60\n" EXPECT_GOOD
				    "wall_clock: 300 ms\n");
	struct said s = SPITWIN("check", name, "--junit", "j.xml");

	expect_code(&s, 3);
	cr_assert(strstr(s.out, "\n0 of 6 met\n"), "%s", s.out);
	cr_assert(strstr(s.out, "the run ended before its time: wall-clock"), "%s", s.out);
	cr_assert(strstr(read_file("j.xml", NULL), "failures=\"6\" errors=\"1\""));
}

static void expect_no_check(const char *lines, const char *line)
{
	struct said s = SPITWIN("check", scenario("s.yaml", text(FLASH DD_3 "%s", lines)), "-o",
				"out", "--junit", "j.xml");

	expect_refused(&s, line);
	cr_assert_eq(entries("."), 1, "files are left");
}

/* Lines of a scenario begin in line 8 here. */
Test(check, mistakes)
{
	expect_no_check("", "s.yaml: error: has no expectations to check; add a list `expect`, see "
			    "docs/observe.md");
	expect_no_check(READ, NULL);
	expect_no_check("observe: [{name: a, from: spi1 cs0 fal, to: task dd end}]\n"
			"expect: [{what: a.n, value: 1}]\n",
			"s.yaml:8:36: error: 'fal' is not expected here; did you mean 'fall'?");
	expect_no_check("observe: [{name: a, from: irq spi8 raise, to: task dd end}]\n"
			"expect: [{what: a.n, value: 1}]\n",
			"s.yaml:8:31: error: no device with an interrupt is called 'spi8'; did you "
			"mean 'spi1'?");
	expect_no_check("observe: [{name: a, from: function schedul_timeout, to: task dd end}]\n"
			"expect: [{what: a.n, value: 1}]\n",
			"s.yaml:8:36: error: no watched function is called 'schedul_timeout'; did "
			"you mean 'schedule_timeout'?");
	expect_no_check("observe: [{name: a, from: task de start, to: task dd end}]\n"
			"expect: [{what: a.n, value: 1}]\n",
			"s.yaml:8:32: error: no task is called 'de'; did you mean 'dd'?");
	expect_no_check(
		"expect: [{what: word_gap.p51, value: 1 us}]\n",
		"s.yaml:8:26: error: 'p51' is no statistic of word_gap; did you mean 'p50'?");
	expect_no_check("expect: [{what: word_gap.p50, value: 1 MHz}]\n",
			"s.yaml:8:38: error: expect[0].value is a frequency, but word_gap.p50 is a "
			"time; write a time, as in \"1.5 us\"");
	expect_no_check("expect: [{what: word_gap.p50, value: 1 us, tol: 3}]\n", NULL);
}

Test(check, what_run_refuses_too)
{
	struct said s = SPITWIN("run", scenario("s.yaml", FLASH DD_3 "expect: [{what: x.mean}]\n"));

	expect_refused(&s,
		       "s.yaml:8:17: error: 'x.mean' is no figure of a run; write NAME.mean for "
		       "a span of observe; docs/observe.md lists the others");
}
