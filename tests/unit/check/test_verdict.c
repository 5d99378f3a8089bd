// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Verdicts on one figure, the word gap of the story: 550 ns. And on a number: 5 words. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "story.h"

static const struct {
	const char *what, *rest;
	bool met;
	bool has_deviation, below;
	uint64_t ppm;
	const char *why;
} verdicts[] = {
	{"word_gap.p50", "value: 550 ns", true, true, false, 0, ""},
	{"word_gap.p50", "value: 551 ns", false, true, true, 1815, "differs, and has no tolerance"},
	{"word_gap.p50", "value: 500 ns, tol: 10 %", true, true, false, 100000, ""},
	{"word_gap.p50", "value: 500 ns, tol: 99999 ppm", false, true, false, 100000,
	 "deviates by more than 99999 ppm"},
	{"word_gap.p50", "value: 600 ns, tol: 9 %", true, true, true, 83333, ""},
	{"word_gap.p50", "value: 600 ns, tol: 8 %", false, true, true, 83333,
	 "deviates by more than 8 %"},
	{"word_gap.p50", "value: 3 ps, tol: 100 %", false, true, false, 183332333333,
	 "deviates by more than 100 %"},
	{"word_gap.p50", "value: 0 s, tol: 50 %", false, false, false, 0,
	 "deviates by more than 50 %"},
	{"word_gap.p50", "at_least: 550 ns", true, false, false, 0, ""},
	{"word_gap.p50", "at_least: 551 ns", false, false, false, 0, "less than 551 ns"},
	{"word_gap.p50", "at_most: 550 ns", true, false, false, 0, ""},
	{"word_gap.p50", "at_most: 549999 ps", false, false, false, 0, "more than 549999 ps"},
	{"word_gap.p50", "at_least: 1 ns, at_most: 1 us", true, false, false, 0, ""},
	{"word_gap.p50", "value: 1 us, at_least: 600 ns, tol: 1 %", false, true, true, 450000,
	 "deviates by more than 1 %; less than 600 ns"},
	{"word_gap.p50", "value: 4000 h, tol: 100 %", true, true, true, 1000000, ""},
	{"word_gap.p50", "value: 1 ps, tol: 100000 %", false, true, false, 549999000000,
	 "deviates by more than 100000 %"},
	{"spi1.words", "value: 5", true, true, false, 0, ""},
	{"spi1.words", "value: 4, tol: 20 %", false, true, false, 250000,
	 "deviates by more than 20 %"},
	{"spi1.words", "at_most: 4", false, false, false, 0, "more than 4"},
	{"spi1.waits", "value: 0", true, false, false, 0, ""},
};

Test(verdict, by_value_and_by_bounds)
{
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++) {
		char lines[256];
		struct scenario s;
		struct story story;
		struct check *c;
		struct expectation *e;

		snprintf(lines, sizeof(lines), "expect: [{what: %s, %s}]\n", verdicts[i].what,
			 verdicts[i].rest);
		s = story_scenario(lines);
		c = story_check(&s);
		story_run(&story, &s, true);
		check_judge(c, &story.source, NULL);
		e = &c->list[0];
		cr_expect_eq(e->met, verdicts[i].met, "%s", lines);
		cr_expect_eq(check_failed(c), !verdicts[i].met);
		cr_expect_str_eq(e->why, verdicts[i].why, "%s: %s", lines, e->why);
		cr_expect_eq(e->has_deviation, verdicts[i].has_deviation, "%s", lines);
		cr_expect_eq(e->deviation, verdicts[i].ppm, "%s: %lu", lines, (long)e->deviation);
		if (e->has_deviation)
			cr_expect_eq(e->below, verdicts[i].below, "%s", lines);
		story_free(&story);
		check_free(c);
		scenario_free(&s);
	}
}

#define SPANS                                                                                      \
	"observe: [{name: low, from: spi1 cs0 fall, to: spi1 cs0 rise},\n"                         \
	"          {name: never, from: irq 7 raise, to: task dd end}]\n"

/* A span that nobody names is expected to occur. */
Test(verdict, spans_are_expected_to_occur)
{
	struct scenario s = story_scenario(SPANS);
	struct check *c = story_check(&s);
	struct story story;

	story_run(&story, &s, true);
	check_judge(c, &story.source, NULL);
	cr_assert_eq(c->nr, 2);
	cr_expect_str_eq(c->list[0].what, "low.n");
	cr_expect(c->list[0].met);
	cr_expect_eq(c->list[0].predicted.value, 2);
	cr_expect_str_eq(c->list[1].what, "never.n");
	cr_expect_not(c->list[1].met);
	cr_expect_str_eq(c->list[1].why, "never seen: `from` occurred 0 times, `to` 1 time");
	story_free(&story);
	check_free(c);
	scenario_free(&s);
}

/* Who says that it must not occur is believed. */
Test(verdict, a_span_may_be_expected_not_to_occur)
{
	struct scenario s = story_scenario(SPANS "expect: [{what: never.n, value: 0},\n"
						 "         {what: low.n, at_most: 1}]\n");
	struct check *c = story_check(&s);
	struct story story;

	story_run(&story, &s, true);
	check_judge(c, &story.source, NULL);
	cr_assert_eq(c->nr, 2);
	cr_expect(c->list[0].met);
	cr_expect_not(c->list[1].met);
	cr_expect_str_eq(c->list[1].why, "more than 1");
	story_free(&story);
	check_free(c);
	scenario_free(&s);
}

/* What ended early proves nothing, whatever its figures say. */
Test(verdict, a_run_that_did_not_end_in_order)
{
	struct scenario s = story_scenario("expect: [{what: word_gap.p50, value: 550 ns}]\n");
	struct check *c = story_check(&s);
	struct story story;

	story_run(&story, &s, true);
	check_judge(c, &story.source, "model-fault");
	cr_expect_not(c->list[0].met);
	cr_expect(c->list[0].known);
	cr_expect_str_eq(c->list[0].why, "the run ended before its time: model-fault");
	check_judge(c, &story.source, NULL);
	cr_expect(c->list[0].met, "judged anew");
	story_free(&story);
	check_free(c);
	scenario_free(&s);
}

Test(verdict, an_interval_changes_no_verdict)
{
	struct scenario s = story_scenario("expect: [{what: word_gap.p50, value: 550 ns}]\n");
	struct check *c = story_check(&s);
	struct story story;

	story_run(&story, &s, true);
	check_judge(c, &story.source, NULL);
	cr_expect_not(c->list[0].predicted.interval);
	cr_expect_eq(c->list[0].predicted.low, 550 * NS);
	check_interval(c, 0, 400 * NS, 700 * NS);
	cr_expect(c->list[0].predicted.interval && c->list[0].met);
	cr_expect_eq(c->list[0].predicted.low, 400 * NS);
	cr_expect_eq(c->list[0].predicted.high, 700 * NS);
	cr_expect_eq(c->list[0].predicted.value, 550 * NS);
	story_free(&story);
	check_free(c);
	scenario_free(&s);
}
