// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Commands that change a flash: erase, write, read back, compare, as typed on a board. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "flash_fill.h"
#include "place.h"
#include "program.h"
#include "report.h"

#define SECTOR (256u << 10)
#define FILL "devices:\n  flash0: {fill: prng}\ntasks:\n"

/* Data sheet of the S25FL512S: a sector erase takes 520 ms as a rule. */
#define SECTOR_ERASE_PS 520000000000LL
#define MS 1000000000LL

TestSuite(flash_tasks, .init = place_enter, .fini = place_leave);

static json_t *run(const char *tasks, int code)
{
	const char *name = scenario("s.yaml", text(FILL "%s", tasks));
	struct said s = SPITWIN("run", name, "-o", "out", "--json");

	expect_code(&s, code);
	return report_of(s.out);
}

static void expect_output(const char *task, const char *expected)
{
	size_t len;
	char *got = read_file(text("out/tasks/%s.out", task), &len);

	same_bytes(got, len, expected, strlen(expected), task);
}

static void expect_start(const char *task, const char *start)
{
	const char *got = read_file(text("out/tasks/%s.out", task), NULL);

	cr_assert_eq(strncmp(got, start, strlen(start)), 0, "%s: %s", task, got);
}

/* What a task printed before its messages must be these bytes. */
static void expect_bytes(const char *task, const uint8_t *expected, size_t len)
{
	size_t all;
	char *got = read_file(text("out/tasks/%s.out", task), &all);

	cr_assert_geq(all, len);
	same_bytes(got, len, expected, len, task);
}

Test(flash_tasks, erase_changes_its_block_alone)
{
	static uint8_t expected[SECTOR + 8192];
	json_t *r = run("  - {run: flash_erase /dev/mtd0 0x40000 1}\n"
			"  - {run: dd if=/dev/mtd0 bs=4096 skip=63 count=66, at: 1 s}\n",
			0);
	int64_t took = report_int(r, "tasks.0.duration_ps");

	expect_output("flash_erase", "\rErasing 256 Kibyte @ 40000 --  0 % complete "
				     "\rErasing 256 Kibyte @ 40000 -- 100 % complete \n");
	for (uint32_t i = 0; i < sizeof(expected); i++) {
		uint32_t address = SECTOR - 4096 + i;
		bool erased = address >= SECTOR && address < 2 * SECTOR;

		expected[i] = erased ? 0xff : tw_fill_byte(TW_FILL_PRNG, address);
	}
	expect_bytes("dd", expected, sizeof(expected));
	cr_assert(took > SECTOR_ERASE_PS && took < SECTOR_ERASE_PS + 10 * MS, "%ld ps", (long)took);
}

/* The kernel's generator is a function of scenario and seed; the flash holds what it gave. */
Test(flash_tasks, erase_write_read_back_compare)
{
	static uint8_t data[81920];
	size_t len;
	char *file;

	run("  - {run: dd if=/dev/urandom of=/tmp/data bs=4096 count=20}\n"
	    "  - {run: flash_erase -q /dev/mtd0 0 1, at: 100 ms}\n"
	    "  - {run: dd if=/tmp/data of=/dev/mtd0 bs=4096, at: 1 s, name: write}\n"
	    "  - {run: dd if=/tmp/data bs=4096, at: 2 s, name: file}\n"
	    "  - {run: dd if=/dev/mtd0 bs=4096 count=20, at: 3 s, name: flash}\n"
	    "  - {run: cmp -n 80K /tmp/data /dev/mtd0, at: 4 s}\n",
	    0);
	file = read_file("out/tasks/file.out", &len);
	cr_assert_geq(len, sizeof(data));
	memcpy(data, file, sizeof(data));
	expect_bytes("flash", data, sizeof(data));
	expect_output("cmp", "");
	expect_output("flash_erase", "");
	expect_start("write", "20+0 records in\n20+0 records out\n"
			      "81920 bytes (82 kB, 80 KiB) copied, ");
}

/* Without an erase a write clears bits only. */
Test(flash_tasks, writing_over_what_is_there)
{
	uint8_t expected[512];

	run("  - {run: dd if=/dev/mtd0 of=/tmp/data bs=512 skip=8 count=1}\n"
	    "  - {run: dd if=/tmp/data of=/dev/mtd0 bs=512, at: 10 ms, name: write}\n"
	    "  - {run: dd if=/dev/mtd0 bs=512 count=1, at: 100 ms, name: read}\n",
	    0);
	for (uint32_t i = 0; i < sizeof(expected); i++)
		expected[i] = tw_fill_byte(TW_FILL_PRNG, i) & tw_fill_byte(TW_FILL_PRNG, 4096 + i);
	expect_bytes("read", expected, sizeof(expected));
}

/* Three bytes from 510 on lie in two pages of 512 bytes. */
Test(flash_tasks, a_few_bytes_across_a_page)
{
	uint8_t expected[1024];

	run("  - {run: dd if=/dev/zero of=/dev/mtd0 bs=3 count=1 oseek=510B}\n"
	    "  - {run: dd if=/dev/mtd0 bs=1024 count=1, at: 100 ms, name: read}\n",
	    0);
	for (uint32_t i = 0; i < sizeof(expected); i++)
		expected[i] = i >= 510 && i < 513 ? 0 : tw_fill_byte(TW_FILL_PRNG, i);
	expect_bytes("read", expected, sizeof(expected));
}

Test(flash_tasks, writing_past_the_end)
{
	run("  - {run: dd if=/dev/zero of=/dev/mtd0 bs=4096 seek=16383 count=2}\n", 1);
	expect_start("dd", "dd: error writing '/dev/mtd0': No space left on device\n"
			   "2+0 records in\n1+0 records out\n"
			   "4096 bytes (4.1 kB, 4.0 KiB) copied, ");
}

/* mtdchar has no fsync, and dd says so; the data is there all the same. */
Test(flash_tasks, fsync_of_a_character_device)
{
	run("  - {run: dd if=/dev/zero of=/dev/mtd0 bs=512 count=1 conv=fsync}\n", 1);
	expect_start("dd", "dd: fsync failed for '/dev/mtd0': Invalid argument\n"
			   "1+0 records in\n1+0 records out\n");
}

Test(flash_tasks, mtd_debug)
{
	uint8_t expected[100];

	run("  - {run: mtd_debug info /dev/mtd0, name: info}\n"
	    "  - {run: mtd_debug read /dev/mtd0 0x1234 100 /tmp/x, at: 10 ms, name: read}\n"
	    "  - {run: cat /tmp/x, at: 20 ms}\n"
	    "  - {run: mtd_debug erase /dev/mtd0 0 0x40000, at: 30 ms, name: erase}\n"
	    "  - {run: mtd_debug write /dev/mtd0 7 100 /tmp/x, at: 1 s, name: write}\n"
	    "  - {run: cmp -n 100 -i 0:7 /tmp/x /dev/mtd0, at: 2 s}\n",
	    0);
	expect_output("info", "mtd.type = MTD_NORFLASH\nmtd.flags = MTD_CAP_NORFLASH\n"
			      "mtd.size = 67108864 (64M)\nmtd.erasesize = 262144 (256K)\n"
			      "mtd.writesize = 1 \nmtd.oobsize = 0 \nregions = 0\n\n");
	expect_output("read", "Copied 100 bytes from address 0x00001234 in flash to /tmp/x\n");
	expect_output("erase", "Erased 262144 bytes from address 0x00000000 in flash\n");
	expect_output("write", "Copied 100 bytes from /tmp/x to address 0x00000007 in flash\n");
	for (uint32_t i = 0; i < sizeof(expected); i++)
		expected[i] = tw_fill_byte(TW_FILL_PRNG, 0x1234 + i);
	expect_bytes("cat", expected, sizeof(expected));
	expect_output("cmp", "");
}

Test(flash_tasks, other_commands)
{
	json_t *r = run("  - {run: cat /proc/mtd}\n"
			"  - {run: sleep 0.25}\n"
			"  - {run: hexdump -C -n 20 /dev/mtd0, at: 10 ms}\n"
			"  - {run: sync, at: 20 ms}\n",
			0);
	int64_t slept = report_int(r, "tasks.1.duration_ps");
	const char *line = read_file("out/tasks/hexdump.out", NULL);
	char expected[16];

	expect_output("cat", "dev:    size   erasesize  name\n"
			     "mtd0: 04000000 00040000 \"spi1.0\"\n");
	expect_output("sync", "");
	cr_assert(slept >= 250 * MS && slept < 251 * MS, "%ld ps", (long)slept);
	snprintf(expected, sizeof(expected), "00000000  %02x %02x", tw_fill_prng(0),
		 tw_fill_prng(1));
	cr_assert_eq(strncmp(line, expected, 15), 0, "%s", line);
	cr_assert(strstr(line, "\n00000014\n"), "%s", line);
}

Test(flash_tasks, cmp_finds_a_difference)
{
	run("  - {run: dd if=/dev/zero of=/tmp/x bs=1k count=3}\n"
	    "  - {run: dd if=/dev/mtd0 of=/tmp/x bs=1 count=1 skip=1 seek=1500 conv=notrunc, "
	    "at: 1 s, name: one}\n"
	    "  - {run: cmp /tmp/x /dev/zero, at: 2 s}\n",
	    1);
	expect_output("cmp", "/tmp/x /dev/zero differ: char 1501, line 1\n");
}
