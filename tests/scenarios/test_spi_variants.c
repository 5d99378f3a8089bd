// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Variants of the Atmel SPI under the kernel's driver: which of its paths it takes (PDC, FIFO, DMA
 * or word by word) follows from VERSION and the devicetree; it shows in interrupts and gaps.
 *
 * Hand calculation, f = 132 MHz, SCK = f / 3, in cycles of f:
 *  - A word's first edge is on a half cycle, since half an SCK period is 1.5 cycles. Its last edge
 *    is 22.5 cycles after the first, its end 24.
 *  - PDC: RDRF at the next whole cycle (half a cycle after the end), RDR is read dma.request =
 *    15 ns later, which takes effect on the second edge from there, and the word that waits has its
 *    first edge half an SCK period after that: 1.5 + 0.5 + 2 + 1.5 = 5.5 cycles from edge to edge.
 *  - FIFO: words of one fill follow each other with the clock's own duty, so a fill of n words
 *    takes 8 n - 1/2 periods of SCK from its first edge to its last.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(spi_variants, .init = place_enter, .fini = place_leave);

#define COMMAND 5	/* words of READ4 with its address, in two transfers of 1 and 4 */
#define SCK_HZ 44000000LL
#define PS 1000000000000LL

#define PIO "sama5d36ek-dd-512"
#define PDC "sama5d36ek-dd-512-pdc"
#define FIFO "sama5d36ek-dd-512-fifo"

/* The scenario with another command and one more setting; NULL: none. */
static struct said run(const char *name, const char *command, const char *more)
{
	return SPITWIN("run", text("%s/scenarios/%s.yaml", top(), name), "--json", "-o",
		       text("out-%d", entries(".")), "--set", text("tasks.0.run=%s", command),
		       more ? "--set" : NULL, more);
}

static json_t *read_of(const char *name, unsigned int bytes, const char *more)
{
	struct said s = run(name, text("dd if=/dev/mtd0 of=/dev/null bs=%u count=1", bytes), more);
	json_t *r;

	expect_code(&s, 0);
	r = report_of(s.out);
	cr_assert_eq(report_int(r, "spi.0.words"), COMMAND + bytes);
	return r;
}

/* `n` waits for a completion, each ended by one interrupt; a tick may come on top. */
static void expect_waits(json_t *r, int64_t n)
{
	cr_expect_eq(report_int(r, "spi.0.work.waits"), n);
	cr_expect_geq(report_int(r, "spi.0.work.irqs"), n);
	cr_expect_leq(report_int(r, "spi.0.work.irqs"), n + 1);
}

static void expect_bytes(const char *name, const char *more, unsigned int bs, unsigned int count,
			 unsigned int skip)
{
	const char *out = text("out-%d/tasks/dd.out", entries("."));
	struct said s = run(name, text("dd if=/dev/mtd0 bs=%u count=%u skip=%u", bs, count, skip),
			    more);
	const uint8_t *got;
	size_t len;

	expect_code(&s, 0);
	got = (const uint8_t *)read_file(out, &len);
	cr_assert(len > bs * count, "%s: %zu bytes", name, len);
	for (size_t i = 0; i < bs * count; i++)
		cr_assert_eq(got[i], tw_fill_byte(TW_FILL_PRNG, (uint64_t)bs * skip + i),
			     "%s: byte %zu is %02x", name, i, got[i]);
}

Test(spi_variants, all_are_right_to_the_byte)
{
	expect_bytes(PDC, NULL, 512, 1, 0);
	expect_bytes(PDC, NULL, 1001, 3, 5);
	expect_bytes(PDC, NULL, 1, 3, 7);
	expect_bytes(FIFO, NULL, 512, 1, 0);
	expect_bytes(FIFO, NULL, 1001, 3, 5);
	expect_bytes(FIFO, NULL, 1, 3, 7);
	expect_bytes(FIFO, "devices.spi1.dma=on", 1001, 3, 5);
}

/* Whatever is to be moved: one interrupt per transfer, the gap above between all of its words. */
Test(spi_variants, a_pdc_moves_a_whole_transfer)
{
	static const unsigned int lengths[] = { 1, 15, 16, 512 };

	for (int i = 0; i < 4; i++) {
		json_t *r = read_of(PDC, lengths[i], NULL);

		expect_waits(r, 3);
		cr_expect_eq(report_int(r, "spi.0.gaps.word.n"), 3 + lengths[i] - 1);
		/* 41666.67 ps; short transfers need not have both roundings of it */
		cr_expect_geq(report_int(r, "spi.0.gaps.word.min_ps"), 41666);
		cr_expect_leq(report_int(r, "spi.0.gaps.word.max_ps"), 41667);
	}
}

/*
 * The driver gives it up to two buffers of 65535 bytes and waits for the end of the last: 200000
 * bytes are 65535 + 65535 and 65535 + 3395. One buffer follows the other without a longer gap.
 */
Test(spi_variants, a_pdc_goes_on_with_the_next_buffer)
{
	json_t *r = read_of(PDC, 200000, NULL);

	cr_expect_eq(report_int(r, "spi.0.work.waits"), 2 + 2);
	cr_expect_eq(report_int(r, "spi.0.gaps.word.n"), 3 + 199999);
	/* one gap is the driver's: between the two waits */
	cr_expect_eq(report_int(r, "spi.0.gaps.word.p99_9_ps"), 41667);
	cr_expect_gt(report_int(r, "spi.0.gaps.word.max_ps"), 1000000);
	cr_expect_lt(report_int(r, "spi.0.gaps.word.total_ps") -
		     report_int(r, "spi.0.gaps.word.max_ps"), 200001LL * 41667);
	expect_bytes(PDC, NULL, 200000, 1, 0);
}

/* Every 16 words an interrupt, fewer words in the last fill. */
Test(spi_variants, a_fifo_moves_sixteen_words_at_a_time)
{
	static const unsigned int lengths[] = { 1, 2, 15, 16, 17, 37, 512 };

	for (int i = 0; i < 7; i++) {
		unsigned int n = lengths[i];
		int64_t fills = 2 + (n + 15) / 16, words = COMMAND + n;
		json_t *r = read_of(FIFO, n, NULL);
		int64_t clocked = (16 * words - fills) * PS / (2 * SCK_HZ);

		expect_waits(r, fills);
		cr_expect_eq(report_int(r, "spi.0.words_continuous"), words - fills);
		cr_expect_eq(report_int(r, "spi.0.gaps.word.n"), fills - 3);
		cr_expect_geq(report_int(r, "spi.0.clocked_ps"), clocked - fills);
		cr_expect_leq(report_int(r, "spi.0.clocked_ps"), clocked + fills + 1);
	}
}

/*
 * Between two fills the driver reads IMR, SR, FLR and 16 times RDR, then FLR, FMR and SR; it
 * writes CR and FMR. Interrupt and wait are paid once for 16 words: the gap is far below 16 of
 * PIO's.
 */
Test(spi_variants, gaps_between_fills)
{
	json_t *fifo = read_of(FIFO, 512, NULL), *pio = read_of(PIO, 512, NULL), *cost;
	int64_t least = report_int(fifo, "spi.0.gaps.word.min_ps"), accesses = 0;
	size_t i;

	json_array_foreach(report_at(fifo, "costs"), i, cost) {
		const char *key = report_text_at(cost, "key");

		if (!strcmp(key, "bus.apb_read"))
			accesses += 22 * report_int(cost, "value");
		else if (!strcmp(key, "bus.apb_write"))
			accesses += 2 * report_int(cost, "value");
	}
	cr_assert_gt(accesses, 0);
	cr_expect_gt(least, accesses);
	cr_expect_lt(report_int(fifo, "spi.0.gaps.word.p50_ps"),
		     4 * report_int(pio, "spi.0.gaps.word.p50_ps"));
}

/* Chip select is low the longer the more interrupts it takes; bits take the same time in all. */
Test(spi_variants, times_of_all_against_each_other)
{
	json_t *pio = read_of(PIO, 512, NULL), *fifo = read_of(FIFO, 512, NULL);
	json_t *pdc = read_of(PDC, 512, NULL), *dma = read_of(PIO, 512, "devices.spi1.dma=on");
	json_t *all[] = { pio, fifo, pdc, dma };

	expect_waits(pio, 517);
	for (int i = 0; i < 4; i++)
		cr_expect_gt(report_int(all[i], "spi.0.cs_low_ps"), 517 * 8 * PS / SCK_HZ);
	cr_expect_gt(report_int(pio, "spi.0.cs_low_ps"), 4 * report_int(fifo, "spi.0.cs_low_ps"));
	cr_expect_gt(report_int(fifo, "spi.0.cs_low_ps"), 2 * report_int(pdc, "spi.0.cs_low_ps"));
	cr_expect_gt(report_int(dma, "spi.0.gaps.word.p50_ps"),
		     report_int(pdc, "spi.0.gaps.word.p50_ps"),
		     "a controller beyond two buses is slower than one inside");
}

/* FIFO and DMA: from 16 bytes on by DMA, below by FIFO. */
Test(spi_variants, a_fifo_with_dma)
{
	expect_waits(read_of(FIFO, 15, "devices.spi1.dma=on"), 3);
	cr_expect_eq(report_int(read_of(FIFO, 512, "devices.spi1.dma=on"), "spi.0.work.waits"), 3);
}

/* The model's FIFOs are as deep as the devicetree tells the driver. */
Test(spi_variants, the_devicetree_says_how_deep_a_fifo_is)
{
	const char *deep = "/dts-v1/;\n/plugin/;\n&spi1 {\n\tatmel,fifo-size = <32>;\n};\n";

	write_file("deep.dtso", deep, strlen(deep));
	expect_waits(read_of(FIFO, 512, "overlays=[deep.dtso]"), 2 + 512 / 32);
}

static void expect_line(const char *name, const char *set, int code, const char *line)
{
	struct said s = run(name, DD_512, set);

	expect_code(&s, code);
	cr_expect(strstr(code == 2 ? s.err : s.out, line), "%s%s", s.out, s.err);
}

Test(spi_variants, what_does_not_fit)
{
	expect_line(PDC, "devices.spi1.dma=devicetree", 2,
		    "error: spi1: no DMA request line 'tx'; 'dma: off' takes the channels out of "
		    "the devicetree\n");
	expect_line(PDC, "devices.spi1.version=0x121", 2,
		    "error: spi1: option 'version': version 1 of the block is not modelled");
	expect_line(PDC, "devices.spi1.version=new", 2, "error: spi1: option 'version': ");
	expect_line(FIFO, "devices.spi1.fifo=33", 2,
		    "error: spi1: option 'fifo': '33' is more than 32\n");
	expect_line(FIFO, "devices.spi1.version=0x213", 2,
		    "error: spi1: option 'fifo': this version of the block has no FIFO");
}
