// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* When a span opens, closes and counts. `from` is interrupt line 1, `to` is line 2, `both` line 3.
 */
#include <criterion/criterion.h>

#include "watch.h"

static struct watched of_lines(const struct stream *s)
{
	return watch("irq 1 raise", "irq 2 raise", s, 1000);
}

static void line(struct stream *s, uint64_t time, uint64_t nr)
{
	stream_add(s, time, TWIN_EV_IRQ_LINE, nr, 1);
	stream_add(s, time, TWIN_EV_IRQ_LINE, nr, 0);
}

/* Letters at one time per character, from 1 on: ( ) a task starts and ends, f, t. */
static struct stream drawn(const char *picture)
{
	struct stream s = {0};

	for (uint64_t at = 1; *picture; picture++, at++) {
		if (*picture == '(' || *picture == ')')
			task(&s, at, *picture == '(', 1);
		else if (*picture == 'f' || *picture == 't')
			line(&s, at, *picture == 'f' ? 1 : 2);
	}
	return s;
}

static const struct {
	const char *picture;
	uint64_t n, first, last, cut;
} pictures[] = {
	/* one, and another */
	{"( f..t   f.t )", 2, 3, 2, 0},
	/* further `from` change nothing: the first after the last span counts */
	{"( f.f.f.t t t f...t )", 2, 6, 4, 0},
	/* a `to` without a `from` is nothing */
	{"( t t f.t )", 1, 2, 2, 0},
	/* still open at the end of the run */
	{"( f.t f ", 1, 2, 2, 1},
	/* the task ends before: neither counted nor left for a later task */
	{"( f )  t  ( f..t )", 1, 3, 3, 1},
	/* both ends lie in tasks: what is between does not matter */
	{"( f )  ( t )", 1, 7, 7, 0},
	/* nothing opens outside */
	{"f ( t ) f ( t )", 0, 0, 0, 0},
};

Test(span, pictures)
{
	for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
		struct stream s = drawn(pictures[i].picture);
		struct watched w = of_lines(&s);

		cr_expect_eq(w.n, pictures[i].n, "%s: n %lu", pictures[i].picture, (long)w.n);
		cr_expect_eq(w.first, pictures[i].first, "%s: first %lu", pictures[i].picture,
			     (long)w.first);
		cr_expect_eq(w.last, pictures[i].last, "%s: last %lu", pictures[i].picture,
			     (long)w.last);
		cr_expect_eq(w.cut, pictures[i].cut, "%s: cut %lu", pictures[i].picture,
			     (long)w.cut);
		stream_free(&s);
	}
}

/* The instants at which a task starts and ends belong to it, in whatever order records come. */
Test(span, borders_of_a_task)
{
	for (int order = 0; order < 2; order++) {
		struct stream s = {0};
		struct watched w;

		if (order)
			line(&s, 10, 1);
		task(&s, 10, 1, 1);
		if (!order)
			line(&s, 10, 1);
		if (!order)
			task(&s, 50, 0, 1);
		line(&s, 50, 2);
		if (order)
			task(&s, 50, 0, 1);
		w = of_lines(&s);
		cr_expect_eq(w.n, 1, "order %d", order);
		cr_expect_eq(w.first, 40);
		stream_free(&s);
	}
}

/* One task ends at the instant at which the next starts: no pause. */
Test(span, tasks_in_a_row)
{
	struct stream s = {0};
	struct watched w;

	task(&s, 10, 1, 1);
	task(&s, 20, 0, 1);
	line(&s, 20, 1);
	task(&s, 20, 1, 2);
	line(&s, 35, 2);
	task(&s, 40, 0, 2);
	w = of_lines(&s);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 15);
	stream_free(&s);
}

/*
 * Orders of f and t at the instant 20, with a span open since 10 or without: closed 10 later,
 * opened again, and closed at once for every t that is left.
 */
static const struct {
	const char *order;
	int open;
	uint64_t n, total;
} instants[] = {
	{"ft", 0, 1, 0},   {"tf", 0, 1, 0},   {"ft", 1, 2, 40},	 {"tf", 1, 2, 40},
	{"ftt", 1, 2, 10}, {"tft", 1, 2, 10}, {"ttf", 1, 2, 10}, {"fft", 0, 2, 30},
	{"ftf", 0, 2, 30}, {"tff", 0, 2, 30},
};

Test(span, at_one_instant_the_order_does_not_matter)
{
	for (size_t i = 0; i < sizeof(instants) / sizeof(instants[0]); i++) {
		struct stream s = {0};
		struct watched w;

		task(&s, 1, 1, 1);
		if (instants[i].open)
			line(&s, 10, 1);
		for (const char *c = instants[i].order; *c; c++)
			line(&s, 20, *c == 'f' ? 1 : 2);
		line(&s, 50, 2);
		w = of_lines(&s);
		cr_expect_eq(w.n, instants[i].n, "%s: n %lu", instants[i].order, (long)w.n);
		cr_expect_eq(w.total, instants[i].total, "%s: %lu", instants[i].order,
			     (long)w.total);
		stream_free(&s);
	}
}

/* An event that is `from` and `to` ends one span and begins the next: a period. */
Test(span, from_and_to_are_the_same)
{
	struct stream s = {0};
	struct watched w;

	task(&s, 1, 1, 1);
	line(&s, 10, 3);
	line(&s, 17, 3);
	line(&s, 37, 3);
	w = watch("irq 3 raise", "irq 3 raise", &s, 100);
	cr_expect_eq(w.n, 2);
	cr_expect_eq(w.first, 7);
	cr_expect_eq(w.last, 20);
	cr_expect_eq(w.cut, 1, "the last is open");
	cr_expect_eq(w.from_seen, 3);
	stream_free(&s);
}

/* Thousands, each of another length: 1000, 1001, ... in descending order of time between them. */
Test(span, thousands)
{
	struct stream s = {0};
	struct watched w;
	uint64_t at = 10, total = 0;

	task(&s, 1, 1, 1);
	for (uint64_t i = 0; i < 5000; i++) {
		line(&s, at, 1);
		line(&s, at + 3, 1);
		line(&s, at + 1000 + i, 2);
		total += 1000 + i;
		at += 10000;
	}
	w = watch("irq 1 raise", "irq 2 raise", &s, at);
	cr_expect_eq(w.n, 5000);
	cr_expect_eq(w.total, total);
	cr_expect_eq(w.first, 1000);
	cr_expect_eq(w.last, 5999);
	cr_expect_eq(w.from_seen, 10000);
	cr_expect_eq(w.cut, 0);
	stream_free(&s);
}

static const struct {
	const char *picture, *why;
} reasons[] = {
	{"( ff )", "never seen: `from` occurred 2 times, `to` 0 times"},
	{"( t )", "never seen: `from` occurred 0 times, `to` 1 time"},
	{"( t f )", "never seen: `from` occurred 1 time, `to` 1 time, but not after it"},
	{"f ( t )", "never seen: `from` occurred 0 times (1 while no task ran), `to` 1 time"},
	{"( )", "never seen: `from` occurred 0 times, `to` 0 times"},
};

Test(span, reasons_for_none)
{
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		struct stream s = drawn(reasons[i].picture);
		struct watched w = of_lines(&s);

		cr_expect_eq(w.n, 0);
		cr_expect_str_eq(w.why, reasons[i].why, "%s: %s", reasons[i].picture, w.why);
		stream_free(&s);
	}
}
