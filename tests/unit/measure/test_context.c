// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "measure/context_clock.h"
#include "measure/window.h"

static void go(struct context_clock *c, uint64_t time, uint8_t cpu, enum twin_context to)
{
	struct twin_event ev = {.time = time, .type = TWIN_EV_CONTEXT, .cpu = cpu, .b = to};

	context_clock_advance(c, time);
	context_clock_event(c, &ev);
}

Test(context, one_cpu)
{
	struct context_clock c;

	context_clock_init(&c);
	go(&c, 10, 0, TWIN_CTX_THREAD);
	go(&c, 15, 0, TWIN_CTX_HARDIRQ);
	go(&c, 17, 0, TWIN_CTX_IDLE);
	context_clock_advance(&c, 100);
	cr_assert_eq(c.total.ps[TWIN_CTX_BOOT], 10);
	cr_assert_eq(c.total.ps[TWIN_CTX_THREAD], 5);
	cr_assert_eq(c.total.ps[TWIN_CTX_HARDIRQ], 2);
	cr_assert_eq(c.total.ps[TWIN_CTX_IDLE], 83);
	cr_assert_eq(ctx_sum(&c.total), 100);
}

/* cpu 0 idle 10..30, thread 30..40; cpu 1 from 20 on user, irq 35..38 */
Test(context, several_cpus_most_urgent_wins_and_sums_stay_exact)
{
	struct context_clock c;

	context_clock_init(&c);
	go(&c, 10, 0, TWIN_CTX_IDLE);
	context_clock_advance(&c, 10);
	c.summing = true;
	go(&c, 20, 1, TWIN_CTX_USER);
	go(&c, 30, 0, TWIN_CTX_THREAD);
	go(&c, 35, 1, TWIN_CTX_HARDIRQ);
	go(&c, 38, 1, TWIN_CTX_USER);
	context_clock_advance(&c, 40);
	cr_assert_eq(c.total.ps[TWIN_CTX_IDLE], 10);
	cr_assert_eq(c.total.ps[TWIN_CTX_USER], 10);
	cr_assert_eq(c.total.ps[TWIN_CTX_THREAD], 7);
	cr_assert_eq(c.total.ps[TWIN_CTX_HARDIRQ], 3);
	cr_assert_eq(ctx_sum(&c.total), 40);
	cr_assert_eq(c.cpus.ps[TWIN_CTX_IDLE], 20);
	cr_assert_eq(c.cpus.ps[TWIN_CTX_USER], 17);
	cr_assert_eq(c.cpus.ps[TWIN_CTX_THREAD], 10);
	cr_assert_eq(c.cpus.ps[TWIN_CTX_HARDIRQ], 3);
	cr_assert_eq(ctx_sum(&c.cpus), 30 + 20);
}

Test(context, nonsense_and_time_going_back_change_nothing)
{
	struct context_clock c;

	context_clock_init(&c);
	go(&c, 10, 0, TWIN_CTX_NR);
	go(&c, 5, 0, TWIN_CTX_USER);
	context_clock_advance(&c, 12);
	cr_assert_eq(c.total.ps[TWIN_CTX_BOOT], 10);
	cr_assert_eq(c.total.ps[TWIN_CTX_USER], 2);
}

static struct twin_event edge(uint64_t time, int begin, uint64_t tag)
{
	return (struct twin_event){
		.time = time, .type = TWIN_EV_WINDOW, .a = begin, .b = tag, .task = 30 + tag};
}

/* 10..30 two tasks, 40..45 the first again, one never ends until 60 */
Test(window, spans_of_overlapping_tasks)
{
	const struct twin_event ev[] = {edge(10, 1, 1), edge(15, 1, 2), edge(20, 0, 1),
					edge(30, 0, 2), edge(40, 1, 1), edge(45, 0, 1),
					edge(50, 1, 3)};
	const enum window_step want[] = {WINDOW_OPENS, WINDOW_SAME,   WINDOW_SAME, WINDOW_CLOSES,
					 WINDOW_OPENS, WINDOW_CLOSES, WINDOW_OPENS};
	struct window w = {0};

	for (size_t i = 0; i < 7; i++)
		cr_assert_eq(window_event(&w, &ev[i]), want[i]);
	cr_assert_eq(window_end_run(&w, 60), WINDOW_CLOSES);
	cr_assert_eq(w.first, 10);
	cr_assert_eq(w.last, 60);
	cr_assert_eq(w.length, 20 + 5 + 10);
	cr_assert_eq(w.nr_tasks, 4);
	cr_assert_eq(w.tasks[0].end, 20);
	cr_assert_eq(w.tasks[1].pid, 32);
	cr_assert_eq(w.tasks[2].begin, 40);
	cr_assert_not(w.tasks[3].ended);
	cr_assert_eq(w.tasks[3].end, 60);
	window_free(&w);
}

Test(window, an_end_without_a_begin)
{
	struct twin_event ev = edge(10, 0, 1);
	struct window w = {0};

	cr_assert_eq(window_event(&w, &ev), WINDOW_SAME);
	cr_assert_eq(window_end_run(&w, 20), WINDOW_SAME);
	cr_assert_eq(w.length, 0);
	window_free(&w);
}
