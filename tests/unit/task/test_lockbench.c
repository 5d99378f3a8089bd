// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* lockbench: what it orders, and what it makes of an outcome. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fake_threads.h"
#include "run_task.h"
#include "twin_lockbench.h"

TestSuite(lockbench, .init = threads_plan);

static struct twin_lockbench ordered;
static uint64_t counter;

/* Two CPUs: 100 operations in 10 us, 300 in 20 us. */
static void outcome(void *buf)
{
	struct twin_lockbench *b = buf;

	ordered = *b;
	b->lane[0] = (struct twin_lockbench_lane){ 100, 7, 50000, 10000000 };
	b->lane[1] = (struct twin_lockbench_lane){ 300, 0, 40000, 20000000 };
	b->counter = counter;
}

static int run(const char *line, uint64_t counts)
{
	threads.device = outcome;
	threads.device_result = sizeof(struct twin_lockbench);
	counter = counts;
	return run_task(line, &threads_api);
}

Test(lockbench, order_and_table)
{
	cr_expect_eq(run("lockbench --op=cas --cpus=2 --duration=20us --outside=150ns", 400), 0);
	cr_expect_eq(ordered.magic, TWIN_LOCKBENCH_MAGIC);
	cr_expect_eq(ordered.op, TWIN_LOCKBENCH_CAS);
	cr_expect_eq(ordered.cpus, 2);
	cr_expect_eq(ordered.loops, 0);
	cr_expect_eq(ordered.ps, 20000000);
	cr_expect_eq(ordered.inside, 0);
	cr_expect_eq(ordered.outside, 150);
	/* rates 10 and 15 a us: 25^2 / (2 * (100 + 225)) */
	cr_expect_str_eq(threads.out,
			 "cas on 2 CPUs, inside 0 ns, outside 150 ns\n"
			 "  cpu  operations   failures    first us     last us  ns/operation     "
			 "ops/us\n"
			 "    0         100          7       0.050      10.000         100.0     "
			 "10.000\n"
			 "    1         300          0       0.040      20.000          66.7     "
			 "15.000\n"
			 "  all         400          7       0.040      20.000          50.0     "
			 "20.000\n"
			 "fairness: slowest/fastest 0.6667, Jain's index 0.9615\n"
			 "counter 400: as many as operations\n", "%s", threads.out);
}

Test(lockbench, lost_operations_are_a_failure)
{
	cr_expect_eq(run("lockbench -c 2", 399), 1);
	cr_expect(strstr(threads.out, "counter 399: WRONG, operations got lost\n"), "%s",
		  threads.out);
}

/* Regression: loops that the limit of 10 s cut off looked like loops that were done. */
Test(lockbench, loops_that_are_cut_off_are_said)
{
	static const char said[] = "ended by time: not all CPUs have done 300 operations\n";

	cr_expect_eq(run("lockbench -c 2 -l 300", 400), 1);
	cr_expect(strstr(threads.out, said), "%s", threads.out);
	threads_plan();
	cr_expect_eq(run("lockbench -c 2 -l 300 -d 20us", 400), 0, "a time was ordered too");
	cr_expect(strstr(threads.out, said), "%s", threads.out);
	threads_plan();
	cr_expect_eq(run("lockbench -c 2 -l 100", 400), 0);
	cr_expect(!strstr(threads.out, "ended by time"), "%s", threads.out);
}

Test(lockbench, defaults)
{
	cr_expect_eq(run("lockbench", 100), 0);
	cr_expect_eq(ordered.op, TWIN_LOCKBENCH_SPINLOCK);
	cr_expect_eq(ordered.cpus, 1);
	cr_expect_eq(ordered.jitter, 0);
	cr_expect_eq(ordered.cpus, 1);
	cr_expect_eq(ordered.ps, 1000000000);
	cr_expect_eq(run("lockbench --op=mutex --loops=5 --inside=1us", 100), 0);
	cr_expect_eq(ordered.loops, 5);
	cr_expect_eq(ordered.inside, 1000);
	cr_expect_eq(ordered.ps, TWIN_LOCKBENCH_MOST_PS);
}

/* The published measure is of two CPUs, so more or fewer cannot be meant. */
Test(lockbench, ping_pong_is_for_two)
{
	cr_expect_eq(run("lockbench --op=ping-pong", 400), 0);
	cr_expect_eq(ordered.op, TWIN_LOCKBENCH_PING_PONG);
	cr_expect_eq(ordered.cpus, 2);
	cr_expect_eq(run("lockbench --op=ping-pong -c 2", 400), 0);
	cr_expect_eq(ordered.cpus, 2);
}

Test(lockbench, jitter)
{
	cr_expect_eq(run("lockbench --op=cas -c 2 --outside=150ns --jitter=1us", 400), 0);
	cr_expect_eq(ordered.outside, 150);
	cr_expect_eq(ordered.jitter, 1000);
	cr_expect_eq(strncmp(threads.out, "cas on 2 CPUs, inside 0 ns, outside 150 ns to 1150 ns\n",
			     54), 0, "%s", threads.out);
}

Test(lockbench, without_the_device)
{
	cr_expect_eq(run_task("lockbench", &threads_api), 1);
	cr_expect_str_eq(threads.err, "lockbench: /dev/twin/lockbench: No such file or directory "
			 "(only images with test drivers have it, such as linux-6.1-test)\n");
	threads_plan();
	threads.device_result = -ENODEV;
	cr_expect_eq(run_task("lockbench -c 3", &threads_api), 1);
	cr_expect_str_eq(threads.err, "lockbench: /dev/twin/lockbench: No such device (fewer "
			 "CPUs are online)\n");
}

/*
 * Regression: older_image_says_invalid_argument
 * Expected: what the device refuses, though all was checked before, is said to be the image's age.
 * Buggy: "Invalid argument" and no more.
 */
Test(lockbench, older_image_says_invalid_argument)
{
	threads.device_result = -EINVAL;
	cr_expect_eq(run_task("lockbench --op=ping-pong", &threads_api), 1);
	cr_expect_str_eq(threads.err, "lockbench: /dev/twin/lockbench: Invalid argument (the "
			 "kernel image is older than this program; build it again)\n");
}

static void nothing(void *buf)
{
	(void)buf;
}

/*
 * Regression: no_operation_is_a_success
 * Expected: a time that is too short for one operation is said, exit status 1.
 * Buggy: a table of zeros, exit status 0.
 */
Test(lockbench, no_operation_is_a_success)
{
	threads.device = nothing;
	threads.device_result = sizeof(struct twin_lockbench);
	cr_expect_eq(run_task("lockbench -d 1ns", &threads_api), 1);
	cr_expect(strstr(threads.out, "counter 0: as many as operations\n"
			 "no operation was done; give it a longer --duration\n"), "%s",
		  threads.out);
}

/*
 * Regression: usage_ends_in_a_blank
 * Expected: no blank behind a usage without operands, one before operands.
 * Buggy: "Usage: lockbench [OPTION]... ".
 */
Test(lockbench, usage_ends_in_a_blank)
{
	static const char lockbench[] = "Usage: lockbench [OPTION]...\n",
			  cyclictest[] = "Usage: cyclictest [OPTION]...\n",
			  sleep[] = "Usage: sleep [OPTION]... ";

	cr_expect_eq(run_task("lockbench --help", &threads_api), 0);
	cr_expect_eq(strncmp(threads.out, lockbench, strlen(lockbench)), 0, "%s", threads.out);
	threads_plan();
	cr_expect_eq(run_task("cyclictest --help", &threads_api), 0);
	cr_expect_eq(strncmp(threads.out, cyclictest, strlen(cyclictest)), 0, "%s", threads.out);
	threads_plan();
	cr_expect_eq(run_task("sleep --help", &threads_api), 0);
	cr_expect_eq(strncmp(threads.out, sleep, strlen(sleep)), 0, "%s", threads.out);
}

static const struct {
	const char *line, *message;
} refused[] = {
	{ "lockbench --op=spin", "operation 'spin' is not available; known are cas, fetch-add, "
	  "ticket, spinlock, mutex, ping-pong" },
	{ "lockbench -c 0", "'0' is no number from 1 to 64" },
	{ "lockbench -c 65", "'65' is no number from 1 to 64" },
	{ "lockbench -l 0", "'0' is no number from 1 to 2147483647" },
	{ "lockbench -d 5", "'5' is no time; up to 10s, with ns, us, ms or s" },
	{ "lockbench -d 0ms", "'0ms' is no time; up to 10s, with ns, us, ms or s" },
	{ "lockbench -d 11s", "'11s' is no time; up to 10s, with ns, us, ms or s" },
	{ "lockbench -d 99999999999999999999ns", "'99999999999999999999ns' is no time; up to 10s, "
	  "with ns, us, ms or s" },
	{ "lockbench -i 2ms", "'2ms' is no time; up to 1ms, with ns, us, ms or s" },
	{ "lockbench -o cas -i 2ns", "--inside is for locks; cas has no inside" },
	{ "lockbench -o ping-pong -i 2ns", "--inside is for locks; ping-pong has no inside" },
	{ "lockbench -o ping-pong -c 1", "ping-pong is for 2 CPUs, not for 1" },
	{ "lockbench -o ping-pong -c 3", "ping-pong is for 2 CPUs, not for 3" },
	{ "lockbench -j 2ms", "'2ms' is no time; up to 1ms, with ns, us, ms or s" },
	{ "lockbench x", "extra operand 'x'; usage: lockbench [OPTION]..." },
};

Test(lockbench, bad_command_lines)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		char want[TASK_ERR];

		snprintf(want, sizeof(want), "lockbench: %s", refused[i].message);
		cr_expect_str_eq(refused_task(refused[i].line), want, "%s: %s", refused[i].line,
				 refused_task(refused[i].line));
	}
}
