// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Exact block counts of kernel operations, keyed by kernel package, compiler and configuration. A
 * difference under a known key means that the hosted kernel does something else than before; an
 * unknown key is reported and does not fail.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "hosted.h"

struct counts {
	uint64_t boot;		/* reset to the first task */
	uint64_t dd;		/* a dd of one word's worth: bs=1 */
	uint64_t word;		/* one more PIO word of a transfer: bs=2 minus bs=1 */
	uint64_t irq;		/* one interrupt with an empty handler */
	/* one more round of a test device, kernel/arch/twin/testing */
	uint64_t spi_sync;	/* inline spi_sync() of one byte through spi-atmel */
	uint64_t spi_async;	/* the same through the SPI core's worker */
	uint64_t kmalloc;	/* kmalloc() and kfree() */
	uint64_t pair;		/* two wake-ups, two context switches */
	uint64_t sleep;		/* a sleep on a high resolution timer, idle in between */
};

struct known {
	const char *key;
	struct counts counts;
};

static const struct known known[] = {
#include "block_counts.def"
};

struct order {
	const char *run;
	uint64_t irq_at;
};

struct result {
	uint64_t boot, all, begin, end;
};


static int note_boot(const struct twin_task_api *api, void *arg)
{
	(void)api;
	(void)arg;
	return 0;
}

static void run_order(const void *arg, void *out)
{
	const struct order *o = arg;
	struct result *r = out;
	struct hosted *h = hosted_new(o->run ? o->run : "dd", false);
	char err[TW_ERR_SIZE];

	if (!o->run)
		hosted_user(h, note_boot, NULL);
	if (o->irq_at)
		tw_board_raise(h->machine->board, HOSTED_TEST_LINE, o->irq_at, err);
	hosted_run(h);
	r->all = h->machine->cpu.blocks;
	r->begin = h->machine->tasks[0].begin;
	r->end = h->machine->tasks[0].end;
	hosted_free(h);
}

static struct result run(const char *command, uint64_t irq_at)
{
	struct order o = { command, irq_at };
	struct result r = { 0 };

	hosted_in_child(run_order, &o, &r, sizeof(r));
	return r;
}

/* The second round: the first may still fill caches of the kernel's allocators. */
static uint64_t round_of(const char *device)
{
	uint64_t all[2];

	for (int i = 0; i < 2; i++) {
		char command[96];

		snprintf(command, sizeof(command), "dd if=/dev/twin/%s of=/dev/null bs=%d count=1",
			 device, i + 2);
		all[i] = run(command, 0).all;
	}
	return all[1] - all[0];
}

static struct counts measure(void)
{
	struct result empty = run(NULL, 0);
	struct result one = run("dd if=/dev/mtd0 of=/dev/null bs=1 count=1 status=none", 0);
	struct result two = run("dd if=/dev/mtd0 of=/dev/null bs=2 count=1 status=none", 0);
	struct result loop = run("dd if=/dev/twin/compute of=/dev/null bs=1 count=1", 0);
	struct result irq = run("dd if=/dev/twin/compute of=/dev/null bs=1 count=1",
				(loop.begin + loop.end) / 2 | 1);

	return (struct counts){ .boot = empty.all, .dd = one.all - empty.all,
				.word = two.all - one.all, .irq = irq.all - loop.all,
				.spi_sync = round_of("spi"), .spi_async = round_of("async"),
				.kmalloc = round_of("kmalloc"), .pair = round_of("switch"),
				.sleep = round_of("sleep") };
}

static void image_key(char *key, size_t size)
{
	FILE *f = fopen(SPITWIN_SOURCE "/build/images/linux-6.1-test-sama5d36ek/manifest.txt", "r");
	char line[512];

	snprintf(key, size, "unknown");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "key ", 4))
			snprintf(key, size, "%.*s", (int)strcspn(line + 4, "\n"), line + 4);
	if (f)
		fclose(f);
}

static void check(const struct counts *got, const struct counts *known)
{
	cr_expect_eq(got->boot, known->boot, "boot: %lu", got->boot);
	cr_expect_eq(got->dd, known->dd, "dd: %lu", got->dd);
	cr_expect_eq(got->word, known->word, "word: %lu", got->word);
	cr_expect_eq(got->irq, known->irq, "irq: %lu", got->irq);
	cr_expect_eq(got->spi_sync, known->spi_sync, "spi_sync: %lu", got->spi_sync);
	cr_expect_eq(got->spi_async, known->spi_async, "spi_async: %lu", got->spi_async);
	cr_expect_eq(got->kmalloc, known->kmalloc, "kmalloc: %lu", got->kmalloc);
	cr_expect_eq(got->pair, known->pair, "pair: %lu", got->pair);
	cr_expect_eq(got->sleep, known->sleep, "sleep: %lu", got->sleep);
}

Test(blocks, counts_are_those_known_for_this_kernel_and_compiler)
{
	struct counts c = measure();
	char key[256];

	image_key(key, sizeof(key));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]) && known[i].key; i++) {
		if (strcmp(known[i].key, key))
			continue;
		check(&c, &known[i].counts);
		return;
	}
	fprintf(stderr, "no block counts known for \"%s\"; add to block_counts.def:\n"
		"\t{ \"%s\",\n\t  { .boot = %lu, .dd = %lu, .word = %lu, .irq = %lu, "
		".spi_sync = %lu,\n\t    .spi_async = %lu, .kmalloc = %lu, .pair = %lu, "
		".sleep = %lu } },\n", key, key, c.boot, c.dd, c.word, c.irq, c.spi_sync,
		c.spi_async, c.kmalloc, c.pair, c.sleep);
}
