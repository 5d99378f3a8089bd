// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * cyclictest: calls next to strace of rt-tests 2.4 of Debian 12, and its output, whose columns were
 * printed by it.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fake_threads.h"
#include "run_task.h"

static int run(const char *line)
{
	return run_task(line, &threads_api);
}

static void said(const char *text)
{
	cr_expect_str_eq(threads.out, text, "\n said: %s\n not: %s", threads.out, text);
}

#define WARN "WARN: stat /dev/cpu_dma_latency failed: No such file or directory\n"
#define LOOK "open(/sys/devices/system/cpu/possible) open(/sys/devices/system/cpu/online) "

TestSuite(cyclictest, .init = threads_plan);

/* One cycle each ms from one ms after the start, and the clock read in between. */
Test(cyclictest, calls_and_summary)
{
	static const uint32_t late[] = { 3999, 12000, 2500 };

	threads.late = late;
	threads.nr_late = 3;
	cr_expect_eq(run("cyclictest -p 80 -l 3 -q -m"), 0);
	cr_expect_str_eq(threads.calls,
			 LOOK "policy(1,1) policy(0,0) mlockall(3) "
			 "clone[ bind(1) policy(1,80) until(0,7001000000) until(0,7002000000) "
			 "until(0,7003000000) policy(0,0) ] for(0,10000000) for(0,50000000) "
			 "munlockall() ", "calls: %s", threads.calls);
	said("T: 0 (  101) P:80 I:1000 C:      3 Min:      2 Act:    2 Avg:    5 Max:      12\n");
	cr_expect_str_eq(threads.err, WARN);
}

Test(cyclictest, nanoseconds_have_wider_columns)
{
	cr_expect_eq(run("cyclictest -l 3 -q -N --laptop"), 0);
	said("T: 0 (  101) P: 0 I:1000 C:      3 Min:   5000 Act:    5000 Avg:    5000 "
	     "Max:    5000\n");
	cr_expect_str_eq(threads.err, "WARN: not setting cpu_dma_latency to save battery power\n");
}

Test(cyclictest, the_latency_file_is_held)
{
	threads.has_latency_file = 1;
	cr_expect_eq(run("cyclictest -l 1 -q --latency=5"), 0);
	cr_expect(strstr(threads.calls, "write(/dev/cpu_dma_latency,5) "), "%s", threads.calls);
	said("# /dev/cpu_dma_latency set to 5us\n"
	     "T: 0 (  101) P: 0 I:1000 C:      1 Min:      5 Act:    5 Avg:    5 Max:       5\n");
}

/* A screen every 10 ms; its first one would be empty if the thread had not run at once. */
Test(cyclictest, screen)
{
	cr_expect_eq(run("cyclictest -l 2 -t 2 --policy=rr -p 5 --default-system"), 0);
	said("policy: rr: loadavg: 0.01 0.02 0.03 1/23 45          \n\n"
	     "T: 0 (  101) P: 5 I:1000 C:      2 Min:      5 Act:    5 Avg:    5 Max:       5\n"
	     "T: 1 (  102) P: 5 I:1500 C:      2 Min:      5 Act:    5 Avg:    5 Max:       5\n");
}

Test(cyclictest, histogram)
{
	static const uint32_t late[] = { 0, 1000, 1999, 2000, 7000, 9000, 8000, 9000, 8000, 9000 };

	threads.late = late;
	threads.nr_late = 10;
	cr_expect_eq(run("cyclictest -l 10 -q -h 3 --laptop"), 0);
	said("# Histogram\n000000 000001\n000001 000002\n000002 000001\n# Total: 000000004\n"
	     "# Min Latencies: 00000\n# Avg Latencies: 00005\n# Max Latencies: 00009\n"
	     "# Histogram Overflows: 00006\n# Histogram Overflow at cycle number:\n"
	     "# Thread 0: 00004 00005 00006 # 00003 others\n\n");
}

Test(cyclictest, histogram_with_a_column_for_all)
{
	static const uint32_t late[] = { 0, 1000, 1000, 1000, 1000, 9000 };

	threads.late = late;
	threads.nr_late = 6;
	cr_expect_eq(run("cyclictest -l 3 -S -q -H 2 --laptop"), 0);
	said("# Histogram\n000000 000001\t000000\t000001\n000001 000002\t000002\t000004\n"
	     "# Total: 000000003 000000002 000000005\n# Min Latencies: 00000 00001\n"
	     "# Avg Latencies: 00000 00003\n# Max Latencies: 00001 00009 00009\n"
	     "# Histogram Overflows: 00000 00001 00001\n"
	     "# Histogram Overflow at cycle number:\n# Thread 0:\n# Thread 1: 00002\n\n");
}

Test(cyclictest, verbose)
{
	cr_expect_eq(run("cyclictest -l 2 -t2 -v -a 1 --laptop"), 0);
	said("Max CPUs = 2\nOnline CPUs = 2\nUsing 1 cpus.\n"
	     "Thread 0 using cpu 1.\nThread 0 Interval: 1500\n"
	     "Thread 1 using cpu 1.\nThread 1 Interval: 2000\n"
	     "       0:       0:       5\n       0:       1:       5\n"
	     "       1:       0:       5\n       1:       1:       5\n");
}

/* Cycles that were slept through are left out: the next instant lies ahead. */
Test(cyclictest, what_is_missed_is_not_made_up_for)
{
	static const uint32_t late[] = { 3500000, 1000 };

	threads.late = late;
	threads.nr_late = 2;
	cr_expect_eq(run("cyclictest -l 2 -q --laptop"), 0);
	cr_expect(strstr(threads.calls, "until(0,7001000000) until(0,7005000000) "), "%s",
		  threads.calls);
}

Test(cyclictest, time_ends_it)
{
	cr_expect_eq(run("cyclictest -D 1 -i 100000 -q --laptop -c 1"), 0);
	said("T: 0 (  101) P: 0 I:100000 C:     10 Min:      5 Act:    5 Avg:    5 Max:       5\n");
	cr_expect(strstr(threads.calls, "until(1,"), "%s", threads.calls);
}

/* Slept for a time: late is what the clock says beyond it. */
Test(cyclictest, relative)
{
	cr_expect_eq(run("cyclictest -l 2 -q -r --laptop"), 0);
	cr_expect(strstr(threads.calls, "for(0,1000000) for(0,1000000) policy"), "%s",
		  threads.calls);
	said("T: 0 (  101) P: 0 I:1000 C:      2 Min:      0 Act:    0 Avg:    0 Max:       0\n");
}

static const struct {
	const char *options, *has;
} bound[] = {
	{ "-t 4", "bind(1) @bind(2) @bind(4) @bind(8) " },
	{ "-t", "bind(1) @bind(2) @bind(4) @bind(8) " },
	{ "-S", "bind(1) @bind(2) @bind(4) @bind(8) " },
	{ "-t3 -a 1,3", "bind(2) @bind(8) @bind(2) " },
	{ "-t2 -a '!0,1'", "bind(4) @bind(8) " },
	{ "--threads=1 --affinity=2", "bind(4) " },
	{ "-t 2 -a all", "bind(1) @bind(2) " },
	{ "-a -t 2", "bind(1) @bind(2) " },
};

/* The same calls without what does not begin with "bind". */
static void only_bind(char *text)
{
	const char *from = threads.calls;

	*text = '\0';
	while ((from = strstr(from, "bind("))) {
		strcat(text, *text ? "@" : "");
		strncat(text, from, strcspn(from, " ") + 1);
		from++;
	}
}

Test(cyclictest, threads_are_bound_in_turn)
{
	for (size_t i = 0; i < sizeof(bound) / sizeof(bound[0]); i++) {
		char line[128], calls[1024];

		threads_plan();
		threads.possible = threads.online = "0-3\n";
		threads.affinity = 15;
		snprintf(line, sizeof(line), "cyclictest -l 1 -q --laptop %s", bound[i].options);
		cr_expect_eq(run(line), 0);
		only_bind(calls);
		cr_expect_str_eq(calls, bound[i].has, "%s: %s", line, calls);
	}
}

static const struct {
	const char *options, *priorities, *err;
} policies[] = {
	{ "-p 5", "policy(1,5) ", "" },
	{ "-p 5 --policy=other", "policy(1,5) ",
	  "policy and priority don't match: setting policy to SCHED_FIFO\n" },
	{ "--policy=other -p 5", "policy(1,5) ", "" },
	{ "--policy=rr", "policy(2,2) ", "defaulting realtime priority to 2\n" },
	{ "--policy=rr -p 7", "policy(2,7) ", "" },
	{ "--policy=batch", "policy(3,0) ", "" },
	{ "-p 0", "policy(1,2) ", "defaulting realtime priority to 2\n" },
};

Test(cyclictest, priority_and_policy)
{
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
		char line[128], want[64];

		threads_plan();
		threads.has_latency_file = 1;
		snprintf(line, sizeof(line), "cyclictest -l 1 -q %s", policies[i].options);
		cr_expect_eq(run(line), 0);
		snprintf(want, sizeof(want), "bind(1) %s", policies[i].priorities);
		cr_expect(strstr(threads.calls, want), "%s: %s", line, threads.calls);
		cr_expect_str_eq(threads.err, policies[i].err, "%s: %s", line, threads.err);
	}
}

Test(cyclictest, priorities_spread)
{
	cr_expect_eq(run("cyclictest -l 1 -q -p 2 -t 3 --priospread --laptop"), 0);
	said("T: 0 (  101) P: 2 I:1000 C:      1 Min:      5 Act:    5 Avg:    5 Max:       5\n"
	     "T: 1 (  102) P: 1 I:1500 C:      1 Min:      5 Act:    5 Avg:    5 Max:       5\n"
	     "T: 2 (  103) P: 1 I:2000 C:      1 Min:      5 Act:    5 Avg:    5 Max:       5\n");
}

Test(cyclictest, new_maxima_wake_the_screen)
{
	static const uint32_t late[] = { 1000, 3000, 2000 };

	threads.late = late;
	threads.nr_late = 3;
	cr_expect_eq(run("cyclictest -l 3 -M --laptop"), 0);
	cr_expect(strstr(threads.calls, "until(0,7001000000) wake() until(0,7002000000) wake() "
			 "until(0,7003000000) wake() "), "%s", threads.calls);
	said("\033[3B");
}

Test(cyclictest, a_cpu_that_is_not_there)
{
	cr_expect_eq(run("cyclictest -l 1 -q -a 7"), 1);
	cr_expect_str_eq(threads.err, "libnuma: Warning: cpu argument 7 is out of range\n\n");
	said("");
}

Test(cyclictest, real_time_that_is_refused)
{
	threads.fifo_result = -EPERM;
	cr_expect_eq(run("cyclictest -l 1 -q -p 3"), 1);
	cr_expect(strstr(threads.err, "Unable to change scheduling policy!"), "%s", threads.err);
}

static const struct {
	const char *line, *message;
} refused[] = {
	{ "cyclictest -q", "it would run until somebody stops it; say how long by -l LOOPS or "
	  "-D TIME" },
	{ "cyclictest -l 5 -i 0", "an interval of 0 us never ends" },
	{ "cyclictest -l x", "'x' is no number from 0 to 2147483647" },
	{ "cyclictest -l 2147483648", "'2147483648' is no number from 0 to 2147483647" },
	{ "cyclictest -l ''", "'' is no number from 0 to 2147483647" },
	{ "cyclictest -p 100 -l 1", "'100' is no number from 0 to 99" },
	{ "cyclictest -l 1 -t 257", "'257' is no number from 0 to 256" },
	{ "cyclictest -l 1 -c 2", "'2' is no number from 0 to 1" },
	{ "cyclictest -l 1 -h 0", "'0' is no number from 1 to 1000000" },
	{ "cyclictest -D 0.5", "'0.5' is no time; whole seconds, or a number with m, h or d, up to "
	  "5000 h" },
	{ "cyclictest -D 301d", "'301d' is no time; whole seconds, or a number with m, h or d, up "
	  "to 5000 h" },
	{ "cyclictest -l 1 -a 64", "'64' is no set of CPUs, which is written 0-2,4 with numbers up "
	  "to 63" },
	{ "cyclictest -l 1 -a 3-1", "'3-1' is no set of CPUs, which is written 0-2,4 with numbers "
	  "up to 63" },
	{ "cyclictest -l 1 -a 1,", "'1,' is no set of CPUs, which is written 0-2,4 with numbers up "
	  "to 63" },
	{ "cyclictest -l 1 -S -a 1", "-S and -a CPUSET exclude each other" },
	{ "cyclictest -l 1 --policy=fiffo", "policy 'fiffo' is not available; did you mean "
	  "'fifo'?" },
	{ "cyclictest -l 1 -b 10", "option '-b' is not available; the run's event stream has each "
	  "wake-up" },
	{ "cyclictest -l 1 -n", "option '-n' is not available; versions since 2 have no such "
	  "option; sleeping is by clock_nanosleep() to an instant, or by -r for a time" },
	{ "cyclictest -l 1 --json=f", "option '--json' is not available; what is printed is kept "
	  "in the run's directory" },
	{ "cyclictest -l 1 more", "extra operand 'more'; usage: cyclictest [OPTION]..." },
	{ "cyclictest --loop", "option '--loops' needs a value, LOOPS" },
	{ "cyclictest --thread=x -l 1", "'x' is no number from 0 to 256" },
};

Test(cyclictest, bad_command_lines)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		char want[TASK_ERR];

		snprintf(want, sizeof(want), "cyclictest: %s", refused[i].message);
		cr_expect_str_eq(refused_task(refused[i].line), want, "%s: %s", refused[i].line,
				 refused_task(refused[i].line));
	}
	cr_expect_str_eq(refused_task("cyclictest -l 1 -D 3m"), "");
}
