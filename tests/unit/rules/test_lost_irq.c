// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Interrupt lines over synthetic streams: which are lost, and which only look so. */
#include <criterion/criterion.h>

#include "rules/lost_irq.h"

#define MS 1000000000ULL

/* One record: at `ms`, a line's level, its handler, or a task's begin or end. */
struct step {
	uint64_t ms;
	enum { UP, DOWN, HANDLER, BEGIN, END } what;
	unsigned int line;
};

static void feed(const struct reducer *r, const struct step *s)
{
	struct twin_event ev = { .time = s->ms * MS };

	switch (s->what) {
	case UP:
	case DOWN:
		ev.type = TWIN_EV_IRQ_LINE;
		ev.a = s->line;
		ev.b = s->what == UP;
		break;
	case HANDLER:
		ev.type = TWIN_EV_IRQ_ENTRY;
		ev.a = 17 | (uint64_t)s->line << 32;
		break;
	default:
		ev.type = TWIN_EV_WINDOW;
		ev.a = s->what == BEGIN;
	}
	r->event(r->state, &ev);
}

static struct lost_irq judge(const struct step *steps, size_t n, uint64_t end_ms)
{
	struct lost_irq_rule *rule = lost_irq_new();
	struct reducer r = lost_irq_reducer(rule);
	struct lost_irq lost;

	for (size_t i = 0; i < n; i++)
		feed(&r, &steps[i]);
	r.end(r.state, end_ms * MS);
	lost = lost_irq_result(rule);
	lost_irq_free(rule);
	return lost;
}

#define JUDGE(end, ...)                                                                            \
	judge((const struct step[]){ __VA_ARGS__ },                                                \
	      sizeof((const struct step[]){ __VA_ARGS__ }) / sizeof(struct step), end)

/* The driver's handler has run before, at boot. */
#define DRIVER { 0, HANDLER, 25 }, { 1, BEGIN, 0 }

Test(lost_irq, up_without_a_handler)
{
	struct lost_irq lost = JUDGE(500, DRIVER, { 10, UP, 25 }, { 210, DOWN, 25 },
				     { 300, END, 0 });

	cr_expect_eq(lost.line, 25);
	cr_expect_eq(lost.up, 10 * MS);
	cr_expect_eq(lost.until, 210 * MS);
}

Test(lost_irq, up_until_the_run_ends)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }).line, 25);
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 200, END, 0 }).until, 200 * MS);
}

Test(lost_irq, the_first_of_two)
{
	cr_expect_eq(JUDGE(900, DRIVER, { 5, HANDLER, 26 }, { 10, UP, 25 }, { 20, UP, 26 },
			   { 200, DOWN, 26 }, { 300, DOWN, 25 }).line, 25);
}

Test(lost_irq, after_one_that_was_handled)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 11, HANDLER, 25 }, { 12, DOWN, 25 },
			   { 20, UP, 25 }, { 300, END, 0 }).up, 20 * MS);
}

Test(lost_irq, handled_in_time)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 20, HANDLER, 25 }, { 21, DOWN, 25 },
			   { 300, END, 0 }).line, -1);
}

Test(lost_irq, another_lines_handler_does_not_count)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 20, HANDLER, 26 }, { 300, END, 0 }).line,
		     25);
}

/* An interrupt of a pin: its number is none of the interrupt controller's. */
Test(lost_irq, a_pins_handler_does_not_count)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 20, HANDLER, 1U << 31 | 40 },
			   { 300, END, 0 }).line, 25);
}

Test(lost_irq, short_of_the_bound)
{
	cr_expect_eq(JUDGE(500, DRIVER, { 10, UP, 25 }, { 109, DOWN, 25 }, { 300, END, 0 }).line,
		     -1);
}

Test(lost_irq, boot_and_what_comes_after_the_tasks_do_not_count)
{
	cr_expect_eq(JUDGE(900, { 0, HANDLER, 25 }, { 1, UP, 25 }, { 400, BEGIN, 0 },
			   { 450, END, 0 }).line, -1);
	cr_expect_eq(JUDGE(900, { 0, HANDLER, 25 }, { 1, UP, 25 }, { 300, DOWN, 25 },
			   { 400, BEGIN, 0 }, { 450, END, 0 }, { 500, UP, 25 }).line, -1);
}

/* A device may raise a line that no driver ever asked for. */
Test(lost_irq, a_line_without_a_driver)
{
	cr_expect_eq(JUDGE(500, { 1, BEGIN, 0 }, { 10, UP, 25 }, { 400, DOWN, 25 },
			   { 450, UP, 25 }).line, -1);
}

/* IRQF_ONESHOT: the line, a level, is masked until the thread has dealt with its device. */
Test(lost_irq, a_handlers_thread_takes_its_time)
{
	cr_expect_eq(JUDGE(900, DRIVER, { 10, UP, 25 }, { 11, HANDLER, 25 }, { 400, DOWN, 25 },
			   { 410, UP, 25 }, { 411, HANDLER, 25 }, { 800, END, 0 }).line, -1);
}

/* A source that only its rising edge counts of may stay up for ever. */
Test(lost_irq, an_edge_that_stays_up)
{
	cr_expect_eq(JUDGE(900, DRIVER, { 10, UP, 25 }, { 11, HANDLER, 25 }, { 800, END, 0 }).line,
		     -1);
}

/* disable_irq() for a long time, then enable_irq(): late, not lost. */
Test(lost_irq, a_line_that_was_disabled_for_a_while)
{
	cr_expect_eq(JUDGE(900, DRIVER, { 10, UP, 25 }, { 310, HANDLER, 25 }, { 311, DOWN, 25 },
			   { 800, END, 0 }).line, -1);
}
