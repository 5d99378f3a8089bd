// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * flash_erase: calls and output next to strace of mtd-utils 2.1.5 on a board's sysfs files, with
 * ioctl() answered for it.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "fake_files.h"
#include "run_task.h"

#define SYS "/sys/class/mtd/mtd0"

/* Four blocks of 256 KiB; ioctl numbers are those of uapi/mtd/mtd-abi.h. */
static const struct fake_file nor[] = {
	{ .path = "/dev/mtd0", .kind = FAKE_CHAR, .rdev = 90 << 8 },
	{ .path = "/dev/null", .kind = FAKE_CHAR, .rdev = 1 << 8 | 3 },
	{ .path = "/dev/mtdblock0", .kind = FAKE_BLOCK, .rdev = 31 << 8 },
	{ .path = "/sys/class/mtd", .kind = FAKE_DIRECTORY, .data = ".\0..\0mtd0ro\0mtd0\0\0" },
	{ .path = SYS, .kind = FAKE_DIRECTORY },
	{ .path = SYS "/dev", .data = "90:0\n" }, { .path = SYS "/name", .data = "spi1.0\n" },
	{ .path = SYS "/type", .data = "nor\n" }, { .path = SYS "/erasesize", .data = "262144\n" },
	{ .path = SYS "/size", .data = "1048576\n" }, { .path = SYS "/writesize", .data = "1\n" },
	{ .path = SYS "/subpagesize", .data = "1\n" }, { .path = SYS "/oobsize", .data = "0\n" },
	{ .path = SYS "/oobavail", .data = "0\n" },
	{ .path = SYS "/numeraseregions", .data = "0\n" },
	{ .path = SYS "/flags", .data = "0xc00\n" }, { 0 },
};

static struct {
	unsigned long fail;	/* request that fails, */
	long err;		/* so, */
	uint64_t from;		/* from that address on */
	char done[1024];	/* "erase(start,length) ..." */
} chip;

static long chip_ioctl(unsigned long request, void *arg)
{
	uint64_t start = 0, len = 0;
	const char *name = "?";
	size_t used = strlen(chip.done);

	if (request == 0x40104d14) {
		name = "erase";
		start = ((uint64_t *)arg)[0];
		len = ((uint64_t *)arg)[1];
	} else if (request == 0x40084d06) {
		name = "unlock";
		start = ((uint32_t *)arg)[0];
		len = ((uint32_t *)arg)[1];
	}
	if (request == chip.fail && start >= chip.from)
		return chip.err;
	snprintf(chip.done + used, sizeof(chip.done) - used, "%s(%lx,%lx) ", name, start, len);
	return 0;
}

static int run(const char *line)
{
	files_plan(nor, chip_ioctl);
	chip.done[0] = '\0';
	return run_task(line, &files_api);
}

static void said(const char *text)
{
	cr_expect_str_eq(files.said, text, "\n said: %s", files.said);
}

static void fails(unsigned long request, long err, uint64_t from)
{
	chip.fail = request;
	chip.err = err;
	chip.from = from;
}

Test(flash_erase, one_block)
{
	cr_expect_eq(run("flash_erase /dev/mtd0 0 1"), 0);
	said("\rErasing 256 Kibyte @ 0 --  0 % complete "
	     "\rErasing 256 Kibyte @ 0 -- 100 % complete \n");
	cr_expect_str_eq(chip.done, "erase(0,40000) ");
	cr_expect_eq(files.writes[1], 3);
}

/* O_CLOEXEC is 02000000, O_DIRECTORY 0200000, O_NONBLOCK 04000. */
Test(flash_erase, looks_up_the_device_as_libmtd_does)
{
	run("flash_erase -q /dev/mtd0 0x40000 1");
	cr_expect_str_eq(files.calls,
		"open(/sys/class/mtd,02204000) fstat(3) getdents(3) close(3) "
		"open(" SYS "/name,02000000) close(3) "
		"open(/dev/mtd0,02) stat(/dev/mtd0) "
		"open(/sys/class/mtd,02204000) fstat(4) getdents(4) getdents(4) close(4) "
		"open(" SYS "/dev,02000000) read(4,50) read(4,1) close(4) "
		"stat(" SYS ") open(" SYS "/dev,02000000) read(4,50) read(4,1) close(4) "
		"open(" SYS "/name,02000000) read(4,128) read(4,1) close(4) "
		"open(" SYS "/type,02000000) read(4,65) read(4,1) close(4) "
		"open(" SYS "/erasesize,02000000) read(4,50) close(4) "
		"open(" SYS "/size,02000000) read(4,50) close(4) "
		"open(" SYS "/writesize,02000000) read(4,50) close(4) "
		"open(" SYS "/subpagesize,02000000) read(4,50) close(4) "
		"open(" SYS "/oobsize,02000000) read(4,50) close(4) "
		"open(" SYS "/oobavail,02000000) read(4,50) close(4) "
		"open(" SYS "/numeraseregions,02000000) read(4,50) close(4) "
		"open(" SYS "/flags,02000000) read(4,50) close(4) "
		"ioctl(3,40104d14) ", "\n calls: %s", files.calls);
	said("");
	cr_expect_str_eq(chip.done, "erase(40000,40000) ");
}

/* The start is rounded down to a block. */
Test(flash_erase, several_blocks_and_percents)
{
	cr_expect_eq(run("flash_erase /dev/mtd0 300000 3"), 0);
	said("\rErasing 256 Kibyte @ 40000 --  0 % complete "
	     "\rErasing 256 Kibyte @ 80000 -- 33 % complete "
	     "\rErasing 256 Kibyte @ c0000 -- 66 % complete "
	     "\rErasing 256 Kibyte @ c0000 -- 100 % complete \n");
	cr_expect_str_eq(chip.done, "erase(40000,40000) erase(80000,40000) erase(c0000,40000) ");
}

Test(flash_erase, the_whole_device_by_one_call)
{
	cr_expect_eq(run("flash_erase /dev/mtd0 0 0"), 0);
	said("\rErasing 1024 Kibyte @ 0 --  0 % complete "
	     "\rErasing 1024 Kibyte @ 0 -- 100 % complete \n");
	cr_expect_str_eq(chip.done, "erase(0,100000) ");
	run("flash_erase -N -q /dev/mtd0 0 4");
	cr_expect_str_eq(chip.done, "erase(0,100000) ");
}

static const char chip_failed[] =
	"libmtd: error!: MEMERASE64 ioctl failed for eraseblock 0 (mtd0)\n"
	"        error 5 (Input/output error)\n"
	"flash_erase: error!: /dev/mtd0: MTD Erase entire chip failure"
	"Trying one by one each sector.\n"
	"             error 5 (Input/output error)\n"
	"libmtd: error!: MEMERASE64 ioctl failed for eraseblock 0 (mtd0)\n";

Test(flash_erase, a_chip_erase_that_fails_is_tried_block_by_block)
{
	fails(0x40104d14, -EIO, 0);
	cr_expect_eq(run("flash_erase -q --unlock /dev/mtd0 0 0"), 0);
	cr_expect_eq(strncmp(files.said, chip_failed, sizeof(chip_failed) - 1), 0, "%s",
		     files.said);
	cr_expect_str_eq(chip.done, "unlock(0,100000) unlock(0,40000) unlock(40000,40000) "
			 "unlock(80000,40000) unlock(c0000,40000) ");
}

/* The real tool goes on, and its exit status does not tell. */
Test(flash_erase, a_block_that_fails)
{
	fails(0x40104d14, -EIO, 0x80000);
	cr_expect_eq(run("flash_erase /dev/mtd0 0x40000 2"), 0);
	said("\rErasing 256 Kibyte @ 40000 --  0 % complete "
	     "\rErasing 256 Kibyte @ 80000 -- 50 % complete "
	     "libmtd: error!: MEMERASE64 ioctl failed for eraseblock 2 (mtd0)\n"
	     "        error 5 (Input/output error)\n"
	     "flash_erase: error!: /dev/mtd0: MTD Erase failure\n"
	     "             error 5 (Input/output error)\n"
	     "\rErasing 256 Kibyte @ 80000 -- 100 % complete \n");
	cr_expect_str_eq(chip.done, "erase(40000,40000) ");
}

Test(flash_erase, a_flash_without_locks)
{
	fails(0x40084d06, -EOPNOTSUPP, 0);
	cr_expect_eq(run("flash_erase -uq /dev/mtd0 0 1"), 0);
	said("libmtd: error!: MEMUNLOCK ioctl failed for eraseblock 0 (mtd0)\n"
	     "        error 95 (Operation not supported)\n"
	     "flash_erase: error!: /dev/mtd0: MTD unlock failure\n"
	     "             error 95 (Operation not supported)\n");
	cr_expect_str_eq(chip.done, "");
}

Test(flash_erase, more_blocks_than_there_are)
{
	cr_expect_eq(run("flash_erase -q /dev/mtd0 0xc0000 2"), 255);
	said("libmtd: error!: bad eraseblock number 4, mtd0 has 4 eraseblocks\n"
	     "flash_erase: error!: /dev/mtd0: MTD get bad block failed\n"
	     "             error 22 (Invalid argument)\n");
	cr_expect_str_eq(chip.done, "erase(c0000,40000) ");
	cr_expect_eq(run("flash_erase -qN /dev/mtd0 0xc0000 2"), 0);
	said("libmtd: error!: bad eraseblock number 4, mtd0 has 4 eraseblocks\n"
	     "flash_erase: error!: /dev/mtd0: MTD Erase failure\n"
	     "             error 22 (Invalid argument)\n");
}

/* No block is left from there to the end: the real tool divides by zero. */
Test(flash_erase, to_the_end_from_the_end)
{
	run("flash_erase /dev/mtd0 0x100000 0");
	cr_expect_eq(files.signal, SIGFPE);
}

Test(flash_erase, cleanmarkers)
{
	cr_expect_eq(run("flash_erase -j /dev/mtd0 0 2"), 0);
	said("\rErasing 256 Kibyte @ 0 --  0 % complete flash_erase: 0 : Cleanmarker Updated.\n"
	     "\rErasing 256 Kibyte @ 40000 -- 50 % complete "
	     "flash_erase: 40000 : Cleanmarker Updated.\n"
	     "\rErasing 256 Kibyte @ 40000 -- 100 % complete \n");
	cr_expect_eq(files.was_written, 24);
	cr_expect_eq(memcmp(files.written, "\x85\x19\x03\x20\x0c\0\0\0\xb1\xb0\x1e\xe4", 12), 0);
	cr_expect(strstr(files.calls, "pwrite(3,12,0) "));
	cr_expect(strstr(files.calls, "pwrite(3,12,262144) "));
}

Test(flash_erase, devices_that_are_none)
{
	cr_expect_eq(run("flash_erase /dev/mtd9 0 1"), 255);
	said("flash_erase: error!: /dev/mtd9\n             error 2 (No such file or directory)\n");
	cr_expect_eq(run("flash_erase /dev/mtdblock0 0 1"), 255);
	said("libmtd: error!: \"/dev/mtdblock0\" is not a character device\n"
	     "flash_erase: error!: mtd_get_dev_info failed\n");
	cr_expect_eq(run("flash_erase /dev/null 0 1"), 255);
	said("flash_erase: error!: mtd_get_dev_info failed\n");
}

Test(flash_erase, a_kernel_without_mtd)
{
	static const struct fake_file none[] = { { .path = "/dev/null" }, { 0 } };

	files_plan(none, NULL);
	cr_expect_eq(run_task("flash_erase /dev/mtd0 0 1", &files_api), 255);
	said("flash_erase: error!: can't initialize libmtd\n");
	cr_expect_str_eq(files.calls, "open(/sys/class/mtd,02204000) access(/proc/mtd) ");
}

#define USAGE "; usage: flash_erase [OPTION]... DEVICE START COUNT"

static const struct {
	const char *line, *err;
} bad[] = {
	{ "flash_erase", "flash_erase: too few operands" USAGE },
	{ "flash_erase /dev/mtd0 0", "flash_erase: too few operands" USAGE },
	{ "flash_erase /dev/mtd0 0 1 2", "flash_erase: extra operand '2'" USAGE },
	{ "flash_erase /dev/mtd0 zero 1", "flash_erase: unable to parse the number 'zero'" },
	{ "flash_erase /dev/mtd0 0 1k", "flash_erase: unable to parse the number '1k'" },
	{ "flash_erase /dev/mtd0 0 ''", "flash_erase: unable to parse the number ''" },
	{ "flash_erase -x /dev/mtd0 0 1",
	  "flash_erase: invalid option '-x'; run 'flash_erase --help' to see what there is" },
	{ "flash_erase --quite /dev/mtd0 0 1",
	  "flash_erase: unrecognized option '--quite'; did you mean '--quiet'?" },
	{ "flash_erase --quiet=1 /dev/mtd0 0 1", "flash_erase: option '--quiet' takes no value" },
};

Test(flash_erase, bad_words)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *err = refused_task(bad[i].line);

		cr_expect_str_eq(err, bad[i].err, "%s: %s", bad[i].line, err);
	}
}

Test(flash_erase, help_and_version)
{
	cr_expect_eq(run("flash_erase --version"), 0);
	said("flash_erase (mtd-utils) 2.1.5\n");
	cr_expect_eq(run("flash_erase -qh"), 0);
	cr_expect(strstr(files.said, "Usage: flash_erase [OPTION]... DEVICE START COUNT\n"));
	cr_expect(strstr(files.said, "  -q, --quiet                  no progress\n"));
	cr_expect_str_eq(files.calls, "");
}
