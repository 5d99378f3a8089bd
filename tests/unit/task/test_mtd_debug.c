// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* mtd_debug: calls and output next to strace and source of mtd-utils 2.1.5. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "fake_files.h"
#include "run_task.h"

static const struct fake_file list[] = {
	{ .path = "/dev/mtd0", .kind = FAKE_CHAR, .data = "0123456789" },
	{ .path = "source", .data = "abcdefgh" }, { 0 },
};

static long answer;
static uint32_t erased[2];

/* struct mtd_info_user: type at 0, flags, size, erase size, write size, spare size from 4. */
static long chip_ioctl(unsigned long request, void *arg)
{
	static const uint32_t info[8] = { 3, 0xc00, 64 << 20, 256 << 10, 1, 0 };

	if (answer)
		return answer;
	if (request == 0x80204d01)
		memcpy(arg, info, sizeof(info));
	else if (request == 0x80044d07)
		*(uint32_t *)arg = 0;
	else if (request == 0x40084d02)
		memcpy(erased, arg, sizeof(erased));
	else
		return -ENOTTY;
	return 0;
}

static int run(const char *line)
{
	files_plan(list, chip_ioctl);
	return run_task(line, &files_api);
}

static void said(const char *text)
{
	cr_expect_str_eq(files.said, text, "\n said: %s", files.said);
}

Test(mtd_debug, info)
{
	cr_expect_eq(run("mtd_debug info /dev/mtd0"), 0);
	said("mtd.type = MTD_NORFLASH\nmtd.flags = MTD_CAP_NORFLASH\n"
	     "mtd.size = 67108864 (64M)\nmtd.erasesize = 262144 (256K)\n"
	     "mtd.writesize = 1 \nmtd.oobsize = 0 \nregions = 0\n\n");
	answer = -ENOTTY;
	cr_expect_eq(run("mtd_debug info /dev/mtd0"), 0);
	said("MEMGETINFO: Inappropriate ioctl for device\n");
}

/* O_SYNC is 04010000. */
Test(mtd_debug, reads_into_a_file)
{
	cr_expect_eq(run("mtd_debug read /dev/mtd0 0x2 5 dest"), 0);
	said("Copied 5 bytes from address 0x00000002 in flash to dest\n");
	cr_expect_str_eq(files.calls, "open(/dev/mtd0,04010000) seek(3,2) open(dest,01101) "
			 "read(3,5) write(4,5) close(4) fstat(1) close(3) ", "%s", files.calls);
	cr_expect_eq(memcmp(files.written, "23456", 5), 0);
	cr_expect_eq(run("mtd_debug read /dev/mtd0 8 5 dest"), 1);
	said("flash_to_file: short read, requested 0x5, read 0x2\n"
	     "Couldn't copy entire buffer to dest. (2/5 bytes copied)\n");
}

Test(mtd_debug, writes_from_a_file)
{
	cr_expect_eq(run("mtd_debug write /dev/mtd0 16 8 source"), 0);
	said("Copied 8 bytes from source to address 0x00000010 in flash\n");
	cr_expect_eq(memcmp(files.written, "abcdefgh", 8), 0);
	cr_expect_eq(run("mtd_debug write /dev/mtd0 16 9 source"), 1);
	said("file_to_flash: fread, size 0x9, n 0x9\nfread(): Success\n");
	cr_expect_eq(run("mtd_debug write /dev/mtd0 0 1 none"), 1);
	said("fopen(): No such file or directory\n");
}

Test(mtd_debug, erases)
{
	cr_expect_eq(run("mtd_debug erase /dev/mtd0 0x40000 0x80000"), 0);
	said("Erased 524288 bytes from address 0x00040000 in flash\n");
	cr_expect_eq(erased[0], 0x40000);
	cr_expect_eq(erased[1], 0x80000);
	answer = -EINVAL;
	cr_expect_eq(run("mtd_debug erase /dev/mtd0 1 1"), 1);
	said("MEMERASE: Invalid argument\n");
}

Test(mtd_debug, a_device_that_is_missing)
{
	cr_expect_eq(run("mtd_debug info /dev/mtd7"), 255);
	said("mtd_debug: error!: open()\n");
}

Test(mtd_debug, bad_words)
{
	cr_expect_str_eq(refused_task("mtd_debug inof /dev/mtd0"), "mtd_debug: 'inof' is not "
			 "available; known are info, read, write, erase");
	cr_expect_eq(strncmp(refused_task("mtd_debug read /dev/mtd0 0 1"),
			     "mtd_debug: read takes 4 operands; usage: mtd_debug info DEVICE", 61),
		     0);
	cr_expect_str_eq(refused_task("mtd_debug erase /dev/mtd0 x 1"),
			 "mtd_debug: 'x' is no number up to 4294967295");
}
