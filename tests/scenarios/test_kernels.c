// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Other kernels: versions, preemption, changed files, trees of the user's own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(kernels, .init = place_enter, .fini = place_leave);

static int lines_with(const char *lines, const char *what)
{
	int n = 0;

	while ((lines = strstr(lines, what))) {
		lines += strlen(what);
		n++;
	}
	return n;
}

/*
 * What happens in an SPI message of 4 bytes by programmed I/O, 8 us each: the caller sleeps in
 * every word. Returns the lines of its trace; the only interrupts are those of its words.
 */
static const char *message_of_4_bytes(const char *image)
{
	const char *lines =
		text("overlays: [%s/scenarios/overlays/spi1-spidev.dtso]\n"
		     "devices: {spi1: {dma: off}}\n"
		     "kernel: {image: %s}\n"
		     "tasks:\n  - {run: 'spidev_test -D /dev/spidev1.0 -s 1000000 -p abcd'}\n",
		     top(), image);
	struct said s = SPITWIN("run", scenario("s.yaml", lines), "--ftrace", "t.txt",
				"--intervals", "never");
	char *from, *to;

	expect_code(&s, 0);
	from = strstr(read_file("t.txt", NULL), "spi_message_start: ");
	cr_assert(from);
	to = strstr(from, "spi_message_done: ");
	cr_assert(to && !strstr(to, "spi_message_start: "), "one message");
	*to = '\0';
	cr_assert_eq(lines_with(from, "irq_handler_entry: "), 4, "%s", from);
	return from;
}

/* To idle and back, per word. */
Test(kernels, words_at_1_MHz_cost_2_switches)
{
	cr_assert_eq(lines_with(message_of_4_bytes("linux-6.1"), "sched_switch: "), 8);
}

/* To idle, to the interrupt's thread, to the task. */
Test(kernels, words_at_1_MHz_cost_3_switches_with_rt)
{
	const char *lines;

	need_image("linux-6.12-rt");
	lines = message_of_4_bytes("linux-6.12-rt");
	cr_assert_eq(lines_with(lines, "sched_switch: "), 12);
	cr_assert_eq(lines_with(lines, "next_comm=irq/"), 4);
}

#define STAT_PRIORITY 39 /* blanks before rt_priority and policy, see proc(5) */

static void expect_fifo_50(const char *line)
{
	int priority, policy;

	for (int i = 0; i < STAT_PRIORITY; i++) {
		line = strchr(line, ' ');
		cr_assert(line);
		line++;
	}
	cr_assert_eq(sscanf(line, "%d %d", &priority, &policy), 2);
	cr_assert_eq(priority, 50);
	cr_assert_eq(policy, 1, "SCHED_FIFO");
}

Test(kernels, rt_has_interrupt_threads_of_fifo_50)
{
	char *command = text("cat"), *out, *line;
	struct said s;
	size_t len;
	int threads = 0;

	need_image("linux-6.12-rt");
	for (int pid = 20; pid < 35; pid++)
		command = text("%s /proc/%d/stat", command, pid);
	s = SPITWIN("run", scenario("s.yaml", text("tasks:\n  - {run: '%s', name: t}\n", command)),
		    "--kernel", "linux-6.12-rt", "-o", "out", "--intervals", "never");
	expect_code(&s, 1); /* not every number is a thread's */
	out = read_file("out/tasks/t.out", &len);
	for (line = strtok(out, "\n"); line; line = strtok(NULL, "\n")) {
		if (!strstr(line, " (irq/"))
			continue;
		expect_fifo_50(line);
		threads++;
	}
	cr_assert_geq(threads, 1, "no interrupt thread");
}

static void expect_dd(const char *image)
{
	const char *command = "tasks: [{run: 'dd if=/dev/mtd0 of=/dev/null bs=512 count=1'}]\n";
	struct said s;
	int64_t irqs;
	json_t *r;

	need_image(image);
	s = SPITWIN("run", scenario("s.yaml", command), "--kernel", image, "--json", "--intervals",
		    "never", "--set", "devices.spi1.dma=off");
	expect_code(&s, 0);
	r = report_of(s.out);
	cr_assert_str_eq(report_text_at(r, "run.image"), image);
	cr_assert_eq(report_int(r, "counts.messages"), 1);
	irqs = report_int(r, "counts.irqs");
	cr_assert(irqs >= 517 && irqs <= 519, "one per word, and the timer's: %ld", (long)irqs);
}

Test(kernels, dd_6_1_preempt)
{
	expect_dd("linux-6.1-preempt");
}

Test(kernels, dd_6_12)
{
	expect_dd("linux-6.12");
}

Test(kernels, dd_6_12_preempt)
{
	expect_dd("linux-6.12-preempt");
}

Test(kernels, dd_6_12_rt)
{
	expect_dd("linux-6.12-rt");
}

/* What arch/arm64 selects without preemption: lock operations are part of who locks. */
Test(kernels, arm64_like_locks_are_inline)
{
	const char *folder = text("%s/build/images/linux-6.1-none-a53x4", top()), *config;
	struct said s;

	need_image_of("linux-6.1-none", "a53x4");
	config = read_file(text("%s/config", folder), NULL);
	cr_assert(strstr(config, "\nCONFIG_INLINE_SPIN_LOCK_IRQSAVE=y\n"));
	cr_assert(strstr(config, "\nCONFIG_INLINE_READ_LOCK=y\n"));
	s = program(NULL, (const char *const[]){"nm", text("%s/vmlinux", folder), NULL});
	expect_code(&s, 0);
	cr_assert(strstr(s.out, " queued_spin_lock_slowpath\n"));
	cr_assert_null(strstr(s.out, " _raw_spin_lock_irqsave\n"));
	cr_assert_null(strstr(s.out, " _raw_spin_unlock\n"));
	s = SPITWIN("run", text("%s/scenarios/a53x4-tasks.yaml", top()), "--kernel",
		    "linux-6.1-none", "--intervals", "never");
	expect_code(&s, 0);
}

/* The pump thread is woken once per message; the original transfers in the caller. */
Test(kernels, a_change_shows)
{
	const char *file = text("%s/scenarios/sama5d36ek-dd-512-queued.yaml", top());
	struct said s;
	json_t *r;

	need_image("linux-6.1+spi-sync-queued");
	s = SPITWIN("run", file, "--json", "--intervals", "never", "-o", "out");
	expect_code(&s, 0);
	r = report_of(s.out);
	cr_assert_str_eq(report_text_at(r, "run.image"), "linux-6.1+spi-sync-queued");
	cr_assert_eq(report_int(r, "counts.messages"), 1);
	cr_assert_geq(report_int(r, "counts.spi_worker_wakeups"), 1);
	cr_assert_eq(access("out/change-0.cocci", R_OK), 0);
	s = SPITWIN("run", file, "--json", "--intervals", "never", "--set", "design.change=[]");
	expect_code(&s, 0);
	cr_assert_eq(report_int(report_of(s.out), "counts.spi_worker_wakeups"), 0);
}

static void refused(const char *lines, const char *error)
{
	struct said s = SPITWIN("run", scenario("s.yaml", lines));

	expect_refused(&s, error);
}

Test(kernels, trees_and_changes_that_are_not_there)
{
	refused("kernel: {tree: nowhere}\ntasks: []\n",
		"s.yaml:3:16: error: no folder 'nowhere'; a kernel tree is a folder of Linux "
		"sources");
	refused("design: {change: [spi-sync-queue]}\ntasks: []\n",
		"s.yaml:3:19: error: unknown change 'spi-sync-queue'; did you mean "
		"'spi-sync-queued'?");
	refused("design: {change: [x/none.cocci]}\ntasks: []\n",
		"s.yaml:3:19: error: no file 'x/none.cocci'");
}

/* One per path: two trees of a name are two images, and so are two files of a name. */
Test(kernels, what_the_launcher_is_asked_for)
{
	struct said s;

	program(NULL, (const char *const[]){"sh", "-c", "mkdir t; echo x >c.cocci", NULL});
	s = SPITWIN(
		"needs", "run",
		scenario("s.yaml", "kernel: {tree: t}\ndesign: {change: [c.cocci]}\ntasks: []\n"));
	cr_assert_eq(strstr(s.out, "linux-6.1 sama5d36ek\t--as\tlinux-6.1+tree-"), s.out, "%s",
		     s.out);
	cr_assert(strstr(s.out, "+c-"), "%s", s.out);
	cr_assert(strstr(s.out, "/t\t--change\t/"), "%s", s.out);
	cr_assert(strstr(s.out, "/c.cocci\n"), "%s", s.out);
}

/* Per function, the times of all add up to the tasks'. */
Test(kernels, profile_adds_up)
{
	const char *command = "tasks: [{run: 'dd if=/dev/mtd0 of=/dev/null bs=512 count=1'}]\n";
	unsigned long long blocks, insns, ps, sum = 0, isr = 0;
	char *all, *line, name[128];
	struct said s, plain;
	size_t len;
	json_t *r;

	scenario("s.yaml", command);
	plain = SPITWIN("run", "s.yaml", "--json", "--intervals", "never");
	s = SPITWIN("run", "s.yaml", "--json", "--profile", "p", "--intervals", "never");
	expect_code(&s, 0);
	cr_assert_str_eq(s.out, plain.out, "a profile changes the run");
	r = report_of(s.out);
	all = read_file("p", &len);
	for (line = strtok(all, "\n"); line; line = strtok(NULL, "\n")) {
		if (*line == '#')
			continue;
		cr_assert_eq(sscanf(line, "%127s %llu %llu %llu", name, &blocks, &insns, &ps), 4);
		sum += ps;
		if (!strcmp(name, "atmel_spi_pio_interrupt"))
			isr += blocks;
	}
	cr_assert_eq((long long)sum, report_int(r, "tasks.0.duration_ps"));
	cr_assert_gt(isr, 0, "the driver's functions are there");
	s = SPITWIN("run", "s.yaml", "--profile", "/nowhere/p");
	expect_code(&s, 2);
}
