// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Transfers by DMA: right to the byte, from 16 bytes on, and how cold code shows in them. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(dma, .init = place_enter, .fini = place_leave);

#define DMA_MIN_BYTES 16	/* drivers/spi/spi-atmel.c */

static const char *dma_scenario(const char *command)
{
	return scenario("s.yaml", text("devices:\n  flash0: {fill: prng}\n  spi1: {dma: on}\n"
				       "tasks:\n  - run: %s\n", command));
}

static json_t *run_json(const char *command)
{
	struct said s = SPITWIN("run", dma_scenario(command), "--json");

	expect_code(&s, 0);
	return report_of(s.out);
}

static void expect_bytes(const char *operands, uint64_t from, uint64_t bytes)
{
	struct said s = SPITWIN("run", dma_scenario(text("dd if=/dev/mtd0 %s", operands)), "-o",
				"out");
	size_t len;
	const uint8_t *got;

	expect_code(&s, 0);
	got = (const uint8_t *)read_file("out/tasks/dd.out", &len);
	cr_assert(len > bytes, "%s: %zu bytes", operands, len);
	for (uint64_t i = 0; i < bytes; i++)
		cr_assert_eq(got[i], tw_fill_byte(TW_FILL_PRNG, from + i),
			     "%s: byte %" PRIu64 " is %02x", operands, i, got[i]);
}

Test(dma, thousand_reads_are_right_to_the_byte)
{
	expect_bytes("bs=1024 count=1000", 0, 1024000);
}

Test(dma, four_mebibytes_in_one_read_are_right_to_the_byte)
{
	expect_bytes("bs=4M count=1 skip=3", 12 << 20, 4 << 20);
}

Test(dma, odd_lengths_and_offsets_are_right_to_the_byte)
{
	expect_bytes("bs=4097 count=3 skip=5", 5 * 4097, 3 * 4097);
	expect_bytes("bs=17 count=4 skip=1", 17, 4 * 17);
}

static json_t *read_of(unsigned int bytes)
{
	return run_json(text("dd if=/dev/mtd0 of=/dev/null bs=%u count=1", bytes));
}

/* Below the driver's threshold each word has an interrupt of its own; from it on they have none. */
Test(dma, from_sixteen_bytes)
{
	json_t *pio = read_of(DMA_MIN_BYTES - 1), *dma = read_of(DMA_MIN_BYTES);
	int64_t command = 5;	/* words of READ4, below the threshold themselves */

	cr_expect_eq(report_int(pio, "spi.0.words"), command + DMA_MIN_BYTES - 1);
	cr_expect_geq(report_int(pio, "spi.0.work.irqs"), command + DMA_MIN_BYTES - 1);
	cr_expect_eq(report_int(dma, "spi.0.words"), command + DMA_MIN_BYTES);
	cr_expect_leq(report_int(dma, "spi.0.work.irqs"), command + 2);
	cr_expect_gt(report_int(pio, "spi.0.cs_low_ps"), report_int(dma, "spi.0.cs_low_ps"),
		     "15 bytes are slower than 16");
}

/* The first read runs code that no cache has; the thousandth does not. */
Test(dma, the_first_read_is_colder_than_the_thousandth)
{
	json_t *r = run_json("dd if=/dev/mtd0 of=/dev/null bs=1024 count=1000");
	json_t *list = report_at(r, "transactions");
	size_t n = json_array_size(list);
	int64_t first, last;

	cr_assert_eq(n, 1000);
	first = report_int(r, "transactions.0.end_ps") - report_int(r, "transactions.0.start_ps");
	last = report_int(r, "transactions.999.end_ps") -
	       report_int(r, "transactions.999.start_ps");
	cr_expect_gt(first, last + 10000000, "first %" PRId64 " ps, last %" PRId64 " ps", first,
		     last);
}

/* The reference mode does the same by DMA too. */
Test(dma, sync_block_is_the_same)
{
	const char *name = dma_scenario("dd if=/dev/mtd0 of=/dev/null bs=1024 count=4");
	struct said quick = SPITWIN("run", name, "--json"), block;

	block = SPITWIN("run", name, "--json", "--sync=block");
	expect_code(&quick, 0);
	expect_code(&block, 0);
	same_bytes(quick.out, quick.out_len, block.out, block.out_len, "JSON");
}

Test(dma, channels_can_be_taken_away_and_asked_for)
{
	struct said s = SPITWIN("run", dma_scenario("dd if=/dev/mtd0 of=/dev/null bs=64 count=1"),
				"--json", "--set", "devices.spi1.dma=off");

	expect_code(&s, 0);
	cr_expect_eq(report_int(report_of(s.out), "spi.0.work.waits"), 5 + 64);
}

/*
 * Regression: freed_pmd_page_keeps_its_type
 * Expected: a long read through the page cache is an ordinary run.
 * Buggy: pages of middle page tables were freed without their destructor; when the free lists were
 * drained the kernel found "Bad page state", which counts as a driver bug.
 */
Test(dma, a_long_read_through_the_page_cache_is_no_bug)
{
	struct said s = SPITWIN("run",
				dma_scenario("dd if=/dev/mtdblock0 of=/dev/null bs=64K count=128"));

	expect_code(&s, 0);
	cr_expect(strstr(s.out, "result: ok, exit code 0\n"), "%s", s.out);
}
