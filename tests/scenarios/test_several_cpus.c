// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A kernel on four CPUs: they come up, work side by side, and every run is the same. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

static void enter(void)
{
	need_image_of("linux-6.1", "a53x4");
	place_enter();
}

TestSuite(several_cpus, .init = enter, .fini = place_leave);

#define TASKS "/scenarios/a53x4-tasks.yaml"

static struct said run(const char *option)
{
	struct said s = SPITWIN("run", text("%s" TASKS, top()), "--json", "--intervals=never",
				option);

	expect_code(&s, 0);
	return s;
}

/* All four work at once: each begins before any has ended. */
Test(several_cpus, tasks_run_side_by_side)
{
	json_t *r = report_of(run("--seed=1").out);
	int64_t latest_begin = 0, first_end = INT64_MAX;

	for (int i = 0; i < 4; i++) {
		int64_t begin = report_int(r, text("tasks.%d.begin_ps", i));
		int64_t end = report_int(r, text("tasks.%d.end_ps", i));

		cr_expect_eq(report_int(r, text("tasks.%d.exit_status", i)), 0);
		latest_begin = begin > latest_begin ? begin : latest_begin;
		first_end = end < first_end ? end : first_end;
	}
	cr_assert_lt(latest_begin, first_end);
}

Test(several_cpus, every_run_is_the_same)
{
	struct said one = run("--seed=1");

	for (int i = 0; i < 5; i++)
		cr_assert_str_eq(run("--seed=1").out, one.out);
}

static struct said run_test_image(const struct how *how, const char *name, const char *option)
{
	struct said s = SPITWIN_HOW(how, "run", text("%s/scenarios/a53x4-%s.yaml", top(), name),
				    "--kernel", "linux-6.1-test", "--json", "--intervals=never",
				    option);

	expect_code(&s, 0);
	return s;
}

/*
 * A quantum of no length is the order that --sync=block makes.
 *
 * Regression: interrupt_waits_for_the_next_exit
 * Expected: an interrupt that becomes pending while its CPU waits for its turn is taken where the
 * next block starts.
 * Buggy: it was taken when something else made the CPU leave, which --sync=block always does:
 * lockbench and cyclictest beside loads differed.
 */
Test(several_cpus, no_quantum_is_block_by_block)
{
	static const char *const names[] = {"tasks", "lockbench", "cyclictest-load"};

	for (int i = 0; i < 3; i++)
		cr_assert_str_eq(run_test_image(NULL, names[i], "--quantum=0 s").out,
				 run_test_image(NULL, names[i], "--sync=block").out, "%s",
				 names[i]);
}

/*
 * Regression: signals_decide_about_interrupts
 * Expected: a run is the same whenever the host's clock or a signal makes it look up.
 * Buggy: the look let the CPU take interrupts that it would have taken later.
 */
Test(several_cpus, signals_change_nothing)
{
	struct said quiet = run_test_image(NULL, "cyclictest-load", "--seed=1");

	for (int ms = 50; ms < 900; ms += 60) {
		struct how how = {.signal = SIGALRM, .signal_ms = ms};

		cr_assert_str_eq(run_test_image(&how, "cyclictest-load", "--seed=1").out,
				 quiet.out, "SIGALRM after %d ms", ms);
	}
}

/*
 * Regression: two_processes_get_one_window
 * Expected: tasks that start at once on several CPUs have memory of their own.
 * Buggy: another CPU could find the same free window before it was marked as taken: a task ran
 * another one's memory, which looked like a crash of the kernel.
 */
Test(several_cpus, tasks_that_start_at_once_have_memory_of_their_own)
{
	static const char three[] = "spitwin: 1\nboard: a53x4\nkernel: {image: linux-6.1-test}\n"
		"tasks:\n  - {run: sleep 1}\n"
		"  - {run: dd if=/dev/urandom of=/dev/null bs=64k count=1, cpu: 2}\n"
		"  - {run: dd if=/dev/zero of=/dev/null bs=64k count=70}\n";
	static const char *const quanta[] = {"--quantum=0 s", "--quantum=30 ns", "--quantum=1 us",
					     "--quantum=100 ns"};

	write_file("s.yaml", three, strlen(three));
	for (int i = 0; i < 4; i++) {
		struct said s = SPITWIN("run", "s.yaml", "--json", "--intervals=never", quanta[i]);

		expect_code(&s, 0);
	}
}

/* Seconds of a line of the trace that has all three, from `from` on; moves `from` behind it. */
static double line_with(const char **from, const char *a, const char *b, const char *c)
{
	double time;

	for (const char *line = *from; line; line = strchr(line, '\n')) {
		char one[512];

		line += *line == '\n';
		snprintf(one, sizeof(one), "%.*s", (int)strcspn(line, "\n"), line);
		if (!*line || !strstr(one, a) || !strstr(one, b) || !strstr(one, c))
			continue;
		cr_assert_eq(sscanf(strstr(one, "] ") + 8, "%lf", &time), 1, "%s", one);
		*from = line + strlen(one);
		return time;
	}
	return -1;
}

/*
 * Regression: charges_run_past_the_quantum
 * Expected: an interrupt from another CPU is taken after the controller's delay, the quantum and
 * the entry, also while user code computes: within 4 us, where the scheduler's own way from
 * the wake-up to sending it is in it too.
 * Buggy: what was charged at once ended first: up to 354 us with copies of 1 MiB.
 */
Test(several_cpus, interrupts_reach_a_cpu_that_computes)
{
	const char *trace;
	struct said s;
	FILE *f = fopen("s.yaml", "w");
	int seen = 0;

	cr_assert(f);
	fprintf(f, "spitwin: 1\nboard: a53x4\nkernel: {image: linux-6.1-test}\n"
		"overlays: [%s/scenarios/overlays/a53x4-spi-flash.dtso]\ntasks:\n"
		"  - {run: dd if=/dev/zero of=/dev/null ibs=1M obs=4M count=60, cpu: 2}\n"
		"  - {run: dd if=/dev/mtd0 of=/dev/null bs=64 count=1, cpu: 2, name: waits, "
		"policy: \"fifo:50\", at: 5 ms}\n", top());
	fclose(f);
	s = SPITWIN("run", "s.yaml", "--intervals=never", "--ftrace", "t.txt");
	expect_code(&s, 0);
	trace = read_file("t.txt", NULL);
	for (;;) {
		double woken = line_with(&trace, "sched_waking", "comm=waits", "target_cpu=002"), taken;

		if (woken < 0)
			break;
		taken = line_with(&trace, "[002]", "irq_handler_entry", "Function call");
		if (taken < 0)
			break;
		cr_expect_lt(taken - woken, 4e-6, "%.6f to %.6f", woken, taken);
		seen++;
	}
	cr_assert_geq(seen, 60, "only %d wake-ups of another CPU", seen);
}

/* docs/several-cpus.md: with the default quantum tasks take as long as block by block, to 1 %. */
Test(several_cpus, default_quantum_is_within_its_bound)
{
	json_t *exact = report_of(run("--sync=block").out), *r = report_of(run("--seed=1").out);

	for (int i = 0; i < 4; i++) {
		int64_t want = report_int(exact, text("tasks.%d.duration_ps", i));
		int64_t got = report_int(r, text("tasks.%d.duration_ps", i));

		cr_expect_lt(llabs(got - want), want / 100, "task %d: %ld, not %ld ps", i,
			     (long)got, (long)want);
	}
}

/* The names and numbers are those of the kernel's own interrupts. */
Test(several_cpus, interrupts_between_cpus_are_in_the_trace)
{
	const char *trace;
	struct said s = SPITWIN("run", text("%s" TASKS, top()), "--intervals=never", "--ftrace",
				"t.txt");

	expect_code(&s, 0);
	trace = read_file("t.txt", NULL);
	cr_assert(strstr(trace, "name=Rescheduling interrupts"));
	for (int cpu = 0; cpu < 4; cpu++)
		cr_assert(strstr(trace, text("[%03d]", cpu)), "cpu %d", cpu);
}

/* maxcpus=2: the others stay off, and a task that wants one is refused by the kernel. */
Test(several_cpus, fewer_can_be_brought_up)
{
	struct said s;
	static const char two[] = "spitwin: 1\nboard: a53x4\n"
		"kernel: {cmdline: maxcpus=2}\n"
		"tasks: [{run: \"cat /sys/devices/system/cpu/online\"}]\n";

	write_file("s.yaml", two, strlen(two));
	s = SPITWIN("run", "s.yaml", "-o", "out", "--intervals=never");
	expect_code(&s, 0);
	cr_assert_str_eq(read_file("out/tasks/cat.out", NULL), "0-1\n");
}

static void enter_64(void)
{
	need_image_of("linux-6.1-test", "n1x64");
	place_enter();
}

TestSuite(cpus_64, .init = enter_64, .fini = place_leave);

/* Each of them runs a task that is bound to it, all at once. */
Test(cpus_64, all_come_up_and_work)
{
	FILE *f = fopen("s.yaml", "w");
	struct said s;
	const char *trace;
	json_t *r;

	cr_assert(f);
	fputs("spitwin: 1\nboard: n1x64\nkernel: {image: linux-6.1-test}\ntasks:\n"
	      "  - {run: cat /sys/devices/system/cpu/online, name: online}\n", f);
	for (int i = 0; i < 64; i++)
		fprintf(f, "  - {run: dd if=/dev/zero of=/dev/null bs=4096 count=100, cpu: %d, "
			"name: t%d, at: 40 ms}\n", i, i);
	fclose(f);
	s = SPITWIN("run", "s.yaml", "--json", "--intervals=never", "-o", "out", "--ftrace", "t.txt");
	expect_code(&s, 0);
	cr_assert_str_eq(read_file("out/tasks/online.out", NULL), "0-63\n");
	r = report_of(s.out);
	trace = read_file("t.txt", NULL);
	for (int i = 1; i <= 64; i++) {
		cr_expect_eq(report_int(r, text("tasks.%d.exit_status", i)), 0);
		cr_expect(strstr(trace, text("[%03d]", i - 1)), "cpu %d", i - 1);
	}
}

Test(several_cpus, profile_is_for_one_cpu)
{
	struct said s = SPITWIN("run", text("%s" TASKS, top()), "--profile", "p.json");

	expect_code(&s, 2);
	cr_assert(strstr(s.err, "--profile: not available on a board with several CPUs"), "%s",
		  s.err);
}

Test(several_cpus, quantum_is_a_time)
{
	struct said s = SPITWIN("run", text("%s" TASKS, top()), "--quantum=2 ms");

	expect_code(&s, 2);
	cr_assert(strstr(s.err, "--quantum: '2 ms' is too large"), "%s", s.err);
}
