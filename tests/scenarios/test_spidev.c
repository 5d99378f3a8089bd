// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A user's own device: the kernel's spidev instead of a driver, and spidev_test to talk to it. */
#include <criterion/criterion.h>
#include <string.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(spidev, .init = place_enter, .fini = place_leave);

static json_t *run(const char *command, int code)
{
	const char *lines = text("overlays: [%s/scenarios/overlays/spi1-spidev.dtso]\n"
				 "devices: {flash0: {fill: counter}}\n"
				 "tasks:\n  - {run: '%s', name: t}\n",
				 top(), command);
	struct said s;

	s = SPITWIN("run", scenario("s.yaml", lines), "-o", "out", "--json");
	expect_code(&s, code);
	return report_of(s.out);
}

static void expect_output(const char *expected)
{
	size_t len;
	char *got = read_file("out/tasks/t.out", &len);

	same_bytes(got, len, expected, strlen(expected), "output");
}

#define TEST "spidev_test -D /dev/spidev1.0 -s 1000000 "
#define HEAD_1M "spi mode: 0x0\nbits per word: 8\nmax speed: 1000000 Hz (1000 kHz)\n"
#define REST_OF_4 \
	"__ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __  |"
#define REST_OF_9 "__ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __  |"

/* 9Fh: manufacturer 01h, device 02h 20h. */
Test(spidev, identification_of_a_flash)
{
	json_t *r = run(TEST "-p \"\\x9f\\x00\\x00\\x00\" -v", 0);

	expect_output(HEAD_1M "TX | 9F 00 00 00 " REST_OF_4 "....|\n"
			      "RX | FF 01 02 20 " REST_OF_4 "... |\n");
	cr_assert_eq(report_int(r, "counts.messages"), 1);
}

/* 13h with an address of four bytes; the fill is the address of each word. Bits take 1 us each. */
Test(spidev, reading_a_flash_by_hand)
{
	json_t *r = run(TEST "-v -p \"\\x13\\x00\\x12\\x34\\x56\\x00\\x00\\x00\\x00\"", 0);
	int64_t took = report_int(r, "tasks.0.duration_ps");

	expect_output(HEAD_1M "TX | 13 00 12 34 56 00 00 00 00 " REST_OF_9 "...4V....|\n"
			      "RX | FF FF FF FF FF 34 54 00 12 " REST_OF_9 ".....4T..|\n");
	cr_assert(took > 72000000LL && took < 2000000000LL, "%ld ps", (long)took);
}

/* The driver of 6.1 offers no loop mode and no words below 8 bits: abort() ends the program. */
Test(spidev, modes_and_sizes_the_driver_has_not)
{
	run(TEST "-l", 1);
	expect_output("can't set spi mode: Invalid argument\n");
	run(TEST "-b 7", 1);
	expect_output("can't set bits per word: Invalid argument\n");
	run("spidev_test -D /dev/spidev1.7", 1);
	expect_output("can't open device: No such file or directory\n");
}
