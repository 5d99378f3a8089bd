// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Every figure of the story. As ../measure/test_measure.c has it: CS low 2160 and 240 ns, setup 500
 * and 40, word gap 550, transfer gap 300, hold 200 and 50, message gap 6000, the task 15400 ns.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "story.h"

#define SPAN                                                                                       \
	"observe: [{name: low, from: spi1 cs0 fall, to: spi1 cs0 rise},\n"                         \
	"          {name: never, from: irq 7 raise, to: task dd end}]\n"

static const struct {
	const char *what, *unit; /* "us" a time, "" a number */
	uint64_t value;		 /* ns, or the number */
} figures[] = {
	{"low.n", "", 2},
	{"low.min", "us", 240},
	{"low.p50", "us", 240},
	{"low.p90", "us", 2160},
	{"low.p99.9", "us", 2160},
	{"low.max", "us", 2160},
	{"low.mean", "us", 1200},
	{"low.sd", "us", 960},
	{"low.sum", "us", 2400},
	{"low.first", "us", 2160},
	{"low.last", "us", 240},
	{"never.n", "", 0},
	{"cs_low.sum", "us", 2400},
	{"spi1.cs_low.max", "us", 2160},
	{"spi1.cs0.cs_low.sd", "us", 960},
	{"cs_setup.max", "us", 500},
	{"cs_setup.n", "", 2},
	{"word_gap.p50", "us", 550},
	{"inter_transfer_gap.mean", "us", 300},
	{"inter_message_gap.p99", "us", 6000},
	{"cs_hold.min", "us", 50},
	{"sck_period.max", "us", 20},
	{"sck_period.n", "", 35},
	{"spi0.word_gap.n", "", 0},
	{"spi1.transactions", "", 2},
	{"spi1.cs0.words", "", 5},
	{"spi1.bytes", "", 5},
	{"spi1.messages", "", 1},
	{"spi1.transfers", "", 2},
	{"spi1.irqs", "", 1},
	{"spi1.wakes", "", 1},
	{"spi1.sleeps", "", 1},
	{"spi1.waits", "", 0},
	{"spi1.clocked", "us", 760},
	{"spi1.cs1.words", "", 0},
	{"spi2.words", "", 0},
	{"interrupts", "", 1},
	{"counts.irqs", "", 1},
	{"counts.mmio_reads", "", 1},
	{"counts.mmio_writes", "", 2},
	{"counts.syscalls", "", 1},
	{"counts.spi_worker_wakeups", "", 1},
	{"counts.delay", "us", 0},
	{"tasks.dd.took", "us", 15400},
	{"window.length", "us", 15400},
};

Test(figures, values)
{
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		char lines[512];
		struct scenario s;
		struct story story;
		struct check *c;

		snprintf(lines, sizeof(lines), SPAN "expect: [{what: %s, at_least: 0 %s}]\n",
			 figures[i].what, figures[i].unit);
		s = story_scenario(lines);
		c = story_check(&s);
		story_run(&story, &s, true);
		check_judge(c, &story.source, NULL);
		cr_expect(c->list[0].known, "%s", figures[i].what);
		cr_expect_eq(c->list[0].predicted.value,
			     figures[i].value * (*figures[i].unit ? NS : 1), "%s: %lu",
			     figures[i].what, (long)c->list[0].predicted.value);
		story_free(&story);
		check_free(c);
		scenario_free(&s);
	}
}

static const struct {
	const char *what, *why;
	bool ends;
} absent[] = {
	{"never.mean", "never seen: `from` occurred 0 times, `to` 1 time", true},
	{"never.sum", "never seen: `from` occurred 0 times, `to` 1 time", true},
	{"spi0.word_gap.mean", "never seen: no word_gap while tasks ran", true},
	{"spi1.cs1.cs_low.max", "never seen: no cs_low while tasks ran", true},
	{"tasks.dd.took", "the task did not end", false},
};

Test(figures, what_did_not_happen_has_no_value)
{
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		char lines[512];
		struct scenario s;
		struct story story;
		struct check *c;

		snprintf(lines, sizeof(lines), SPAN "expect: [{what: %s, at_least: 0 s}]\n",
			 absent[i].what);
		s = story_scenario(lines);
		c = story_check(&s);
		story_run(&story, &s, absent[i].ends);
		check_judge(c, &story.source, NULL);
		cr_expect_not(c->list[0].known);
		cr_expect_not(c->list[0].met);
		cr_expect_str_eq(c->list[0].why, absent[i].why, "%s: %s", absent[i].what,
				 c->list[0].why);
		story_free(&story);
		check_free(c);
		scenario_free(&s);
	}
}

/* A figure of several chip selects is of all their values. */
Test(figures, chip_selects_together)
{
	struct scenario s = story_scenario("expect: [{what: cs_low.mean, value: 200 ns},\n"
					   "         {what: spi1.cs_low.n, value: 3},\n"
					   "         {what: spi1.cs1.cs_low.max, value: 400 ns},\n"
					   "         {what: spi1.transactions, value: 3}]\n");
	struct check *c = story_check(&s);
	struct measure *m = measure_new(NULL);
	struct reducer r = measure_reducer(m);
	struct trace *t = trace_new();
	struct stream e = {0};
	struct figure_source from = {0};

	trace_add(t, &r);
	stream_add(&e, 0, TWIN_EV_WINDOW, 1, 1);
	for (uint64_t i = 0; i < 4; i++) { /* 100, 400, 200, and 100 of another controller */
		static const uint64_t lines[] = {0x100, 0x101, 0x100, 0x000};
		static const uint64_t low[] = {100, 400, 200, 100};

		stream_cs(&e, (1000 * i + 10) * NS, lines[i], 0);
		stream_cs(&e, (1000 * i + 10 + low[i]) * NS, lines[i], 1);
	}
	stream_push(&e, t);
	cr_assert_eq(trace_end(t, 9 * US, NULL), 0);
	from.measure = measure_result(m);
	check_judge(c, &from, NULL);
	cr_expect_eq(check_failed(c), 0, "%s %s %s %s", c->list[0].why, c->list[1].why,
		     c->list[2].why, c->list[3].why);
	trace_free(t);
	measure_free(m);
	stream_free(&e);
	check_free(c);
	scenario_free(&s);
}

static char *document;

static void look_up(void *ctx, const char *name)
{
	char quoted[64], *dot = strchr(name, '.');
	int head = (int)(dot && !strncmp(name, "counts", 6) ? strlen(name)
			 : dot				    ? (size_t)(dot - name)
							    : strlen(name));

	if (!strncmp(name, "tasks.", 6))
		return;
	snprintf(quoted, sizeof(quoted), "`%.*s", head, name);
	cr_expect(strstr(document, quoted), "%s is not in docs/observe.md", quoted);
}

Test(figures, all_are_documented)
{
	struct scenario s = story_scenario("");

	document = slurp(DOCUMENT, NULL);
	cr_assert(document);
	figure_names(&s, NULL, look_up);
	cr_expect(strstr(document, "`tasks.NAME.took`"));
	free(document);
	scenario_free(&s);
}
