// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * When an interrupt is taken: in code at the next block boundary with interrupts enabled, in a
 * charge (copy, delay) at its own picosecond.
 */
#include <criterion/criterion.h>
#include <stdio.h>

#include "hosted.h"

/* Into the run: when the task is inside its long operation. */
#define NO_IRQ 0

#define READ_512 "dd if=/dev/mtd0 of=/dev/null bs=512 count=1"

#define DMA_BYTES 16384
/* About as long as the read of 512 bytes word by word. */
static const char dma_read[] =
	"spitwin: 1\nboard: sama5d36ek\nkernel: {image: linux-6.1-test}\n"
	"devices: {flash0: {fill: prng}, spi1: {dma: on}}\n"
	"tasks: [{run: dd if=/dev/mtd0 of=/dev/null bs=16384 count=1}]\n";

struct taken {
	uint64_t at;		/* the context changed to hard interrupt */
	uint64_t task_begin, task_end;
};

static uint64_t context_time(const struct hosted *h, uint64_t not_before)
{
	for (size_t i = 0; i < h->nr_events; i++)
		if (h->events[i].type == TWIN_EV_CONTEXT && h->events[i].time >= not_before &&
		    h->events[i].b == TWIN_CTX_HARDIRQ)
			return h->events[i].time;
	return 0;
}

struct order {
	const char *device;	/* below /dev/twin; NULL: a read of the flash */
	uint64_t at;		/* ps, or NO_IRQ */
	bool sync_block, dma;
};

static struct hosted *flash_read(bool dma, bool sync_block)
{
	return dma ? hosted_text(dma_read, sync_block, NULL) : hosted_new(READ_512, sync_block);
}

static struct hosted *board_for(const struct order *o)
{
	char run[128];

	if (!o->device)
		return flash_read(o->dma, o->sync_block);
	snprintf(run, sizeof(run), "dd if=/dev/twin/%s of=/dev/null bs=16 count=1", o->device);
	return hosted_new(run, o->sync_block);
}

static void run_order(const void *arg, void *result)
{
	const struct order *o = arg;
	struct taken *t = result;
	char err[TW_ERR_SIZE];
	struct hosted *h;

	h = board_for(o);
	if (o->at)
		cr_assert_eq(tw_board_raise(h->machine->board, HOSTED_TEST_LINE, o->at, err), 0,
			     "%s", err);
	hosted_run(h);
	cr_assert_eq(h->machine->result.why, TW_STOP_HALT, "%s", h->why);
	t->at = o->at ? context_time(h, o->at) : 0;
	t->task_begin = h->machine->tasks[0].begin;
	t->task_end = h->machine->tasks[0].end;
	hosted_free(h);
}

static struct taken run_with_irq(const char *device, uint64_t at, bool sync_block)
{
	struct order o = { device, at, sync_block, false };
	struct taken t = { 0 };

	hosted_in_child(run_order, &o, &t, sizeof(t));
	return t;
}

/* An odd instant in the middle of the task's operation. */
static uint64_t middle_of(const char *device)
{
	struct taken t = run_with_irq(device, NO_IRQ, false);

	return (t.task_begin + (t.task_end - t.task_begin) / 2) | 1;
}

/* The loop of the test device: blocks of a few instructions at 2500 + 760 ps each. */
Test(interrupt, in_code_it_waits_for_the_next_block)
{
	uint64_t at = middle_of("compute");
	struct taken t = run_with_irq("compute", at, false);

	cr_expect_geq(t.at, at);
	cr_expect_leq(t.at, at + 6 * 3260, "taken %lu ps late", (unsigned long)(t.at - at));
	cr_expect_eq((t.at - t.task_begin) % 10, 0, "a block boundary is a multiple of costs");
}

Test(interrupt, every_phase_within_a_block_ends_at_a_boundary)
{
	uint64_t at = middle_of("compute");
	uint64_t boundary[40];
	int distinct = 0;

	for (int i = 0; i < 40; i++) {
		boundary[i] = run_with_irq("compute", at + i * 977, false).at;
		cr_expect_geq(boundary[i], at + i * 977);
		cr_expect(!i || boundary[i] >= boundary[i - 1]);
		distinct += i && boundary[i] != boundary[i - 1];
	}
	cr_expect_gt(distinct, 1);
	cr_expect_lt(distinct, 39);
}

Test(interrupt, in_a_delay_it_is_taken_at_its_own_picosecond)
{
	uint64_t at = middle_of("delay");

	for (int i = 0; i < 5; i++)
		cr_expect_eq(run_with_irq("delay", at + i * 1234567, false).at, at + i * 1234567);
}

Test(interrupt, in_a_copy_it_is_taken_at_its_own_picosecond)
{
	uint64_t at = middle_of("copy");

	for (int i = 0; i < 5; i++)
		cr_expect_eq(run_with_irq("copy", at + i * 1234567, false).at, at + i * 1234567);
}

Test(interrupt, while_masked_it_waits_for_the_enable)
{
	uint64_t at = middle_of("masked");
	struct taken t = run_with_irq("masked", at, false);

	cr_expect_gt(t.at, at + 100000000, "taken before the loop had ended");
	cr_expect_lt(t.at, t.task_end);
}

Test(interrupt, the_reference_mode_takes_it_at_the_same_instant)
{
	static const char *const devices[] = { "compute", "masked", "delay", "copy" };

	for (int i = 0; i < 4; i++) {
		uint64_t at = middle_of(devices[i]);
		struct taken quick = run_with_irq(devices[i], at, false);
		struct taken block = run_with_irq(devices[i], at, true);

		cr_expect_eq(quick.at, block.at, "%s", devices[i]);
		cr_expect_eq(quick.task_end, block.task_end, "%s", devices[i]);
	}
}

#define MANY 1000

/* Everything that happened, as one number: any difference in any record changes it. */
struct many {
	uint64_t hash, end;
	size_t taken;	/* interrupts of the test line */
	uint64_t words;	/* in bursts of words, as DMA has them */
};

static uint64_t mix(uint64_t hash, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ULL;
	return hash;
}

struct many_order {
	uint64_t from, to;
	bool sync_block, dma;
};

static void run_many(const void *arg, void *result)
{
	const struct many_order *o = arg;
	struct many *r = result;
	uint64_t seed = 12345;
	struct hosted *h = flash_read(o->dma, o->sync_block);
	char err[TW_ERR_SIZE];

	for (int i = 0; i < MANY; i++) {
		seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
		cr_assert_eq(tw_board_raise(h->machine->board, HOSTED_TEST_LINE,
					    o->from + (seed >> 20) % (o->to - o->from), err), 0);
	}
	hosted_run(h);
	r->hash = 0xcbf29ce484222325ULL;
	for (size_t i = 0; i < h->nr_events; i++) {
		r->hash = mix(r->hash, &h->events[i], sizeof(h->events[i]));
		r->taken += h->events[i].type == TWIN_EV_IRQ_ENTRY &&
			    h->events[i].a >> 32 == HOSTED_TEST_LINE;
		if (h->events[i].type == TWIN_EV_PIN_BURST)
			r->words += (uint32_t)h->events[i].b;
	}
	r->end = h->machine->result.now;
	hosted_free(h);
}

/* Interrupts at a thousand random instants of a flash read: both modes do the same, to the bit. */
static void expect_same_in_both_modes(bool dma)
{
	struct order plain = { .dma = dma };
	struct many quick = { 0 }, block = { 0 };
	struct taken span = { 0 };
	struct many_order o;

	hosted_in_child(run_order, &plain, &span, sizeof(span));
	o = (struct many_order){ span.task_begin, span.task_end, false, dma };
	hosted_in_child(run_many, &o, &quick, sizeof(quick));
	o.sync_block = true;
	hosted_in_child(run_many, &o, &block, sizeof(block));
	cr_expect_gt(quick.taken, MANY / 2, "%zu were taken", quick.taken);
	cr_expect(!dma || quick.words > DMA_BYTES / 2, "%lu words", (unsigned long)quick.words);
	cr_expect_eq(quick.taken, block.taken);
	cr_expect_eq(quick.end, block.end);
	cr_expect_eq(quick.hash, block.hash);
}

Test(interrupt, a_thousand_random_instants_are_the_same_in_the_reference_mode, .timeout = 120)
{
	expect_same_in_both_modes(false);
}

/* With words under way that only the DMA controller sees, on the quiet calendar. */
Test(interrupt, a_thousand_random_instants_during_dma_are_the_same_too, .timeout = 120)
{
	expect_same_in_both_modes(true);
}
