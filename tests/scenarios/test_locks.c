// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What contention for one cache line costs on 1 to 64 CPUs, by lockbench: docs/studies/locks.md. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

static void enter(void)
{
	need_image_of("linux-6.1-test", "n1x64");
	place_enter();
}

TestSuite(locks, .init = enter, .fini = place_leave);

/* ns: the constants of boards/n1x64/costs.yaml that the tests calculate with. */
#define TRANSFER 41.0
#define ATOMIC 6.0
#define EXCHANGE (TRANSFER + ATOMIC)
#define WORK "--inside=100ns --outside=100ns"

/* The line "all" of lockbench's table, and Jain's index. */
struct all {
	unsigned long ops, failures;
	double ns, rate, jain;
};

static char planned[8192];
static int tasks;

/* One more task of the run to come. */
static void plan(const char *name, const char *options)
{
	size_t n = strlen(planned);

	snprintf(planned + n, sizeof(planned) - n, "  - {run: lockbench --duration=1ms %s, "
		 "name: %s, at: %d ms}\n", options, name, 20 * tasks++);
}

/* Runs what is planned; lockbench fails when its counter is wrong. */
static void run_planned(void)
{
	const char *yaml = text("spitwin: 1\nboard: n1x64\nkernel: {image: linux-6.1-test}\n"
				"tasks:\n%s", planned);
	struct said s;

	write_file("s.yaml", yaml, strlen(yaml));
	s = SPITWIN("run", "s.yaml", "-o", "out", "--json", "--intervals=never");
	expect_code(&s, 0);
}

static struct all outcome(const char *name)
{
	const char *out = read_file(text("out/tasks/%s.out", name), NULL);
	const char *row = strstr(out, "\n  all "), *fair = strstr(out, "Jain's index ");
	struct all a;

	cr_assert(row && fair, "%s: %s", name, out);
	cr_assert_eq(sscanf(row, " all %lu %lu %*f %*f %lf %lf", &a.ops, &a.failures, &a.ns,
			    &a.rate), 4, "%s", row);
	cr_assert_eq(sscanf(fair, "Jain's index %lf", &a.jain), 1, "%s", fair);
	cr_assert(strstr(out, text("counter %lu: as many as operations", a.ops)), "%s", out);
	return a;
}

static void expect_near(double got, double want, double part, const char *what)
{
	cr_expect(fabs(got - want) <= want * part, "%s: %.1f, not %.1f to %.1f %%", what, got, want,
		  100 * part);
}

static const char *const ops[] = { "cas", "fetch-add", "ticket", "spinlock", "mutex" };
static const int counts[] = { 1, 2, 64 };

#define EACH(i, array) for (size_t i = 0; i < sizeof(array) / sizeof(array[0]); i++)

/* Nothing is lost, whatever the number of CPUs; alone nothing fails. */
Test(locks, counters_are_exact)
{
	EACH(op, ops)
		EACH(i, counts)
			plan(text("%s-%d", ops[op], counts[i]),
			     text("--op=%s --cpus=%d", ops[op], counts[i]));
	run_planned();
	EACH(op, ops)
		EACH(i, counts) {
			struct all a = outcome(text("%s-%d", ops[op], counts[i]));

			cr_expect_gt(a.ops, 100);
			cr_expect_eq(a.failures > 0, op == 0 && counts[i] > 1);
		}
}

/*
 * By hand: every fetch-add needs the line from another CPU, and the next one waits already, so one
 * takes a transfer and an atomic, and nothing of its loop shows.
 */
Test(locks, fetch_add_takes_one_exchange)
{
	for (int cpus = 2; cpus <= 64; cpus *= 2)
		plan(text("c%d", cpus), text("--op=fetch-add --cpus=%d", cpus));
	run_planned();
	for (int cpus = 2; cpus <= 64; cpus *= 2) {
		struct all a = outcome(text("c%d", cpus));

		/* 64 CPUs start within 64 exchanges of 1 ms */
		expect_near(a.ns, EXCHANGE, 0.005, text("%d CPUs", cpus));
		expect_near(a.rate, 1000 / EXCHANGE, 0.005, text("%d CPUs, total", cpus));
	}
}

/* By hand: half a round trip is one exchange, for who waits has asked for the line already. */
Test(locks, ping_pong_takes_one_exchange)
{
	struct all a;

	plan("pair", "--op=ping-pong");
	plan("loops", "--op=ping-pong --loops=1000");
	run_planned();
	a = outcome("pair");
	expect_near(a.ns, EXCHANGE, 0.005, "half a round trip");
	cr_expect_gt(a.jain, 0.9999);
	cr_expect_eq(outcome("loops").ops, 2000);
}

/*
 * By hand: of N CPUs one succeeds in a round of N exchanges, and then looks again, one transfer.
 * The others all fail once.
 */
Test(locks, cas_takes_a_round)
{
	for (int cpus = 4; cpus <= 16; cpus *= 2)
		plan(text("c%d", cpus), text("--op=cas --cpus=%d", cpus));
	run_planned();
	for (int cpus = 4; cpus <= 16; cpus *= 2) {
		struct all a = outcome(text("c%d", cpus));

		expect_near(a.ns, cpus * EXCHANGE + TRANSFER, 0.02, text("%d CPUs", cpus));
		expect_near((double)a.failures / a.ops, cpus - 1, 0.05, "failures");
	}
}

/* A queued lock wakes one CPU however many wait; a ticket lock wakes all. */
Test(locks, queued_is_flat_and_ticket_grows)
{
	struct all few, many;

	for (int cpus = 4; cpus <= 64; cpus *= 2) {
		plan(text("q%d", cpus), text("--op=spinlock --cpus=%d " WORK, cpus));
		plan(text("t%d", cpus), text("--op=ticket --cpus=%d --loops=50 " WORK, cpus));
	}
	run_planned();
	few = outcome("q4");
	for (int cpus = 4; cpus <= 64; cpus *= 2) {
		many = outcome(text("q%d", cpus));
		expect_near(many.ns, few.ns, 0.05, text("queued, %d CPUs", cpus));
		cr_expect_gt(many.jain, 0.99, "%d CPUs: %.4f", cpus, many.jain);
	}
	few = outcome("t8");
	many = outcome("t64");
	/*
	 * Each further CPU is one that fetches the line again after every release, and perhaps once
	 * more when another one takes its ticket.
	 */
	cr_expect(many.ns - few.ns > (64 - 8) * TRANSFER &&
		  many.ns - few.ns < 2 * (64 - 8) * EXCHANGE, "ticket: %.1f, %.1f", few.ns, many.ns);
}

/*
 * Who released a mutex has asked for it again before a waiter can see that it is free, as long as
 * all delays are equal. Unequal ones mix the order, and are the same in every run.
 */
Test(locks, jitter_mixes_who_wins)
{
	char *first;

	plan("equal", "--op=mutex --cpus=4");
	plan("mixed", "--op=mutex --cpus=4 --jitter=20ns");
	run_planned();
	cr_expect_lt(outcome("equal").jain, 0.5);
	cr_expect_gt(outcome("mixed").jain, 0.95);
	first = read_file("out/tasks/mixed.out", NULL);
	run_planned();
	cr_expect_str_eq(read_file("out/tasks/mixed.out", NULL), first);
}

/*
 * Regression: who wakes the threads lost its CPU to the one that it woke there, which then waited
 * some 20 ms for those not yet woken; the run began late, into the next one.
 */
Test(locks, begins_at_once)
{
	json_t *r;

	for (int cpus = 4; cpus <= 64; cpus *= 2)
		plan(text("c%d", cpus), text("--op=fetch-add --cpus=%d", cpus));
	run_planned();
	r = report_file("out/report.json");
	for (int i = 0; i < tasks; i++)
		cr_expect_lt(report_int(r, text("tasks.%d.duration_ps", i)), 3000000000, "%d", i);
}
