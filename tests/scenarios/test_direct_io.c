// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The flash as a block device: through the page cache, and around it into pages that the kernel
 * pins in the task (O_DIRECT).
 */
#include <criterion/criterion.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(direct_io, .init = place_enter, .fini = place_leave);

static const char *run(const char *command, int code, size_t *len)
{
	struct said s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", command), "-o", "out");

	expect_code(&s, code);
	return read_file("out/tasks/dd.out", len);
}

static void expect_fill(const char *command, uint32_t from, size_t bytes)
{
	size_t len;
	const char *got = run(command, 0, &len);

	cr_assert_geq(len, bytes, "%s: %zu bytes", command, len);
	for (size_t i = 0; i < bytes; i++)
		cr_assert_eq((uint8_t)got[i], tw_fill_prng(from + i), "%s: byte %zu is %02x",
			     command, i, (uint8_t)got[i]);
}

Test(direct_io, blocks_into_user_pages)
{
	expect_fill("dd if=/dev/mtdblock0 bs=4096 skip=2 count=3 iflag=direct", 8192, 12288);
	expect_fill("dd if=/dev/mtdblock0 bs=512 skip=3 count=5 iflag=direct", 1536, 2560);
}

/* More than one page, and not a whole number of them. */
Test(direct_io, a_buffer_of_several_pages)
{
	expect_fill("dd if=/dev/mtdblock0 bs=20992 skip=1 count=2 iflag=direct", 20992, 41984);
}

Test(direct_io, through_the_page_cache)
{
	expect_fill("dd if=/dev/mtdblock0 bs=1000 skip=7 count=3", 7000, 3000);
}

/* 48 KiB do not divide 64 MiB: the last block has 16 KiB, and then comes the end. */
Test(direct_io, the_end_of_the_device)
{
	size_t len;
	const char *got = run("dd if=/dev/mtdblock0 bs=48K skip=1365 iflag=direct", 0, &len);

	cr_assert_gt(len, 16384);
	for (uint32_t i = 0; i < 16384; i++)
		cr_assert_eq((uint8_t)got[i], tw_fill_prng((64u << 20) - 16384 + i));
	cr_assert_eq(strncmp(got + 16384, "0+1 records in\n0+1 records out\n16384 bytes ", 43), 0,
		     "%s", got + 16384);
}

Test(direct_io, sizes_and_devices_that_cannot)
{
	const char *got = run("dd if=/dev/mtdblock0 bs=1000 count=1 iflag=direct status=none", 1,
			      NULL);

	cr_assert_str_eq(got, "dd: error reading '/dev/mtdblock0': Invalid argument\n");
	got = run("dd if=/dev/mtd0 bs=4096 count=1 iflag=direct", 1, NULL);
	cr_assert_str_eq(got, "dd: failed to open '/dev/mtd0': Invalid argument\n");
}

/* mtdblock erases and writes a whole erase block when it is synced; what is around it stays. */
Test(direct_io, writing_a_block)
{
	const char *name = scenario(
		"s.yaml", "devices:\n  flash0: {fill: prng}\ntasks:\n"
			  "  - run: dd if=/dev/zero of=/dev/mtdblock0 bs=4096 count=1 seek=1 "
			  "oflag=direct conv=notrunc,fsync\n"
			  "  - {run: dd if=/dev/mtd0 bs=4096 count=3, at: 5 s, name: read}\n");
	struct said s = SPITWIN("run", name, "-o", "out");
	size_t len;
	char *got;

	expect_code(&s, 0);
	got = read_file("out/tasks/read.out", &len);
	cr_assert_geq(len, 12288);
	for (uint32_t i = 0; i < 12288; i++) {
		bool written = i >= 4096 && i < 8192;

		cr_assert_eq((uint8_t)got[i], written ? 0 : tw_fill_prng(i), "byte %u is %02x", i,
			     (uint8_t)got[i]);
	}
}
