// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * What an interrupt wants done is done before user code goes on, at whatever instant around a
 * system call it comes.
 */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>

#include "hosted.h"

#define PROMPT_PS 60000000UL	/* wake-up, switch and return: some 12 us */

/* In the child process of one run. */
static struct shared {
	uint64_t target;	/* when the real-time task wants to wake */
	uint64_t call;		/* when the other task enters its long system call */
	uint64_t woke;
} shared;

static int sleeper(const struct twin_task_api *api, void *arg)
{
	uint64_t now = api->now();

	task_sleep(api, shared.target > now ? shared.target - now : 1000000);
	shared.woke = api->now();
	return 0;
}

static const struct twin_spawn sleeper_spawn = {
	.fn = sleeper, .cpu = -1, .policy = SCHED_FIFO, .prio = 50, .comm = "rt",
};

static int caller(const struct twin_task_api *api, void *arg)
{
	char buf[16];
	long fd = task_open(api, "/dev/twin/delay", O_RDONLY, 0);

	api->syscall(TWIN_SYS_SPAWN, (long)&sleeper_spawn, 0, 0, 0, 0, 0);
	task_sleep(api, 2000000000ULL);
	for (int i = 0; i < 3; i++) {
		api->charge(100000000ULL);
		if (i == 1)
			shared.call = api->now();
		task_read(api, fd, buf, sizeof(buf));
	}
	return 0;
}

struct seen {
	uint64_t call;
	uint64_t late;		/* from an interrupt in user code until the real-time task runs */
	int from_user;
};

static void run_target(const void *arg, void *result)
{
	struct hosted *h = hosted_new("dd", false);
	struct seen *seen = result;

	shared = (struct shared){ .target = *(const uint64_t *)arg };
	hosted_user(h, caller, NULL);
	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	*seen = (struct seen){ .call = shared.call };
	for (size_t i = 0; i < h->nr_events; i++) {
		const struct twin_event *ev = &h->events[i];

		if (ev->type != TWIN_EV_CONTEXT || ev->b != TWIN_CTX_HARDIRQ ||
		    ev->a != TWIN_CTX_USER || ev->time > shared.woke ||
		    ev->time + 1200000000ULL < shared.woke)
			continue;
		seen->from_user++;
		seen->late = shared.woke - ev->time;
	}
	hosted_free(h);
}

static struct seen run_with(uint64_t target)
{
	struct seen seen;

	hosted_in_child(run_target, &target, &seen, sizeof(seen));
	return seen;
}

/*
 * Regression: wake_up_lost_at_syscall_boundary
 * Expected: a real-time task woken by an interrupt in user code runs within microseconds.
 * Buggy: an interrupt during the way into or out of the kernel left the reschedule request
 * unnoticed until the next system call had ended, here a delay of 1 ms.
 */
Test(preemption, wake_up_lost_at_syscall_boundary)
{
	uint64_t call = run_with(10000000000000ULL).call;
	int from_user = 0;

	cr_assert_gt(call, 0);
	for (int i = 0; i < 40; i++) {
		struct seen seen = run_with(call - 58000000 + i * 1500000);

		if (!seen.from_user)
			continue;
		from_user++;
		cr_expect_leq(seen.late, PROMPT_PS, "step %d: runs %lu ns after its interrupt", i,
			      (unsigned long)(seen.late / 1000));
	}
	cr_expect_geq(from_user, 5, "the instants missed user code");
}
