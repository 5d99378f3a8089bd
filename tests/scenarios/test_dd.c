// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* dd copies what the flash holds and says what GNU dd says. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

#define FLASH_SIZE (64u << 20)

TestSuite(dd, .init = place_enter, .fini = place_leave);

/* What one dd left: the bytes on its standard output, then its messages. */
struct dd_output {
	const uint8_t *data;
	const char *messages;
};

static void matches(const char *pattern, const char *got)
{
	regex_t re;
	int ret;

	cr_assert(!regcomp(&re, pattern, REG_EXTENDED));
	ret = regexec(&re, got, 0, NULL, 0);
	regfree(&re);
	cr_assert(!ret, "no match for %s: '%s'", pattern, got);
}

static struct dd_output run_dd(const char *flash, const char *operands, size_t bytes)
{
	const char *name = scenario_of("s.yaml", flash, text("dd if=/dev/mtd0 %s", operands));
	struct said s = SPITWIN("run", name, "-o", "out");
	size_t len;
	char *all;

	expect_code(&s, 0);
	all = read_file("out/tasks/dd.out", &len);
	cr_assert(len >= bytes, "%s: %zu of %zu bytes", operands, len, bytes);
	return (struct dd_output){(const uint8_t *)all, all + bytes};
}

/* Messages from "N+M records in" on; full and partial blocks are those of a read to the end. */
static void expect_messages(const char *messages, size_t bs, size_t bytes)
{
	size_t full = bytes / bs, part = bytes % bs != 0;

	matches(text("^%zu\\+%zu records in\n%zu\\+%zu records out\n%zu bytes?( \\([^()]+\\))? "
		     "copied, "
		     "[0-9.]+(e-[0-9]+)? s, [0-9.]+ [kMG]B/s\n$",
		     full, part, full, part, bytes),
		messages);
}

static void expect_fill(enum tw_flash_fill fill, const char *name, uint64_t bs, uint64_t count,
			uint64_t skip)
{
	uint64_t from = bs * skip, bytes = bs * count;
	struct dd_output got;

	bytes = from + bytes > FLASH_SIZE ? FLASH_SIZE - from : bytes;
	got = run_dd(text("fill: %s", name),
		     text("bs=%" PRIu64 " count=%" PRIu64 " skip=%" PRIu64, bs, count, skip),
		     bytes);
	for (uint64_t i = 0; i < bytes; i++)
		cr_assert_eq(got.data[i], tw_fill_byte(fill, from + i),
			     "%s bs=%" PRIu64 ": byte %" PRIu64 " is %02x", name, bs, i,
			     got.data[i]);
	expect_messages(got.messages, bs, bytes);
}

static void expect_prng(uint64_t bs, uint64_t count, uint64_t skip)
{
	expect_fill(TW_FILL_PRNG, "prng", bs, count, skip);
}

Test(dd, bytes_of_one_block)
{
	expect_prng(512, 1, 0);
}

Test(dd, bytes_of_odd_block_sizes)
{
	expect_prng(1, 5, 3);
	expect_prng(3, 7, 11);
	expect_prng(1000, 3, 1);
	expect_prng(513, 2, 8191);
}

Test(dd, bytes_of_larger_blocks)
{
	expect_prng(4096, 2, 1);
	expect_prng(65537, 1, 3);
}

/* The last 1024 bytes: the second block is short, the third read returns 0. */
Test(dd, bytes_at_the_end_of_the_flash)
{
	expect_prng(1000, 5, 67107);
	expect_prng(512, 5, FLASH_SIZE / 512 - 2);
}

Test(dd, bytes_of_the_other_fills)
{
	expect_fill(TW_FILL_COUNTER, "counter", 512, 2, 77777);
	expect_fill(TW_FILL_ERASED, "erased", 300, 2, 5);
}

/* Every byte value, and erased cells behind the end of the file. */
Test(dd, bytes_of_an_image_file)
{
	uint8_t image[777];
	struct dd_output got;

	for (size_t i = 0; i < sizeof(image); i++)
		image[i] = (uint8_t)(i * 7 + i / 256);
	write_file("flash.bin", image, sizeof(image));
	got = run_dd("image: flash.bin", "bs=4096 count=1", 4096);
	same_bytes(got.data, sizeof(image), image, sizeof(image), "image");
	for (size_t i = sizeof(image); i < 4096; i++)
		cr_assert_eq(got.data[i], 0xff, "byte %zu behind the file is %02x", i, got.data[i]);
	expect_messages(got.messages, 4096, 4096);
	got = run_dd("image: flash.bin", "bs=3 skip=100 count=2", 6);
	same_bytes(got.data, 6, image + 300, 6, "image with skip");
}

/* Image files are named relative to the scenario, wherever the program runs. */
Test(dd, image_file_next_to_the_scenario)
{
	struct how how = {.dir = "/"};
	const char *name;
	char *here = getcwd(NULL, 0);
	struct said s;

	keep(here);
	write_file("flash.bin", "ABCDEFGH", 8);
	name = scenario_of("s.yaml", "image: flash.bin", "dd if=/dev/mtd0 bs=8 count=1");
	s = SPITWIN_HOW(&how, "run", text("%s/%s", here, name), "-o", text("%s/out", here));
	expect_code(&s, 0);
	cr_assert_eq(memcmp(read_file("out/tasks/dd.out", NULL), "ABCDEFGH1+0 records in\n", 23),
		     0);
}

/* Up to the word "copied" the host's own dd says the same for as many bytes. */
static void expect_as_host(const char *operands, size_t bytes)
{
	const char *const host[] = {
		"sh", "-c", text("LC_ALL=C dd if=/dev/zero of=/dev/null %s", operands), NULL};
	struct said dd = program(NULL, host);
	struct dd_output got = run_dd("fill: erased", text("of=/dev/null %s", operands), 0);
	char *end = strstr(dd.err, " copied, ");

	(void)bytes;
	cr_assert(dd.code == 0 && end, "host's dd: %s", dd.err);
	*end = '\0';
	cr_assert_eq(strncmp(dd.err, got.messages, strlen(dd.err)), 0, "host: %s\ngot: %s", dd.err,
		     got.messages);
}

Test(dd, messages_as_gnu_dd)
{
	expect_as_host("bs=1 count=1", 1);
	expect_as_host("bs=999 count=1", 999);
	expect_as_host("bs=1000 count=1", 1000);
	expect_as_host("bs=1023 count=1", 1023);
	expect_as_host("bs=1024 count=1", 1024);
	expect_as_host("bs=1k count=10", 10240);
	expect_as_host("bs=4kB count=3", 12000);
	expect_as_host("bs=512 count=0", 0);
	expect_as_host("bs=2x3b count=1c", 3072);
}

/* T and R of "copied, T s, R kB/s": T within the task's time, and R that of the bytes in T. */
Test(dd, time_and_rate_agree)
{
	struct dd_output got = run_dd("fill: erased", "of=/dev/null bs=4096 count=4", 0);
	json_t *report = report_file("out/report.json");
	double seconds, rate, whole = report_int(report, "tasks.0.duration_ps") / 1e12;

	cr_assert_eq(sscanf(strstr(got.messages, "copied, "), "copied, %lf s, %lf kB/s", &seconds,
			    &rate),
		     2, "%s", got.messages);
	cr_assert(seconds < whole && seconds > 0.9 * whole, "%g of %g s", seconds, whole);
	cr_assert_float_eq(rate, 16384 / seconds / 1000, 0.5, "%g kB/s", rate);
	cr_assert(seconds > 16384 * 8 / 44e6, "faster than 44 MHz: %g s", seconds);
}

Test(dd, status_levels)
{
	struct dd_output got = run_dd("fill: erased", "of=/dev/null bs=8 count=1 status=none", 0);

	cr_assert_str_eq(got.messages, "");
	got = run_dd("fill: erased", "of=/dev/null bs=8 count=1 status=noxfer", 0);
	cr_assert_str_eq(got.messages, "1+0 records in\n1+0 records out\n");
}

static void expect_failure(const char *command, const char *pattern)
{
	struct said s;

	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", command), "-o", "out");
	expect_code(&s, 1);
	matches(pattern, read_file("out/tasks/dd.out", NULL));
	cr_assert_eq(report_int(report_file("out/report.json"), "tasks.0.exit_status"), 1);
	cr_assert_str_eq(report_text_at(report_file("out/report.json"), "result.outcome"),
			 "task-failed");
}

Test(dd, missing_input)
{
	expect_failure("dd if=/dev/mtd9 of=/dev/null",
		       "^dd: failed to open '/dev/mtd9': No such file or directory\n$");
}

/*
 * Regression: a skip past the end of the flash.
 * Expected: GNU dd's message, without quotes, and its statistics:
 *   dd: /dev/mtd0: cannot skip: Invalid argument / 0+0 records in / ...
 * Buggy: "dd: cannot skip to offset in '/dev/mtd0': Invalid argument" alone.
 */
Test(dd, skip_past_the_end)
{
	expect_failure("dd if=/dev/mtd0 of=/dev/null bs=512 skip=1M count=1",
		       "^dd: /dev/mtd0: cannot skip: Invalid argument\n0\\+0 records in\n"
		       "0\\+0 records out\n0 bytes copied, [0-9.e-]+ s, 0.0 kB/s\n$");
}

/*
 * Regression: skip times bs overflows 64 bits.
 * Expected: as GNU dd, "cannot skip: Value too large for defined data type", exit status 1.
 * Buggy: the product wraps around and dd reads from somewhere else.
 */
Test(dd, skip_overflows)
{
	expect_failure(
		"dd if=/dev/mtd0 of=/dev/null bs=4M skip=4398046511104 count=1",
		"^dd: /dev/mtd0: cannot skip: Value too large for defined data type\n0\\+0 ");
}
