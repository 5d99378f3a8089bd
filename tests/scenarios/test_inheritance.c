// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Priority inversion: a task of low priority holds a mutex (spidev's, for the length of a message)
 * that one of high priority wants, while one in between wants the CPU. PREEMPT_RT lends the holder
 * the priority of who waits; another kernel lets both wait for the one in between.
 */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(inheritance, .init = place_enter, .fini = place_leave);

/*
 * The holder sleeps in every word of its message, so there is always time to start the next task;
 * the kernel's prio is 120 + nice or 99 - rt_priority (include/linux/sched/prio.h).
 */
#define LOW_PRIO 125
#define HIGH_PRIO 19

#define SPIDEV "spidev_test -D /dev/spidev1.0 -s 600000"

enum { LOW, HIGH, MIDDLE };

static json_t *run_on(const char *image)
{
	const char *lines =
		text("overlays: [%s/scenarios/overlays/spi1-spidev.dtso]\n"
		     "devices: {spi1: {dma: off}}\n"
		     "kernel: {image: %s}\n"
		     "tasks:\n"
		     "  - {run: " SPIDEV " -S 256 -I 1, name: low, nice: 5}\n"
		     "  - {run: " SPIDEV " -p ab, name: high, policy: 'fifo:80', at: 2 ms}\n"
		     "  - {run: dd if=/dev/zero of=/dev/null bs=4096 count=4000,\n"
		     "     name: middle, policy: 'fifo:10', at: 4 ms}\n",
		     top(), image);
	struct said s = SPITWIN("run", scenario("s.yaml", lines), "--json", "--intervals", "never",
				"--ftrace", "t.txt");

	expect_code(&s, 0);
	return report_of(s.out);
}

static int64_t end_of(json_t *report, int task)
{
	return report_int(report, text("tasks.%d.end_ps", task));
}

/* The first line of the trace that `who` wrote about `event`; NULL. Lines begin "    who-PID ". */
static char *line_of(char *trace, const char *who, const char *event)
{
	for (char *line = trace; *line; line = strchr(line, '\n') + 1) {
		char *end = strchr(line, '\n'), *at = line + strspn(line, " ");

		if (!strncmp(at, who, strlen(who)) && (at = strstr(at, event)) && at < end)
			return line;
	}
	return NULL;
}

/* Lines from when the high one wants the mutex until it has it. */
static char *wait_of_high(void)
{
	char *from = line_of(read_file("t.txt", NULL), "high-", "contention_begin: "), *to;

	cr_assert(from, "it waits for no lock");
	to = line_of(from, "high-", "contention_end: ");
	cr_assert(to, "it never gets the lock");
	*to = '\0';
	return from;
}

static bool runs(const char *lines, const char *comm, int prio)
{
	const char *at = lines, *name = text("next_comm=%s next_pid=", comm);
	int pid, found;

	while ((at = strstr(at, name))) {
		at += strlen(name);
		if (sscanf(at, "%d next_prio=%d", &pid, &found) == 2 && found == prio)
			return true;
	}
	return false;
}

/* Next change of a priority in the text behind `at`. */
static const char *expect_change(const char *at, int from, int to)
{
	const char *name = "sched_pi_setprio: ";
	char comm[17];
	int pid, old, new;

	at = strstr(at, name);
	cr_assert(at, "no change from %d to %d", from, to);
	at += strlen(name);
	cr_assert_eq(sscanf(at, "comm=%16s pid=%d oldprio=%d newprio=%d", comm, &pid, &old, &new),
		     4, "%.80s", at);
	cr_assert_str_eq(comm, "low");
	cr_assert_eq(old, from);
	cr_assert_eq(new, to);
	return at;
}

Test(inheritance, rt_lends_the_holder_the_priority_of_who_waits)
{
	const char *at;
	char *wait;
	json_t *report;

	need_image("linux-6.12-rt");
	report = run_on("linux-6.12-rt");
	wait = wait_of_high();
	at = expect_change(wait, LOW_PRIO, HIGH_PRIO);
	at = expect_change(at, HIGH_PRIO, LOW_PRIO);
	cr_assert_null(strstr(at, "sched_pi_setprio"), "more than lent and given back");
	cr_assert(runs(wait, "low", HIGH_PRIO));
	cr_assert_null(line_of(wait, "middle-", ""), "the one in between runs");
	cr_assert_lt(end_of(report, HIGH), end_of(report, MIDDLE));
}

Test(inheritance, without_it_both_wait_for_the_one_in_between)
{
	json_t *report = run_on("linux-6.1");
	char *wait = wait_of_high();

	cr_assert_null(strstr(read_file("t.txt", NULL), "sched_pi_setprio"));
	cr_assert(line_of(wait, "middle-", ""));
	cr_assert_gt(end_of(report, HIGH), end_of(report, MIDDLE));
	cr_assert_gt(end_of(report, LOW), end_of(report, MIDDLE));
}
