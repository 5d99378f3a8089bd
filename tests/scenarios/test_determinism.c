// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Equal input gives equal output, to the byte, however and wherever the program runs. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "busy.h"
#include "place.h"
#include "program.h"
#include "report.h"

#define RUNS 100

TestSuite(determinism, .init = place_enter, .fini = place_leave);

/* All that a run says that must not depend on the host. */
struct outcome {
	char *json, *vcd;
	size_t json_len, vcd_len;
};

static char *here(const char *name)
{
	return text("%s/%s", (char *)keep(getcwd(NULL, 0)), name);
}

static struct outcome run_how(const struct how *how, const char *option, const char *value)
{
	const char *words[12] = {"run",	 here("s.yaml"), "--json", "--vcd", here("pins.vcd"),
				 option, value};
	struct said s = spitwin_how(how, words);
	struct outcome o = {.json = s.out, .json_len = s.out_len};

	expect_code(&s, 0);
	o.vcd = read_file("pins.vcd", &o.vcd_len);
	return o;
}

static struct outcome first_run(void)
{
	scenario_of("s.yaml", "fill: prng", DD_512);
	return run_how(NULL, NULL, NULL);
}

static void expect_same(const struct outcome *a, const struct outcome *b)
{
	same_bytes(a->json, a->json_len, b->json, b->json_len, "JSON");
	same_bytes(a->vcd, a->vcd_len, b->vcd, b->vcd_len, "VCD");
}

static void expect_same_with(const struct how *how, const char *option, const char *value)
{
	struct outcome a = first_run(), b = run_how(how, option, value);

	expect_same(&a, &b);
}

Test(determinism, hundred_runs)
{
	struct outcome first = first_run();

	cr_assert(first.json_len > 1000 && first.vcd_len > 1000);
	for (int i = 1; i < RUNS; i++) {
		struct outcome next = run_how(NULL, NULL, NULL);

		expect_same(&first, &next);
	}
}

Test(determinism, another_directory)
{
	expect_same_with(&(struct how){.dir = "/"}, NULL, NULL);
}

Test(determinism, another_environment)
{
	expect_same_with(
		&(struct how){.env = {"HOME=/nonexistent", "LANG=de_DE.UTF-8", "TZ=Asia/Tokyo",
				      "LC_ALL=C", "MALLOC_PERTURB_=85",
				      "A_LONG_VARIABLE=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}},
		NULL, NULL);
}

Test(determinism, loaded_machine)
{
	struct outcome first = first_run(), next;

	busy_start(2);
	for (int i = 0; i < 5; i++) {
		next = run_how(NULL, NULL, NULL);
		expect_same(&first, &next);
	}
	busy_stop();
}

Test(determinism, with_a_run_directory)
{
	struct outcome first = first_run(), dir;

	expect_same_with(NULL, "-o", here("out"));
	dir.json = read_file("out/report.json", &dir.json_len);
	dir.vcd = read_file("out/pins.vcd", &dir.vcd_len);
	expect_same(&first, &dir);
}

Test(determinism, verbose)
{
	expect_same_with(NULL, "--verbose", NULL);
}

/* The kernel's log and the events are results too. */
Test(determinism, whole_run_directory)
{
	static const char *const names[] = {"report.txt",  "report.json",   "pins.vcd",
					    "events.twe",  "manifest.json", "kernel.log",
					    "tasks/dd.out"};

	first_run();
	run_how(NULL, "-o", here("a"));
	run_how(&(struct how){.dir = "/", .env = {"HOME=/tmp"}}, "-o", here("b"));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		same_files(text("a/%s", names[i]), text("b/%s", names[i]));
}

/* The reference mode hands over at every block instead of at the next event. */
Test(determinism, sync_block)
{
	expect_same_with(NULL, "--sync=block", NULL);
}

Test(determinism, sync_block_of_several_tasks)
{
	struct outcome a, b;

	scenario("s.yaml",
		 "devices:\n  flash0: {fill: prng}\ntasks:\n"
		 "  - {run: dd if=/dev/mtd0 bs=700 count=2, name: a}\n"
		 "  - {run: dd if=/dev/mtd0 bs=100 skip=5 count=3, name: b, at: 300 us}\n");
	a = run_how(NULL, NULL, NULL);
	b = run_how(NULL, "--sync=block", NULL);
	expect_same(&a, &b);
}

static json_t *run_with_events(const char *value, int seed)
{
	const char *words[] = {"run",
			       "s.yaml",
			       "--json",
			       "--seed",
			       text("%d", seed),
			       "--set",
			       text("kernel.cmdline=twin.events=%s", value),
			       NULL};
	struct said s = spitwin_how(NULL, words);

	expect_code(&s, 0);
	return report_of(s.out);
}

/* Of several phases against the tick: in the quickest run none fell into the workload. */
static int64_t quickest(const char *events)
{
	int64_t best = INT64_MAX;

	for (int seed = 1; seed <= 8; seed++) {
		int64_t ps = report_int(run_with_events(events, seed), "tasks.0.duration_ps");

		best = ps < best ? ps : best;
	}
	return best;
}

/*
 * Observation costs the workload no simulated time. The kernel takes time to register the probes
 * while it boots, which moves all that follows against the tick: only workloads that no tick
 * interrupts can be compared. Both command lines are of one length, since reading and printing
 * them takes time too.
 */
Test(determinism, observing_costs_nothing)
{
	json_t *without;
	int64_t difference;

	first_run();
	/*
	 * Some 2000 tracepoints are passed: one instruction each would be 7 us. What is left is
	 * phase: whether a word's interrupt comes before or after the driver waits is 3.25 us.
	 */
	difference = quickest("onn") - quickest("off");
	cr_assert(difference < 4000000 && difference > -4000000, "%" PRId64 " ps", difference);
	without = run_with_events("off", 1);
	cr_assert_eq(report_int(without, "counts.irqs"), 0, "events were not off");
	cr_assert(json_is_true(report_at(without, "tasks.0.exited")));
}

static int64_t start_of(json_t *report)
{
	return report_int(report, "tasks.0.begin_ps");
}

/* A seed moves the workload against the tick, and alters nothing else. */
Test(determinism, seeds_move_the_phase)
{
	json_t *one, *two;

	first_run();
	one = report_of(run_how(NULL, "--seed", "1").json);
	two = report_of(run_how(NULL, "--seed", "2").json);
	cr_assert_neq(start_of(one), start_of(two));
	cr_assert_eq(report_int(one, "run.seed"), 1);
	cr_assert_eq(report_int(two, "run.seed"), 2);
	cr_assert_lt(llabs(start_of(one) - start_of(two)), 10000000000LL, "more than a tick apart");
	cr_assert_str_eq(report_text_at(one, "transactions.0.miso"),
			 report_text_at(two, "transactions.0.miso"));
}

Test(determinism, seed_is_the_key_runs_seeds)
{
	struct outcome a, b;

	first_run();
	a = run_how(NULL, "--seed", "4294967295");
	b = run_how(NULL, "--set", "runs.seeds=4294967295");
	expect_same(&a, &b);
}
