// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* spidev_test: what it asks of the driver and prints, next to its source in tools/spi. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_files.h"
#include "run_task.h"

static const struct fake_file list[] = {
	{ .path = "/dev/spidev1.0", .kind = FAKE_CHAR, .rdev = 153 << 8 },
	{ .path = "data", .data = "from a file" }, { 0 },
};

/* struct spi_ioc_transfer of uapi/linux/spi/spidev.h, 32 bytes. */
struct transfer {
	uint64_t tx, rx;
	uint32_t len, speed;
	uint16_t delay;
	uint8_t bits, cs_change, tx_nbits, rx_nbits, word_delay, pad;
};

static struct {
	uint32_t mode, speed;
	uint8_t bits;
	uint32_t refused_modes;
	unsigned long fail;
	long err;
	bool invert;		/* the device answers with each bit turned */
	struct transfer last;
	char sent[1024];
} device;

static long transfer(const struct transfer *t)
{
	const uint8_t *tx = (const uint8_t *)t->tx;
	uint8_t *rx = (uint8_t *)t->rx;

	device.last = *t;
	for (uint32_t i = 0; i < t->len && tx; i++) {
		device.sent[i] = tx[i];
		if (rx)
			rx[i] = device.invert ? ~tx[i] : tx[i];
	}
	return t->len;
}

static long spi_ioctl(unsigned long request, void *arg)
{
	if (request == device.fail)
		return device.err;
	switch (request) {
	case 0x40046b05:
		device.mode = *(uint32_t *)arg & ~device.refused_modes;
		return 0;
	case 0x80046b05:
		*(uint32_t *)arg = device.mode;
		return 0;
	case 0x40016b03:
		device.bits = *(uint8_t *)arg;
		return 0;
	case 0x80016b03:
		*(uint8_t *)arg = device.bits;
		return 0;
	case 0x40046b04:
		device.speed = *(uint32_t *)arg;
		return 0;
	case 0x80046b04:
		*(uint32_t *)arg = device.speed;
		return 0;
	case 0x40206b00:
		return transfer(arg);
	}
	return -ENOTTY;
}

static int run(const char *line)
{
	files_plan(list, spi_ioctl);
	return run_task(line, &files_api);
}

static void said(const char *text)
{
	cr_expect_str_eq(files.said, text, "\n said: %s", files.said);
}

#define DEVICE "spidev_test -D /dev/spidev1.0 "
#define HEAD "spi mode: 0x0\nbits per word: 8\nmax speed: 500000 Hz (500 kHz)\n"

Test(spidev, bytes_and_options)
{
	device.invert = true;
	cr_expect_eq(run(DEVICE "-s 1000000 -b 8 -p '\\x01\\x02z' -v -H --cpol -d 7"), 0);
	said("spi mode: 0x3\nbits per word: 8\nmax speed: 1000000 Hz (1000 kHz)\n"
	     "TX | 01 02 7A __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ "
	     "__ __ __ __ __ __  |..z|\n"
	     "RX | FE FD 85 __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ __ "
	     "__ __ __ __ __ __  |...|\n");
	cr_expect_eq(device.last.len, 3);
	cr_expect_eq(device.last.speed, 1000000);
	cr_expect_eq(device.last.delay, 7);
	cr_expect_eq(device.last.bits, 8);
	cr_expect_str_eq(files.calls, "open(/dev/spidev1.0,02) ioctl(3,40046b05) ioctl(3,80046b05) "
			 "ioctl(3,40016b03) ioctl(3,80016b03) ioctl(3,40046b04) ioctl(3,80046b04) "
			 "fstat(1) ioctl(3,40206b00) close(3) ", "%s", files.calls);
}

Test(spidev, what_is_sent_unless_told)
{
	cr_expect_eq(run(DEVICE "-v"), 0);
	said(HEAD
	     "TX | FF FF FF FF FF FF 40 00 00 00 00 95 FF FF FF FF FF FF FF FF FF FF FF FF FF FF "
	     "FF FF FF FF F0 0D  |......@.........................|\n"
	     "RX | FF FF FF FF FF FF 40 00 00 00 00 95 FF FF FF FF FF FF FF FF FF FF FF FF FF FF "
	     "FF FF FF FF F0 0D  |......@.........................|\n");
}

Test(spidev, files)
{
	cr_expect_eq(run(DEVICE "-i data -o received"), 0);
	said(HEAD);
	cr_expect_eq(memcmp(device.sent, "from a file", 11), 0);
	cr_expect_eq(memcmp(files.written, "from a file", 11), 0);
	cr_expect_eq(files.was_written, 11);
}

/* The bytes are those of random() without a seed, and so the first one is 67h. */
Test(spidev, random_bytes)
{
	cr_expect_eq(run(DEVICE "-S 100 -I 3 -l"), 0);
	said("spi mode: 0x20\nbits per word: 8\nmax speed: 500000 Hz (500 kHz)\n"
	     "total: tx 0.3KB, rx 0.3KB\n");
	srandom(1);
	for (int i = 0; i < 200; i++)
		random();
	for (int i = 0; i < 100; i++)
		cr_expect_eq((uint8_t)device.sent[i], (uint8_t)random());
}

Test(spidev, a_loop_that_is_none)
{
	device.invert = true;
	cr_expect_eq(run(DEVICE "-S 1 -I 1 -l"), 1);
	cr_expect(strstr(files.said, "transfer error !\n"));
}

Test(spidev, several_lines)
{
	cr_expect_eq(run(DEVICE "-4"), 0);
	cr_expect_eq(device.last.tx_nbits, 4);
	cr_expect_eq(device.last.rx, 0);
	cr_expect_eq(run(DEVICE "-2 -l"), 0);
	cr_expect_eq(device.last.tx_nbits, 2);
	cr_expect_eq(device.last.rx_nbits, 2);
	cr_expect_neq(device.last.rx, 0);
}

Test(spidev, modes_the_driver_has_not)
{
	device.refused_modes = 0x10;
	cr_expect_eq(run(DEVICE "-3"), 0);
	said("WARNING device does not support requested mode 0x10\n" HEAD);
}

/* abort(): what is in the buffer is lost. */
Test(spidev, failures)
{
	run("spidev_test");
	said("can't open device: No such file or directory\n");
	cr_expect_eq(files.signal, SIGABRT);
	device.fail = 0x40206b00;
	device.err = -ETIMEDOUT;
	run(DEVICE);
	said("can't send spi message: Connection timed out\n");
	cr_expect_eq(files.signal, SIGABRT);
	device.fail = 0x40016b03;
	device.err = -EINVAL;
	run(DEVICE "-b 99");
	said("can't set bits per word: Invalid argument\n");
}

Test(spidev, bad_words)
{
	cr_expect_str_eq(refused_task("spidev_test -p '\\x1'"),
			 "spidev_test: malformed input string; \\x needs two hexadecimal digits");
	cr_expect_str_eq(refused_task("spidev_test -s 1M"),
			 "spidev_test: '1M' is no number up to 4294967295");
	cr_expect_str_eq(refused_task("spidev_test -b 256"),
			 "spidev_test: '256' is no number up to 255");
	cr_expect_str_eq(refused_task("spidev_test -p x -i y"),
			 "spidev_test: only one of -p and --input may be selected");
	cr_expect_str_eq(refused_task("spidev_test --devise x"), "spidev_test: unrecognized option "
			 "'--devise'; did you mean '--device'?");
}
