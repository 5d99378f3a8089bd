// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Which CPU takes a device's interrupt, how a task on another one is woken, CPUs that are off. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

#define CPUS 4
#define WORDS 517 /* of a read of 512 bytes: one interrupt each */
#define SPI_ENTRY "irq_handler_entry: irq=13 name=10000000.spi\n"
#define SECOND 1000000000000LL

static void enter(void)
{
	need_image_of("linux-6.1", "a53x4");
	place_enter();
}

TestSuite(affinity, .init = enter, .fini = place_leave);

/* What a run left behind. */
struct result {
	json_t *report;
	const char *trace;
};

static struct result run_file(const char *file, int code)
{
	struct said s = SPITWIN("run", file, "-o", "out", "--json", "--intervals=never",
				"--ftrace", "t.txt");

	expect_code(&s, code);
	return (struct result){ report_of(s.out), read_file("t.txt", NULL) };
}

/* A scenario with the test device of the board, these kernel parameters and tasks. */
static struct result run_tasks(const char *cmdline, const char *tasks, int code)
{
	const char *yaml = text("spitwin: 1\nboard: a53x4\nkernel: {cmdline: \"%s\"}\n"
				"overlays: [%s/scenarios/overlays/a53x4-spi-flash.dtso]\n"
				"devices: {flash0: {fill: prng}}\ntasks:\n%s",
				cmdline, top(), tasks);

	write_file("s.yaml", yaml, strlen(yaml));
	return run_file("s.yaml", code);
}

static const char *said_by(const char *task)
{
	return read_file(text("out/tasks/%s.out", task), NULL);
}

/* The line of the trace that `at` is in: "TASK-PID [CPU] FLAGS SECONDS.MICROSECONDS: EVENT". */
static void where(const char *trace, const char *at, int *cpu, int64_t *ps)
{
	long s, us;

	while (at > trace && at[-1] != '\n')
		at--;
	at = strchr(at, '[');
	cr_assert(at && sscanf(at, "[%d] %*s %ld.%ld:", cpu, &s, &us) == 3);
	*ps = s * SECOND + us * (SECOND / 1000000);
}

/* How often each CPU says `what` from `from` (ps) to `to`. */
static void count_by_cpu(const char *trace, const char *what, int64_t from, int64_t to,
			 int n[CPUS])
{
	memset(n, 0, CPUS * sizeof(*n));
	for (const char *at = trace; (at = strstr(at, what)); at++) {
		int64_t ps;
		int cpu;

		where(trace, at, &cpu, &ps);
		if (ps >= from && ps < to)
			n[cpu]++;
	}
}

/* The same while the i-th task of the report ran. */
static void count_in_task(const struct result *r, int i, const char *what, int n[CPUS])
{
	count_by_cpu(r->trace, what, report_int(r->report, text("tasks.%d.begin_ps", i)),
		     report_int(r->report, text("tasks.%d.end_ps", i)), n);
}

/* All words' interrupts of task i on this CPU alone. */
static void expect_interrupts_on(const struct result *r, int i, int cpu)
{
	int n[CPUS];

	count_in_task(r, i, SPI_ENTRY, n);
	for (int c = 0; c < CPUS; c++)
		cr_expect_eq(n[c], c == cpu ? WORDS : 0, "task %d: %d on CPU %d", i, n[c], c);
}

/* The row of an interrupt in /proc/interrupts. */
static void row_of(const char *task, const char *name, long n[CPUS])
{
	const char *all = said_by(task), *at = strstr(all, name);

	cr_assert_not_null(at, "no %s in %s", name, all);
	while (at > all && at[-1] != '\n')
		at--;
	at = strchr(at, ':');
	cr_assert_eq(sscanf(at, ": %ld %ld %ld %ld", &n[0], &n[1], &n[2], &n[3]), 4, "%s", at);
}

static struct result run_example(void)
{
	return run_file(text("%s/scenarios/a53x4-irq-affinity.yaml", top()), 0);
}

/* CPU 0 takes it, until a task writes smp_affinity_list; the kernel's own count agrees. */
Test(affinity, interrupt_goes_where_it_is_sent)
{
	struct result r = run_example();
	long before[CPUS], after[CPUS];

	expect_interrupts_on(&r, 0, 0);
	expect_interrupts_on(&r, 3, 3);
	row_of("before", "10000000.spi", before);
	row_of("after", "10000000.spi", after);
	cr_expect_eq(after[0], before[0]);
	cr_expect_eq(before[3], 0);
	cr_expect_eq(after[3], WORDS);
}

/* The task waits on CPU 2; an interrupt of another CPU wakes it by one between the CPUs. */
Test(affinity, waiting_task_is_woken_across_cpus)
{
	static const int from[] = { 0, 0, 0, 3 };
	struct result r = run_example();
	int waking[CPUS], calls[CPUS], reschedules[CPUS];

	for (int i = 0; i < 4; i += 3) {
		const char *who = i ? "comm=second" : "comm=first";
		int pid = 0;

		cr_assert_eq(sscanf(strstr(r.trace, who), "%*s pid=%d", &pid), 1);
		count_in_task(&r, i, text("sched_waking: %s pid=%d prio=120 target_cpu=002", who,
					  pid), waking);
		count_in_task(&r, i, "name=Function call interrupts", calls);
		count_in_task(&r, i, "name=Rescheduling interrupts", reschedules);
		cr_expect_geq(waking[from[i]], WORDS);
		cr_expect_geq(calls[2] + reschedules[2], WORDS, "%d and %d", calls[2],
			      reschedules[2]);
	}
}

Test(affinity, bytes_are_right)
{
	struct result r = run_tasks("", "  - {run: dd if=/dev/mtd0 bs=512 count=1, cpu: 2}\n", 0);
	const char *got = said_by("dd");

	expect_interrupts_on(&r, 0, 0);
	for (uint32_t i = 0; i < 512; i++)
		cr_assert_eq((uint8_t)got[i], tw_fill_prng(i), "byte %u", i);
}

Test(affinity, every_run_is_the_same)
{
	struct result a = run_example(), b = run_example();

	cr_expect(json_equal(a.report, b.report));
	cr_expect_str_eq(a.trace, b.trace);
}

/*
 * A word goes from CPU to CPU twice, device's interrupt and wake-up, each time late by at most the
 * quantum of 100 ns; block by block nothing is late. The bytes and the counts are the same.
 */
Test(affinity, quantum_is_at_most_twice_in_a_word)
{
	const int64_t most = WORDS * 2 * 100000LL;
	struct result r = run_example();
	struct said s = SPITWIN("run", text("%s/scenarios/a53x4-irq-affinity.yaml", top()), "--json",
				"--intervals=never", "--sync=block");
	json_t *exact = report_of(s.out);

	expect_code(&s, 0);
	for (int i = 0; i < 4; i += 3) {
		const char *what = text("tasks.%d.duration_ps", i);

		cr_expect_leq(llabs(report_int(r.report, what) - report_int(exact, what)), most);
	}
	cr_expect_eq(report_int(exact, "counts.irqs"), report_int(r.report, "counts.irqs"));
}

/*
 * irqaffinity= is the kernel's default for new interrupts; the kernel adds the CPU it boots on, and
 * the GICv3 driver takes the first of them: the interrupt stays on CPU 0.
 */
Test(affinity, irqaffinity_keeps_the_boot_cpu)
{
	struct result r = run_tasks("irqaffinity=2",
				    "  - {run: dd if=/dev/mtd0 of=/dev/null bs=512 count=1, cpu: 2}\n"
				    "  - {run: cat /proc/irq/default_smp_affinity "
				    "/proc/irq/13/smp_affinity_list "
				    "/proc/irq/13/effective_affinity_list}\n", 0);

	cr_expect(strstr(said_by("cat"), "5\n0,2\n0\n"), "%s", said_by("cat"));
	expect_interrupts_on(&r, 0, 0);
}

/* Each CPU has a timer of its own, and all of them tick. */
Test(affinity, each_cpu_has_its_timer)
{
	struct result r = run_example();
	long n[CPUS];
	int seen[CPUS];

	row_of("after", "arch_timer", n);
	count_by_cpu(r.trace, "name=arch_timer", 0, INT64_MAX, seen);
	for (int c = 0; c < CPUS; c++) {
		cr_expect_gt(n[c], 0, "CPU %d", c);
		cr_expect_gt(seen[c], 0, "CPU %d", c);
	}
}

/* /proc/interrupts has the interrupts between CPUs too, as arch/arm64 shows them. */
Test(affinity, interrupts_between_cpus_are_counted)
{
	long reschedules[CPUS], calls[CPUS];

	run_example();
	row_of("after", "Rescheduling interrupts", reschedules);
	row_of("after", "Function call interrupts", calls);
	cr_expect_geq(reschedules[2] + calls[2], 2 * WORDS);
}

/* "3" to an interrupt's affinity; only the third character of "0-3" is needed. */
#define MOVE_TO_3 "  - {run: dd if=/sys/devices/system/cpu/possible " \
	"of=/proc/irq/13/smp_affinity_list bs=1 skip=2 count=1, name: move}\n"
#define READ_LATER "  - {run: dd if=/dev/mtd0 of=/dev/null bs=512 count=1, at: 5 ms}\n"

Test(affinity, a_cpu_that_is_off_takes_no_interrupts)
{
	struct result r = run_tasks("maxcpus=2", MOVE_TO_3 READ_LATER, 1);

	cr_expect_eq(report_int(r.report, "tasks.0.exit_status"), 1);
	cr_expect(strstr(said_by("move"), "Invalid argument"), "%s", said_by("move"));
	cr_expect_eq(report_int(r.report, "tasks.1.exit_status"), 0);
	expect_interrupts_on(&r, 1, 0);
}

/* Regression: a task bound to a CPU that is off ran on another one, and all was well. */
Test(affinity, a_cpu_that_is_off_runs_no_task)
{
	struct result r = run_tasks("maxcpus=2", "  - {run: sync, cpu: 3}\n"
				    "  - {run: sleep 0.001, cpu: 1}\n", 1);

	cr_expect_str_eq(said_by("sync"), "sync: CPU 3 is not online\n");
	cr_expect_eq(report_int(r.report, "tasks.0.exit_status"), 1);
	cr_expect_eq(report_int(r.report, "tasks.1.exit_status"), 0);
}

/* A thread for each CPU means each that is on; one bound to another does not begin. */
Test(affinity, cyclictest_on_cpus_that_are_off)
{
	const char *out;

	run_tasks("maxcpus=2", "  - {run: cyclictest -S -p 80 -l 10 -q}\n", 0);
	out = said_by("cyclictest");
	cr_expect(strstr(out, "T: 1 ") && !strstr(out, "T: 2 "), "%s", out);
	run_tasks("maxcpus=2", "  - {run: cyclictest -a 3 -p 80 -l 10 -q}\n", 1);
	cr_expect_str_eq(said_by("cyclictest"), "cyclictest: none of the CPUs is online\n");
}

/* Regression: nr_cpus= was not looked at. */
Test(affinity, nr_cpus_limits_what_is_possible)
{
	run_tasks("nr_cpus=2", "  - {run: cat /sys/devices/system/cpu/possible "
		  "/sys/devices/system/cpu/online}\n" READ_LATER, 0);
	cr_expect_str_eq(said_by("cat"), "0-1\n0-1\n");
	run_tasks("nr_cpus=1", "  - {run: cat /sys/devices/system/cpu/possible "
		  "/sys/devices/system/cpu/online}\n" READ_LATER, 0);
	cr_expect_str_eq(said_by("cat"), "0\n0\n");
}

/* One CPU alone of an SMP kernel: nobody to send an interrupt to. */
Test(affinity, one_cpu_needs_no_interrupts_between)
{
	struct result r = run_tasks("maxcpus=1", READ_LATER, 0);
	int n[CPUS];

	expect_interrupts_on(&r, 0, 0);
	count_by_cpu(r.trace, "name=Rescheduling interrupts", 0, INT64_MAX, n);
	cr_expect_eq(n[0] + n[1] + n[2] + n[3], 0);
}
