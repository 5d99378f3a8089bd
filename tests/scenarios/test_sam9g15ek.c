// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The other board: AT91SAM9G15-EK, ARM926EJ-S, its flash on SPI0, which dma0 serves.
 *
 * Hand calculation, f = MCK = 133333333 Hz, SCK = f / 3, in cycles of f, 7.5 ns each:
 *  - a byte takes 8 * 3 - 1.5 = 22.5 from its first edge to its last, 24 to its end;
 *  - by DMA, RDRF half a cycle after the end, dma.request + dma.periph_read = 37 ns until RDR is
 *    read, effective on the fifth edge, and half an SCK period to the next first edge: from edge to
 *    edge 1.5 + 0.5 + 5 + 1.5 = 8.5 cycles = 63.75 ns.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(sam9g15ek, .init = place_enter, .fini = place_leave);

#define BY_PIO 5	/* command and address: too short for DMA */
#define WORDS (BY_PIO + 512)
/* What a message may take beyond its bits and gaps, as in tests/hosted/loopback_test.c. */
#define MESSAGE_PS 300000000LL

static struct said run(const char *set, const char *how)
{
	return SPITWIN("run", text("%s/scenarios/sam9g15ek-dd-512.yaml", top()), "--json", "-o",
		       "out", "--set", set, how);
}

static json_t *report(const char *set)
{
	struct said s = run(set, NULL);

	expect_code(&s, 0);
	return report_of(s.out);
}

static void expect_bytes(unsigned int bs, unsigned int count, unsigned int skip)
{
	struct said s = run(text("tasks.0.run=dd if=/dev/mtd0 bs=%u count=%u skip=%u", bs, count,
				 skip), NULL);
	const uint8_t *got;
	size_t len;

	expect_code(&s, 0);
	got = (const uint8_t *)read_file("out/tasks/dd.out", &len);
	cr_assert_gt(len, bs * count);
	for (size_t i = 0; i < bs * count; i++)
		cr_assert_eq(got[i], tw_fill_byte(TW_FILL_PRNG, (uint64_t)bs * skip + i),
			     "byte %zu is %02x", i, got[i]);
}

Test(sam9g15ek, reads_are_right_to_the_byte)
{
	expect_bytes(512, 1, 0);
}

Test(sam9g15ek, odd_lengths_are_right_to_the_byte)
{
	expect_bytes(4097, 9, 5);
}

Test(sam9g15ek, by_dma)
{
	json_t *pio = report("devices.spi0.dma=off"), *r = report("devices.spi0.dma=on");
	int64_t cs_low = report_int(r, "spi.0.cs_low_ps");
	int64_t least = WORDS * 168750LL + 511 * 63750LL;
	int64_t pio_word = report_int(pio, "spi.0.cs_low_ps") / WORDS;

	cr_expect_eq(report_int(r, "spi.0.clock_hz"), 133333333);
	cr_expect_eq(report_int(r, "spi.0.words"), WORDS);
	cr_expect_eq(report_int(r, "spi.0.work.waits"), 5 + 1);
	cr_expect_geq(report_int(r, "spi.0.work.irqs"), 5 + 1);
	cr_expect_leq(report_int(r, "spi.0.work.irqs"), 5 + 3);
	cr_expect_eq(report_int(r, "spi.0.gaps.word.p50_ps"), 63750);
	/* 22.5 cycles each; half a cycle is 3.75 ns and rounded at either end */
	cr_expect_geq(report_int(r, "spi.0.clocked_ps"), WORDS * 168750LL - WORDS);
	cr_expect_leq(report_int(r, "spi.0.clocked_ps"), WORDS * 168750LL + WORDS);
	/* Nothing can be faster than the bits and the DMA controller's gaps. */
	cr_expect_gt(cs_low, least);
	cr_expect_lt(cs_low, least + MESSAGE_PS + BY_PIO * pio_word);
}

Test(sam9g15ek, word_by_word)
{
	json_t *pio = report("devices.spi0.dma=off"), *dma;
	int64_t reads = report_int(pio, "counts.mmio_reads");

	cr_expect_eq(report_int(pio, "spi.0.work.waits"), WORDS);
	cr_expect_geq(report_int(pio, "spi.0.work.irqs"), WORDS);
	cr_expect_leq(report_int(pio, "spi.0.work.irqs"), WORDS + 2);
	/* a word: IMR, SR, RDR of the handler; RDR, SR before the next; IVR and ISR of the AIC */
	cr_expect_geq(reads, 7 * WORDS);
	dma = report("devices.spi0.dma=on");
	cr_expect_gt(report_int(pio, "spi.0.cs_low_ps"), 5 * report_int(dma, "spi.0.cs_low_ps"));
}

Test(sam9g15ek, two_runs_and_the_reference_mode_are_the_same)
{
	struct said quick = run("devices.spi0.dma=on", NULL), again, block;

	again = run("devices.spi0.dma=on", NULL);
	block = run("devices.spi0.dma=on", "--sync=block");
	expect_code(&quick, 0);
	expect_code(&block, 0);
	same_bytes(quick.out, quick.out_len, again.out, again.out_len, "JSON");
	same_bytes(quick.out, quick.out_len, block.out, block.out_len, "JSON");
}
