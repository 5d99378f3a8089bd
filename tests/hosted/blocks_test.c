// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Exact block counts of kernel operations, keyed by kernel package, compiler and configuration. A
 * difference under a known key means that the hosted kernel does something else than before. Under
 * an unknown key there is nothing to compare: the test prints the numbers and fails where the
 * environment has CI (.ci/run sets it), elsewhere it is skipped, since packages get updates.
 */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hosted.h"
#include "task/spidev.h"

enum row {
	BOOT,		/* reset to the first task */
	DD,		/* a dd of one word's worth: bs=1 */
	WORD,		/* one more PIO word of a transfer: bs=2 minus bs=1 */
	IRQ,		/* one interrupt with an empty handler */
	IRQ_THREAD,	/* the same with "threadirqs": its thread is woken, runs, sleeps again */
	TICK,		/* one tick of the scheduler while a task runs */
	/* one more round of a test device, kernel/arch/twin/testing */
	SPI_SYNC,	/* inline spi_sync() of one byte through spi-atmel */
	SPI_ASYNC,	/* the same through the SPI core's worker */
	KMALLOC,	/* kmalloc() and kfree() */
	PAIR,		/* two wake-ups, two context switches */
	SLEEP,		/* a sleep on a high resolution timer, idle in between */
	SPIDEV,		/* one more ioctl of spidev: one message of one byte */
	NR_ROWS
};

static const char *const names[NR_ROWS] = {
	[BOOT] = "BOOT", [DD] = "DD", [WORD] = "WORD", [IRQ] = "IRQ", [IRQ_THREAD] = "IRQ_THREAD",
	[TICK] = "TICK", [SPI_SYNC] = "SPI_SYNC", [SPI_ASYNC] = "SPI_ASYNC", [KMALLOC] = "KMALLOC",
	[PAIR] = "PAIR", [SLEEP] = "SLEEP", [SPIDEV] = "SPIDEV",
};

/* Of one image; 0: a row that is not measured on it. */
struct counts {
	uint64_t rows[NR_ROWS];
};

static const struct known {
	const char *key;
	struct counts counts;
} known[] = {
#include "block_counts.def"
};

/* All of a scenario but its tasks. */
#define SAMA5 "board: sama5d36ek\ndevices: {flash0: {fill: prng}, spi1: {dma: off}}\n"
#define TEST_IMAGE SAMA5 "kernel: {image: linux-6.1-test}\n"
#define THREADS SAMA5 "kernel: {image: linux-6.1-test, cmdline: threadirqs}\n"
#define SPIDEV_NODE TEST_IMAGE "overlays: [overlays/spi1-spidev.dtso]\n"
#define SAM9 "board: sam9g15ek\ndevices: {flash0: {fill: prng}, spi0: {dma: off}}\n"

#define READ "dd if=/dev/mtd0 of=/dev/null count=1 status=none"

struct order {
	const char *board;
	const char *command;	/* or a function that gets `rounds` */
	twin_task_fn fn;
	long rounds;
	uint64_t irq_at;	/* ps; 0: none */
};

struct result {
	uint64_t blocks, begin, end, irqs;
};

static uint64_t irqs_of(const struct hosted *h, uint64_t begin, uint64_t end)
{
	uint64_t n = 0;

	for (size_t i = 0; i < h->nr_events; i++)
		n += h->events[i].type == TWIN_EV_IRQ_ENTRY && h->events[i].time >= begin &&
		     h->events[i].time < end;
	return n;
}

static void run_order(const void *arg, void *out)
{
	const struct order *o = arg;
	struct result *r = out;
	char text[1024], err[TW_ERR_SIZE];
	struct hosted *h;

	snprintf(text, sizeof(text), "spitwin: 1\n%stasks: [{run: \"%s\"}]\n", o->board,
		 o->fn ? "dd" : o->command);
	h = hosted_text(text, false, NULL);
	if (o->fn)
		hosted_user(h, o->fn, (void *)o->rounds);
	if (o->irq_at)
		cr_assert_eq(tw_board_raise(h->machine->board, HOSTED_TEST_LINE, o->irq_at, err),
			     0);
	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	r->blocks = machine_blocks(h->machine);
	r->begin = h->machine->tasks[0].begin;
	r->end = h->machine->tasks[0].end;
	r->irqs = irqs_of(h, r->begin, UINT64_MAX);
	hosted_free(h);
}

static struct result run(const struct order *o)
{
	struct result r = { 0 };

	hosted_in_child(run_order, o, &r, sizeof(r));
	return r;
}

static struct result run_command(const char *board, const char *command)
{
	return run(&(struct order){ .board = board, .command = command });
}

static struct result run_rounds(const char *board, twin_task_fn fn, long rounds)
{
	return run(&(struct order){ .board = board, .fn = fn, .rounds = rounds });
}

/* `rounds` times the loop of a test device, which nothing but interrupts can make longer. */
static int compute(const struct twin_task_api *api, void *arg)
{
	int fd = task_open(api, "/dev/twin/compute", O_RDONLY, 0);
	char byte;

	for (long i = 0; i < (long)arg; i++)
		task_read(api, fd, &byte, 1);
	return fd < 0;
}

static int spidev(const struct twin_task_api *api, void *arg)
{
	uint8_t *status = task_alloc(api, 2);
	struct spi_transfer t = { .tx_buf = (uintptr_t)status, .rx_buf = (uintptr_t)(status + 1),
				  .len = 1 };
	int fd = task_open(api, "/dev/spidev1.0", O_RDWR, 0);

	*status = 0x05;
	for (long i = 0; i < (long)arg; i++)
		if (task_ioctl(api, fd, SPI_IOC_MESSAGE_1, &t) != 1)
			return 1;
	return 0;
}

static int nothing(const struct twin_task_api *api, void *arg)
{
	return 0;
}

/* The second round: the first may still fill caches of the kernel's allocators. */
static uint64_t round_of(const char *device)
{
	uint64_t blocks[2];

	for (int i = 0; i < 2; i++) {
		char command[96];

		snprintf(command, sizeof(command), "dd if=/dev/twin/%s of=/dev/null bs=%d count=1",
			 device, i + 2);
		blocks[i] = run_command(TEST_IMAGE, command).blocks;
	}
	return blocks[1] - blocks[0];
}

static uint64_t interrupt_on(const char *board)
{
	struct order o = { .board = board, .fn = compute, .rounds = 1 };
	struct result without = run(&o), with;

	o.irq_at = (without.begin + without.end) / 2 | 1;
	with = run(&o);
	cr_assert_eq(with.irqs, without.irqs + 1);
	return with.blocks - without.blocks;
}

/* The blocks of a round without a tick and of one with: no other interrupt comes. */
static uint64_t tick(void)
{
	struct result last = run_rounds(TEST_IMAGE, compute, 1);
	uint64_t blocks[2] = { 0 };

	for (long rounds = 2; rounds < 40 && !(blocks[0] && blocks[1]); rounds++) {
		struct result r = run_rounds(TEST_IMAGE, compute, rounds);
		uint64_t ticks = r.irqs - last.irqs;

		cr_assert_leq(ticks, 1, "a round is longer than a tick");
		blocks[ticks] = r.blocks - last.blocks;
		last = r;
	}
	cr_assert(blocks[0] && blocks[1], "rounds with a tick or without are missing");
	return blocks[1] - blocks[0];
}

/* What every image has. */
static void measure_reads(struct counts *c, const char *board)
{
	uint64_t empty = run_rounds(board, nothing, 0).blocks;
	uint64_t one = run_command(board, READ " bs=1").blocks;
	uint64_t two = run_command(board, READ " bs=2").blocks;

	c->rows[BOOT] = empty;
	c->rows[DD] = one - empty;
	c->rows[WORD] = two - one;
}

static struct counts measure_test_image(void)
{
	struct counts c = { 0 };

	measure_reads(&c, TEST_IMAGE);
	c.rows[IRQ] = interrupt_on(TEST_IMAGE);
	c.rows[IRQ_THREAD] = interrupt_on(THREADS);
	c.rows[TICK] = tick();
	c.rows[SPI_SYNC] = round_of("spi");
	c.rows[SPI_ASYNC] = round_of("async");
	c.rows[KMALLOC] = round_of("kmalloc");
	c.rows[PAIR] = round_of("switch");
	c.rows[SLEEP] = round_of("sleep");
	c.rows[SPIDEV] = run_rounds(SPIDEV_NODE, spidev, 3).blocks -
			 run_rounds(SPIDEV_NODE, spidev, 2).blocks;
	return c;
}

static void image_key(const char *image, char *key, size_t size)
{
	char path[512], line[512];
	FILE *f;

	snprintf(path, sizeof(path), SPITWIN_SOURCE "/build/images/%s/manifest.txt", image);
	snprintf(key, size, "unknown");
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "key ", 4))
			snprintf(key, size, "%.*s", (int)strcspn(line + 4, "\n"), line + 4);
	if (f)
		fclose(f);
}

static bool in_ci(void)
{
	const char *ci = getenv("CI");

	return ci && *ci;
}

/* Prints what to add. tests/hosted/CMakeLists.txt tells ctest what the first word means. */
static void unknown(const char *image, const char *key, const struct counts *c)
{
	fprintf(stderr, "%s: no block counts known for \"%s\"; "
		"add to tests/hosted/block_counts.def:\n\t{ \"%s\", { {\t/* %s */\n",
		in_ci() ? "ERROR" : "SKIPPED", key, key, image);
	for (int i = 0; i < NR_ROWS; i++)
		if (c->rows[i])
			fprintf(stderr, "\t\t[%s] = %lu,\n", names[i], (unsigned long)c->rows[i]);
	fprintf(stderr, "\t} } },\n");
	if (in_ci())
		cr_assert_fail("%s: unknown key %s", image, key);
	cr_skip_test("%s: unknown key %s", image, key);
}

static void check(const char *image, const struct counts *got)
{
	char key[256];
	size_t i;

	image_key(image, key, sizeof(key));
	for (i = 0; i < sizeof(known) / sizeof(known[0]) && strcmp(known[i].key, key); i++)
		;
	if (i == sizeof(known) / sizeof(known[0]))
		unknown(image, key, got);
	for (int row = 0; row < NR_ROWS; row++)
		cr_expect_eq(got->rows[row], known[i].counts.rows[row], "%s: [%s] = %lu, not %lu",
			     key, names[row], (unsigned long)got->rows[row],
			     (unsigned long)known[i].counts.rows[row]);
}

Test(blocks, counts_are_those_known_for_this_kernel_and_compiler, .timeout = 120)
{
	struct counts c = measure_test_image();

	check("linux-6.1-test-sama5d36ek", &c);
}

Test(blocks, reads_on_the_other_board, .timeout = 120)
{
	struct counts c = { 0 };

	measure_reads(&c, SAM9);
	check("linux-6.1-sam9g15ek", &c);
}
