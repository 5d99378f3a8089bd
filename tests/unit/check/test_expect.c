// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Expectations that cannot be meant: what is wrong, where, and a way out. Nothing has run yet. */
#include <criterion/criterion.h>
#include <string.h>

#include "story.h"

#define SPAN "observe: [{name: read, from: task dd start, to: task dd end}]\n"
#define STATS "there are n, min, p50, p90, p99, p99.9, max, mean, sd, sum"
#define OTHERS "write NAME.mean for a span of observe; docs/observe.md lists the others"

/* `lines` begin in line 4; columns count from the begin of line 5 where SPAN stands before. */
static const struct {
	const char *lines;
	int line, col;
	const char *what, *hint;
} mistakes[] = {
	{SPAN "expect: [{what: raed.mean, value: 1 us}]\n", 5, 17,
	 "'raed.mean' is no figure of a run", "did you mean 'read.mean'?"},
	{SPAN "expect: [{what: read.meen, value: 1 us}]\n", 5, 22, "'meen' is no statistic of read",
	 "did you mean 'mean'?"},
	{SPAN "expect: [{what: 'read.typical', value: 1 us}]\n", 5, 23,
	 "'typical' is no statistic of read", STATS ", first, last"},
	{SPAN "expect: [{what: read., value: 1 us}]\n", 5, 22, "'' is no statistic of read",
	 STATS ", first, last"},
	{SPAN "expect: [{what: read, value: 1 us}]\n", 5, 17, "'read' is no figure of a run",
	 "did you mean 'read.n'?"},
	{"expect: [{what: word_gpa.p50, value: 1 us}]\n", 4, 17,
	 "'word_gpa.p50' is no figure of a run", "did you mean 'word_gap.p50'?"},
	{"expect: [{what: spi1.cs0.word_gap.p5, value: 1 us}]\n", 4, 35,
	 "'p5' is no statistic of spi1.cs0.word_gap", "did you mean 'p50'?"},
	{"expect: [{what: word_gap.first, value: 1 us}]\n", 4, 26,
	 "'first' is no statistic of word_gap", STATS},
	{"expect: [{what: spi1.mesages, value: 1}]\n", 4, 22, "'mesages' is no figure of a run",
	 "did you mean 'messages'?"},
	{"expect: [{what: messages, value: 1}]\n", 4, 17, "messages is a figure of a controller",
	 "say of which, as in spi1.messages"},
	{"expect: [{what: counts.irq, value: 1}]\n", 4, 17, "'counts.irq' is no figure of a run",
	 "did you mean 'counts.irqs'?"},
	{"expect: [{what: tasks.dx.took, value: 1 s}]\n", 4, 17,
	 "'tasks.dx.took' is no figure of a run", "did you mean 'tasks.dd.took'?"},
	{"expect: [{what: something.else.entirely, value: 1 s}]\n", 4, 17,
	 "'something.else.entirely' is no figure of a run", OTHERS},
	{SPAN "expect: [{what: read.mean, value: 3 %}]\n", 5, 35,
	 "expect[0].value is a ratio, but read.mean is a time", "write a time, as in \"1.5 us\""},
	{SPAN "expect: [{what: read.n, value: 3 us}]\n", 5, 32,
	 "expect[0].value is a time, but read.n is a whole number",
	 "write a number without a unit"},
	{SPAN "expect: [{what: read.max, at_least: 3}]\n", 5, 37,
	 "expect[0].at_least is a whole number, but read.max is a time",
	 "write a time, as in \"1.5 us\""},
	{"expect: [{what: interrupts, value: 1}, {what: interrupts, at_most: 1 MHz}]\n", 4, 68,
	 "expect[1].at_most is a frequency, but interrupts is a whole number",
	 "write a number without a unit"},
	{SPAN "expect: [{what: read.mean, source: x}]\n", 5, 10,
	 "expect[0] compares read.mean with nothing", "give it a value, at_least or at_most"},
	{SPAN "expect: [{what: read.mean, tol: 3 %, at_most: 1 us}]\n", 5, 10,
	 "expect[0] has a tol, but no value", "a bound has no tolerance"},
	{SPAN "expect: [{what: read.mean, at_least: 3 us, at_most: 1 us}]\n", 5, 10,
	 "expect[0].at_least is above at_most", "nothing can be both"},
	{"observe: [{name: word_gap, from: task dd start, to: task dd end}]\n", 4, 18,
	 "'word_gap' is how figures of the report begin", "give the span another name"},
	{"observe: [{name: spi1, from: task dd start, to: task dd end}]\n", 4, 18,
	 "'spi1' is how figures of the report begin", "give the span another name"},
	{"observe: [{name: tasks.x, from: task dd start, to: task dd end}]\n", 4, 18,
	 "'tasks.x' is how figures of the report begin", "give the span another name"},
};

Test(expect, mistakes)
{
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		struct scenario s = story_scenario(mistakes[i].lines);
		struct diag d = {0};

		cr_assert_null(check_new(&s, &d), "accepted: %s", mistakes[i].lines);
		cr_expect_str_eq(d.what, mistakes[i].what, "%s: %s", mistakes[i].lines, d.what);
		cr_expect_str_eq(d.hint, mistakes[i].hint, "%s: %s", mistakes[i].lines, d.hint);
		cr_expect(d.line == mistakes[i].line && d.col == mistakes[i].col, "%s: %d:%d",
			  mistakes[i].lines, d.line, d.col);
		scenario_free(&s);
	}
}

Test(expect, two_tasks_of_one_name)
{
	static const char text[] = "spitwin: 1\nboard: b\ntasks: [{run: dd}, {run: dd}]\n"
				   "expect: [{what: tasks.dd.took, value: 1 s}]\n";
	struct scenario s;
	struct diag d = {0};

	cr_assert_eq(scenario_load_text("s", text, sizeof(text) - 1, NULL, 0, &s, &d), 0);
	cr_assert_null(check_new(&s, &d));
	cr_expect_str_eq(d.what, "more than one task is called 'dd'");
	cr_expect_str_eq(d.hint, "give them names of their own (tasks[].name)");
	cr_expect(d.line == 4 && d.col == 23, "%d:%d", d.line, d.col);
	scenario_free(&s);
}

/* Names of spans may look like what follows them. */
Test(expect, the_longest_name_of_a_span_counts)
{
	struct scenario s = story_scenario(
		"observe: [{name: a, from: task dd start, to: task dd end},\n"
		"          {name: a.mean, from: task dd start, to: task dd end},\n"
		"          {name: spix, from: task dd start, to: task dd end}]\n"
		"expect: [{what: a.mean.max, at_most: 1 s}, {what: a.mean, at_most: 1 s},\n"
		"         {what: spix.p99.9, at_most: 1 s}]\n");
	struct check *c = story_check(&s);

	cr_expect_eq(c->nr, 3);
	cr_expect_eq(c->list[0].figure.index, 1);
	cr_expect_eq(c->list[1].figure.index, 0);
	cr_expect_eq(c->list[2].figure.index, 2);
	check_free(c);
	scenario_free(&s);
}
