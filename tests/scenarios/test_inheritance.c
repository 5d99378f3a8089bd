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
 * The kernel's prio is 120 + nice, or 99 - rt_priority (include/linux/sched/prio.h): 125 of the low
 * one, 89 of the one in between.
 */
#define HIGH_PRIO 19

/* The holder sleeps in every word, which leaves time to start the others. */
#define SPIDEV "spidev_test -D /dev/spidev1.0 -s 600000 -b 16"

enum { LOW, HIGH, MIDDLE };

static json_t *run_on(const char *image)
{
	const char *lines =
		text("overlays: [%s/scenarios/overlays/spi1-spidev.dtso]\n"
		     "devices: {spi1: {dma: off}}\n"
		     "kernel: {image: %s}\n"
		     "tasks:\n"
		     "  - {run: " SPIDEV " -S 512 -I 1, name: low, nice: 5}\n"
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

/* The next change of the low one's priority in the text behind `at`, which is "from old to new". */
static const char *expect_change(const char *at, const char *change)
{
	const char *name = "sched_pi_setprio: comm=low ";
	int pid, len;

	at = strstr(at, name);
	cr_assert(at, "its priority does not change: %s", change);
	at += strlen(name);
	len = 0;
	sscanf(at, "pid=%d %n", &pid, &len);
	cr_assert_eq(strncmp(at + len, change, strlen(change)), 0, "%.40s is not %s", at, change);
	return at;
}

/* The one in between wants the CPU while the high one waits, so the order of ends tells. */
static bool high_ends_first(json_t *report)
{
	cr_assert_lt(report_int(report, text("tasks.%d.begin_ps", MIDDLE)), end_of(report, HIGH));
	return end_of(report, HIGH) < end_of(report, MIDDLE);
}

Test(inheritance, rt_lends_the_holder_the_priority_of_who_waits)
{
	json_t *report;
	const char *at;
	char *wait;

	need_image("linux-6.12-rt");
	report = run_on("linux-6.12-rt");
	wait = wait_of_high();
	at = expect_change(wait, "oldprio=125 newprio=19\n");
	at = expect_change(at, "oldprio=19 newprio=125\n");
	cr_assert_null(strstr(at, "sched_pi_setprio: comm=low "), "more than lent and given back");
	cr_assert(runs(wait, "low", HIGH_PRIO));
	cr_assert(line_of(wait, "middle-", ""), "it has the CPU while a word is clocked");
	cr_assert(high_ends_first(report));
}

Test(inheritance, without_it_both_wait_for_the_one_in_between)
{
	json_t *report = run_on("linux-6.1");
	char *wait = wait_of_high();

	cr_assert_null(strstr(read_file("t.txt", NULL), "sched_pi_setprio"));
	cr_assert_not(runs(wait, "low", HIGH_PRIO));
	cr_assert_not(high_ends_first(report));
	cr_assert_gt(end_of(report, LOW), end_of(report, MIDDLE));
}

/* How long the one in between keeps the high one waiting, as far as it can. */
Test(inheritance, waits_are_shorter_with_it)
{
	const char *duration = text("tasks.%d.duration_ps", HIGH);
	int64_t with, without;

	need_image("linux-6.12-rt");
	with = report_int(run_on("linux-6.12-rt"), duration);
	without = report_int(run_on("linux-6.1"), duration);
	cr_assert_lt(with, without);
}
