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

/* Anywhere in the first half of a flash read: one that comes while another waits merges with it. */
#define DENSE 500
/*
 * In the second half, so far apart that each is taken before the next: one that comes at the start
 * of a tick waits until its handler, some 35 us where a timer expires too, is done.
 */
#define APART 25
#define MANY (DENSE + APART)
#define SEEDS 4

/* Everything that happened, as one number: any difference in any record changes it. */
struct many {
	uint64_t hash, end;
	size_t taken;		/* interrupts of the test line */
	size_t dense, apart;	/* how many of them came first after an instant of the kind */
	uint64_t late;		/* the most from an instant to the handler's next start */
	uint64_t words;		/* in bursts of words, as DMA has them */
};

static uint64_t mix(uint64_t hash, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 0x100000001b3ULL;
	return hash;
}

struct many_order {
	uint64_t from, to, seed;
	bool sync_block, dma;
};

/* The least distance of those apart: each lies in the first half of a part of its own. */
static uint64_t least_distance(const struct many_order *o)
{
	return (o->to - o->from) / 2 / APART / 2;
}

static void draw(const struct many_order *o, uint64_t *at)
{
	uint64_t half = (o->to - o->from) / 2, distance = least_distance(o), random = o->seed;

	for (size_t i = 0; i < MANY; i++) {
		random = random * 6364136223846793005ULL + 1442695040888963407ULL;
		at[i] = o->from;
		if (i < DENSE)
			at[i] += (random >> 20) % half;
		else
			at[i] += half + (i - DENSE) * 2 * distance + (random >> 20) % distance;
	}
}

static void watch_events(struct many *r, const struct hosted *h, uint64_t *starts)
{
	r->hash = 0xcbf29ce484222325ULL;
	for (size_t i = 0; i < h->nr_events; i++) {
		const struct twin_event *ev = &h->events[i];

		r->hash = mix(r->hash, ev, sizeof(*ev));
		if (ev->type == TWIN_EV_PIN_BURST)
			r->words += (uint32_t)ev->b;
		if (ev->type != TWIN_EV_IRQ_ENTRY || ev->a >> 32 != HOSTED_TEST_LINE)
			continue;
		cr_assert_lt(r->taken, MANY, "more interrupts than instants");
		starts[r->taken++] = ev->time;
	}
}

/* When did the handler start after each instant? Several may have one start; none may have none. */
static void match(struct many *r, const uint64_t *at, const uint64_t *starts)
{
	bool used[MANY] = { false };

	for (size_t i = 0; i < MANY; i++) {
		size_t k = 0;

		while (k < r->taken && starts[k] < at[i])
			k++;
		cr_assert_lt(k, r->taken, "instant %zu was lost", i);
		r->late = starts[k] - at[i] > r->late ? starts[k] - at[i] : r->late;
		if (!used[k])
			++*(i < DENSE ? &r->dense : &r->apart);
		used[k] = true;
	}
}

static void run_many(const void *arg, void *result)
{
	const struct many_order *o = arg;
	struct many *r = result;
	struct hosted *h = flash_read(o->dma, o->sync_block);
	uint64_t at[MANY], starts[MANY];
	char err[TW_ERR_SIZE];

	draw(o, at);
	for (size_t i = 0; i < MANY; i++)
		cr_assert_eq(tw_board_raise(h->machine->board, HOSTED_TEST_LINE, at[i], err), 0);
	hosted_run(h);
	watch_events(r, h, starts);
	match(r, at, starts);
	r->end = h->machine->result.now;
	hosted_free(h);
}

static void expect_same_in_both_modes(struct many_order o)
{
	struct many quick = { 0 }, block = { 0 };

	hosted_in_child(run_many, &o, &quick, sizeof(quick));
	o.sync_block = true;
	hosted_in_child(run_many, &o, &block, sizeof(block));
	cr_expect_gt(quick.dense, DENSE / 2, "%zu distinct instants", quick.dense);
	cr_expect_eq(quick.apart, APART, "%zu distinct instants", quick.apart);
	cr_expect_geq(quick.taken, quick.dense + quick.apart, "%zu interrupts", quick.taken);
	cr_expect_lt(quick.late, least_distance(&o), "%lu ps late", (unsigned long)quick.late);
	cr_expect(!o.dma || quick.words > DMA_BYTES / 2, "%lu words", (unsigned long)quick.words);
	cr_expect_eq(quick.taken, block.taken);
	cr_expect_eq(quick.end, block.end);
	cr_expect_eq(quick.hash, block.hash, "seed %lu", (unsigned long)o.seed);
}

/* Interrupts at random instants of a flash read: both modes do the same, to the bit. */
static void interrupts_at_random(bool dma)
{
	struct order plain = { .dma = dma };
	struct taken span = { 0 };

	hosted_in_child(run_order, &plain, &span, sizeof(span));
	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		expect_same_in_both_modes(
			(struct many_order){ span.task_begin, span.task_end, seed, false, dma });
}

Test(interrupt, random_instants_are_the_same_in_the_reference_mode, .timeout = 120)
{
	interrupts_at_random(false);
}

/* With words under way that only the DMA controller sees, on the quiet calendar. */
Test(interrupt, random_instants_during_dma_are_the_same_too, .timeout = 120)
{
	interrupts_at_random(true);
}
