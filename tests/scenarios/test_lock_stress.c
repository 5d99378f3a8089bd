// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Locks and atomics on 64 CPUs: no increment is lost, every run is the same, and the quantum does
 * not decide the result (the bound of docs/several-cpus.md).
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

static void enter(void)
{
	need_image_of("linux-6.1-test", "n1x64");
	place_enter();
}

TestSuite(lock_stress, .init = enter, .fini = place_leave);

#define RUNS 100

static const struct {
	const char *name;
	int operations;	/* as n1x64-lock-stress.yaml has them, of 64 CPUs */
	double bound;	/* of n1x64-lockbench.yaml: default quantum against block by block, % */
} ops[] = {
	{"cas", 6400, 1}, {"fetch-add", 12800, 1}, {"ticket", 1280, 3},
	{"spinlock", 6400, 1}, {"mutex", 6400, 1},
};

#define OPS (sizeof(ops) / sizeof(ops[0]))

static json_t *run(const char *name, const char *option, char **all)
{
	struct said s = SPITWIN("run", text("%s/scenarios/%s.yaml", top(), name), "--json",
				"--intervals=never", option, "-o", "out");

	expect_code(&s, 0);
	if (all)
		*all = s.out;
	return report_of(s.out);
}

static const char *output_of(const char *op)
{
	return read_file(text("out/tasks/%s.out", op), NULL);
}

static void expect_exact(size_t op)
{
	const char *said = output_of(ops[op].name);

	cr_expect(strstr(said, text("counter %d: as many as operations\n", ops[op].operations)),
		  "%s: %s", ops[op].name, said);
}

/* Other quanta are other orders, so other fights: each as long as they like, none with a loss. */
Test(lock_stress, no_increment_is_lost_in_any_order)
{
	static const char *const orders[] = {"--sync=block", "--quantum=0 s", "--quantum=7 ns",
					     "--quantum=100 ns", "--quantum=1 us"};

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		run("n1x64-lock-stress", orders[i], NULL);
		for (size_t op = 0; op < OPS; op++)
			expect_exact(op);
	}
}

Test(lock_stress, a_hundred_runs_are_one, .timeout = 250)
{
	size_t len, first_len;
	char *first, *again, *events, *first_events;

	run("n1x64-lock-stress", "--seed=1", &first);
	first_events = read_file("out/events.twe", &first_len);
	for (int i = 1; i < RUNS; i++) {
		run("n1x64-lock-stress", "--seed=1", &again);
		cr_assert_str_eq(again, first, "run %d", i);
		events = read_file("out/events.twe", &len);
		same_bytes(events, len, first_events, first_len, "events");
	}
}

/* The tenth of a nanosecond that an operation took on average. */
static double per_operation(const char *op)
{
	const char *all = strstr(output_of(op), "\n  all ");
	double ns;

	cr_assert(all && sscanf(all, " all %*d %*d %*f %*f %lf", &ns) == 1);
	return ns;
}

Test(lock_stress, quantum_is_within_its_bound)
{
	double exact[OPS], got;

	run("n1x64-lockbench", "--sync=block", NULL);
	for (size_t op = 0; op < OPS; op++)
		exact[op] = per_operation(ops[op].name);
	run("n1x64-lockbench", "--seed=1", NULL);
	for (size_t op = 0; op < OPS; op++) {
		got = per_operation(ops[op].name);
		cr_expect_lt(fabs(got / exact[op] - 1) * 100, ops[op].bound, "%s: %g, not %g ns",
			     ops[op].name, got, exact[op]);
	}
}
