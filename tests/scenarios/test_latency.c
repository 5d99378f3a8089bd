// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* cyclictest and lockbench on kernels: how late threads wake, and what contention costs. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(latency, .init = place_enter, .fini = place_leave);

#define CYCLES 1000
#define FIFO "cyclictest -p 80 -l 1000 -q"
#define FOUR "spitwin: 1\nboard: a53x4\n"

/* A line of cyclictest, us. */
struct line {
	int tid, priority, interval, min, act, avg, max;
	unsigned long cycles;
};

/* Runs a scenario of this text with -o out; its trace is t.txt. */
static void run_text(const char *yaml)
{
	struct said s;

	write_file("s.yaml", yaml, strlen(yaml));
	s = SPITWIN("run", "s.yaml", "-o", "out", "--json", "--ftrace", "t.txt");
	expect_code(&s, 0);
}

/* The i-th thread's line of what a task printed. */
static struct line line_of(const char *task, int i)
{
	const char *at = strstr(read_file(text("out/tasks/%s.out", task), NULL), text("T:%2d", i));
	struct line l;

	cr_assert_not_null(at, "no line of thread %d", i);
	cr_assert_eq(sscanf(at, "T:%*d (%d) P:%d I:%d C:%lu Min:%d Act:%d Avg:%d Max:%d", &l.tid,
			    &l.priority, &l.interval, &l.cycles, &l.min, &l.act, &l.avg, &l.max),
		     8, "%s", at);
	return l;
}

/* No thread wakes before its time, and each wake-up takes the kernel some microseconds. */
static void expect_sane(const struct line *l)
{
	cr_expect_eq(l->cycles, CYCLES);
	cr_expect_gt(l->min, 0);
	cr_expect(l->min <= l->avg && l->avg <= l->max, "%d %d %d", l->min, l->avg, l->max);
	cr_expect(l->min <= l->act && l->act <= l->max, "%d %d %d", l->min, l->act, l->max);
	cr_expect_lt(l->max, 1000, "%d us", l->max);
}

Test(latency, cyclictest_on_one_cpu)
{
	struct line l;
	char *first;

	run_text(HEAD "tasks: [{run: " FIFO "}]\n");
	l = line_of("cyclictest", 0);
	expect_sane(&l);
	cr_expect_eq(l.priority, 80);
	cr_expect_eq(l.interval, 1000);
	first = read_file("out/tasks/cyclictest.out", NULL);
	run_text(HEAD "tasks: [{run: " FIFO "}]\n");
	cr_expect_str_eq(read_file("out/tasks/cyclictest.out", NULL), first, "two runs");
}

/* The kernel itself says so: 40 is the real-time priority, 41 the policy, 1 SCHED_FIFO. */
Test(latency, a_priority_means_real_time)
{
	int tid, priority = -1, policy = -1;
	const char *stat;

	run_text(HEAD "tasks: [{run: " FIFO "}]\n");
	tid = line_of("cyclictest", 0).tid;
	run_text(text(HEAD "tasks:\n  - {run: " FIFO "}\n"
		      "  - {run: cat /proc/%d/stat, at: 500 ms}\n", tid));
	cr_assert_eq(line_of("cyclictest", 0).tid, tid);
	stat = strrchr(read_file("out/tasks/cat.out", NULL), ')');
	cr_assert_not_null(stat);
	stat += 2;		/* the third field */
	for (int field = 3; field < 40; field++)
		stat += strcspn(stat, " ") + 1;
	cr_assert_eq(sscanf(stat, "%d %d", &priority, &policy), 2, "%s", stat);
	cr_expect_eq(priority, 80);
	cr_expect_eq(policy, 1);
}

/* Two threads of one CPU whose instants meet: the second one waits for the first, if anything. */
Test(latency, two_threads_on_one_cpu)
{
	struct line a, b;

	run_text(HEAD "tasks: [{run: cyclictest -p 80 -t 2 -d 0 -l 1000 -q}]\n");
	a = line_of("cyclictest", 0);
	b = line_of("cyclictest", 1);
	expect_sane(&a);
	expect_sane(&b);
	cr_expect_neq(a.tid, b.tid);
}

static unsigned long field(const char *out, const char *row, int column)
{
	const char *at = strstr(read_file(text("out/tasks/%s.out", out), NULL), row);
	unsigned long v[2] = { 0, 0 };

	cr_assert_not_null(at, "%s has no row %s", out, row);
	cr_assert_eq(sscanf(at + strlen(row), "%lu %lu", &v[0], &v[1]), 2, "%s", at);
	return v[column];
}

static const char *const ops[] = { "cas", "fetch-add", "ticket", "spinlock", "mutex" };

/* All operations, one after the other; lockbench itself fails when its counter is wrong. */
static void run_ops(const char *head, const char *options)
{
	char yaml[2048];
	size_t n = snprintf(yaml, sizeof(yaml), "%skernel: {image: linux-6.1-test}\ntasks:\n",
			    head);

	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		n += snprintf(yaml + n, sizeof(yaml) - n, "  - {run: lockbench --op=%s %s, "
			      "name: %s, at: %zu ms}\n", ops[i], options, ops[i], i * 100);
	run_text(yaml);
}

/* Alone nothing fails, and as many operations are done as were ordered. */
Test(latency, lockbench_on_one_cpu)
{
	run_ops(HEAD, "--loops=1000");
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		cr_expect_eq(field(ops[i], "\n    0 ", 0), 1000, "%s", ops[i]);
		cr_expect_eq(field(ops[i], "\n    0 ", 1), 0, "%s", ops[i]);
		cr_expect(strstr(read_file(text("out/tasks/%s.out", ops[i]), NULL),
				 "counter 1000: as many as operations"), "%s", ops[i]);
	}
}

Test(latency, lockbench_needs_its_device)
{
	const char *yaml = HEAD "tasks: [{run: lockbench}]\n";
	struct said s;

	write_file("s.yaml", yaml, strlen(yaml));
	s = SPITWIN("run", "s.yaml", "-o", "out", "--json");
	expect_code(&s, 1);
	cr_expect_str_eq(read_file("out/tasks/lockbench.out", NULL),
			 "lockbench: /dev/twin/lockbench: No such file or directory (only images "
			 "with test drivers have it, such as linux-6.1-test)\n");
}

/* Every CPU has a thread of its own, 500 us apart. */
Test(latency, cyclictest_on_four_cpus)
{
	need_image_of("linux-6.1", "a53x4");
	run_text(FOUR "tasks: [{run: cyclictest -S -m -p 80 -l 1000 -q}]\n");
	for (int i = 0; i < 4; i++) {
		struct line l = line_of("cyclictest", i);

		expect_sane(&l);
		cr_expect_eq(l.interval, 1000 + 500 * i);
	}
}

/* Each CPU gets its turn, and only compare and exchange can fail. */
Test(latency, lockbench_on_four_cpus)
{
	need_image_of("linux-6.1-test", "a53x4");
	run_ops(FOUR, "--cpus=4 --loops=500");
	for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		for (int cpu = 0; cpu < 4; cpu++)
			cr_expect_eq(field(ops[i], text("\n    %d ", cpu), 0), 500, "%s", ops[i]);
		cr_expect_eq(field(ops[i], "\n  all ", 0), 2000, "%s", ops[i]);
		cr_expect_eq(field(ops[i], "\n  all ", 1) > 0, i == 0, "%s", ops[i]);
	}
}

/* How often a trace switches to `what`; all of it is on `cpu`, unless that is -1. */
static int switches_to(const char *trace, const char *what, int cpu)
{
	int n = 0;

	for (const char *at = trace; (at = strstr(at, what)); at += strlen(what), n++) {
		const char *line = at;
		int where;

		while (line > trace && line[-1] != '\n')
			line--;
		line = strchr(line, '[');
		cr_assert(line && sscanf(line, "[%d]", &where) == 1);
		cr_expect(cpu < 0 || where == cpu, "%s on CPU %d", what, where);
	}
	return n;
}

#define IRQ_THREAD "next_comm=irq/13-10000000 next_pid="

/*
 * PREEMPT_RT: a thread on each CPU wakes there, 19 to the scheduler, beside a device whose interrupt
 * has a thread of SCHED_FIFO 50, 49 to the scheduler, for each of the 517 words of a read.
 */
Test(latency, four_cpus_with_rt_have_interrupt_threads)
{
	const char *trace, *at;
	int pid = 0;

	need_image_of("linux-6.12-rt", "a53x4");
	run_text(text(FOUR "kernel: {image: linux-6.12-rt}\n"
		      "overlays: [%s/scenarios/overlays/a53x4-spi-flash.dtso]\n"
		      "devices: {flash0: {fill: prng}}\ntasks:\n"
		      "  - {run: cyclictest -S -m -p 80 -l 1000 -q}\n"
		      "  - {run: dd if=/dev/mtd0 of=/tmp/f bs=512 count=1, at: 100 ms}\n", top()));
	trace = read_file("t.txt", NULL);
	for (int i = 0; i < 4; i++) {
		struct line l = line_of("cyclictest", i);

		expect_sane(&l);
		cr_expect_geq(switches_to(trace, text("next_comm=cyclictest next_pid=%d "
						      "next_prio=19\n", l.tid), i), CYCLES);
	}
	at = strstr(trace, IRQ_THREAD);
	cr_assert(at && sscanf(at + strlen(IRQ_THREAD), "%d", &pid) == 1, "no interrupt thread");
	cr_expect_geq(switches_to(trace, text(IRQ_THREAD "%d next_prio=49\n", pid), -1), 517);
}
