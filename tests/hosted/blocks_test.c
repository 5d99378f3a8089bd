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
	uint64_t spi_sync;	/* one inline spi_sync() of one byte through spi-atmel */
	uint64_t irq;		/* one interrupt with an empty handler */
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

static struct counts measure(void)
{
	struct result empty = run(NULL, 0);
	struct result one = run("dd if=/dev/mtd0 of=/dev/null bs=1 count=1 status=none", 0);
	struct result two = run("dd if=/dev/mtd0 of=/dev/null bs=2 count=1 status=none", 0);
	struct result loop = run("dd if=/dev/twin/compute of=/dev/null bs=1 count=1", 0);
	struct result irq = run("dd if=/dev/twin/compute of=/dev/null bs=1 count=1",
				(loop.begin + loop.end) / 2 | 1);

	struct result sync1 = run("dd if=/dev/twin/spi of=/dev/null bs=1 count=1", 0);
	struct result sync2 = run("dd if=/dev/twin/spi of=/dev/null bs=2 count=1", 0);

	return (struct counts){ .boot = empty.all, .dd = one.all - empty.all,
				.word = two.all - one.all,
				.spi_sync = sync2.all - sync1.all, .irq = irq.all - loop.all };
}

static void image_key(char *key, size_t size)
{
	FILE *f = fopen(SPITWIN_SOURCE "/build/images/linux-6.1-sama5d36ek/manifest.txt", "r");
	char line[512];

	snprintf(key, size, "unknown");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, "key ", 4))
			snprintf(key, size, "%.*s", (int)strcspn(line + 4, "\n"), line + 4);
	if (f)
		fclose(f);
}

Test(blocks, counts_are_those_known_for_this_kernel_and_compiler)
{
	struct counts c = measure();
	char key[256];

	image_key(key, sizeof(key));
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]) && known[i].key; i++) {
		if (strcmp(known[i].key, key))
			continue;
		cr_expect_eq(c.boot, known[i].counts.boot, "boot: %lu", c.boot);
		cr_expect_eq(c.dd, known[i].counts.dd, "dd: %lu", c.dd);
		cr_expect_eq(c.word, known[i].counts.word, "word: %lu", c.word);
		cr_expect_eq(c.spi_sync, known[i].counts.spi_sync, "spi_sync: %lu", c.spi_sync);
		cr_expect_eq(c.irq, known[i].counts.irq, "irq: %lu", c.irq);
		return;
	}
	fprintf(stderr, "no block counts known for \"%s\"; add to block_counts.def:\n"
		"\t{ \"%s\", { .boot = %lu, .dd = %lu, .word = %lu, "
		".spi_sync = %lu, .irq = %lu } },\n",
		key, key, c.boot, c.dd, c.word, c.spi_sync, c.irq);
}
