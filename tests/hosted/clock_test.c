// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The kernel's clock against simulated time, at early and late instants. */
#include <criterion/criterion.h>

#include "hosted.h"

#define TICK_PS 60607	/* of the 16.5 MHz counter, rounded up */
#define STEP_PS 10000000UL
#define STEPS 300

struct drift {
	uint64_t worst;		/* largest difference of the two clocks' advance, ps */
	uint64_t backward;	/* times the kernel's clock went back */
	uint64_t reached;	/* simulated time at the end */
};

static struct drift drift;

/* The kernel's clock, read between two looks at simulated time: interrupts come in between. */
struct reading {
	uint64_t before, clock, after;	/* ps */
};

static struct reading take(const struct twin_task_api *api)
{
	struct reading r = { .before = api->now() };

	r.clock = task_clock(api) * 1000;
	r.after = api->now();
	return r;
}

/* How far the clock's advance is outside of what simulated time allows. */
static uint64_t apart(const struct reading *first, const struct reading *last)
{
	uint64_t least = last->before - first->after, most = last->after - first->before;
	uint64_t advance = last->clock - first->clock;

	return advance < least ? least - advance : advance > most ? advance - most : 0;
}

/* Sleeps until 1 ms before `when`, then compares the clocks across it. */
static int compare_clocks(const struct twin_task_api *api, void *arg)
{
	uint64_t when = *(const uint64_t *)arg;
	struct reading first, last;

	if (when > api->now() + 1000000000ULL)
		task_sleep(api, when - api->now() - 1000000000ULL);
	first = last = take(api);
	for (int i = 0; i < STEPS; i++) {
		uint64_t before = last.clock;

		api->charge(STEP_PS);
		last = take(api);
		drift.backward += last.clock < before;
		if (apart(&first, &last) > drift.worst)
			drift.worst = apart(&first, &last);
	}
	drift.reached = api->now();
	return 0;
}

static void compare_around(const void *when, void *result)
{
	struct hosted *h = hosted_new("dd", false);

	hosted_user(h, compare_clocks, (void *)when);
	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	*(struct drift *)result = drift;
	hosted_free(h);
}

/*
 * Regression: clock_steps_back_after_35_s
 * Expected: CLOCK_MONOTONIC advances as simulated time does, by ticks of the counter.
 * Buggy: the tick count was computed with dropped low bits from 2^45 ps on; the clock stepped back
 * there and at every further power of two, and from 560 s on timers were re-armed for ever.
 */
Test(clock, clock_steps_back_after_35_s)
{
	for (int shift = 38; shift <= 52; shift++) {
		uint64_t when = 1ULL << shift;
		struct drift d = { 0 };

		hosted_in_child(compare_around, &when, &d, sizeof(d));
		cr_expect_eq(d.backward, 0, "2^%d ps", shift);
		/* a tick at either end, and nanoseconds cut off there */
		cr_expect_leq(d.worst, 2 * TICK_PS + 2000UL, "2^%d ps: %lu ps apart", shift,
			      (unsigned long)d.worst);
		cr_expect_geq(d.reached, when);
	}
}
