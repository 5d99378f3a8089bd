// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* cat, hexdump, sleep, sync: calls and output next to strace and output of Debian 12's. */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "fake_files.h"
#include "run_task.h"

static const char zeros[65] = "abc";
static char many[5000];

static const struct fake_file list[] = {
	{ .path = "a", .data = "first\n" }, { .path = "b", .data = "second\n" },
	{ .path = "empty", .data = "" }, { .path = "bad", .data = "x", .read_error = -EIO },
	{ .path = "zeros", .data = zeros, .len = 65 },
	{ .path = "many", .data = many, .len = sizeof(many) },
	{ .path = "text", .data = "0123456789abcdef\n~\177\n" },
	{ .path = "/dev/x", .kind = FAKE_CHAR, .data = "0123456789abcdef\n" }, { 0 },
};

static int run(const char *line)
{
	files_plan(list, NULL);
	return run_task(line, &files_api);
}

static void said(const char *text)
{
	cr_expect_str_eq(files.said, text, "\n said: %s", files.said);
}

static void called(const char *text)
{
	cr_expect_str_eq(files.calls, text, "\n calls: %s", files.calls);
}

Test(cat, two_files)
{
	cr_expect_eq(run("cat a b"), 0);
	said("first\nsecond\n");
	called("fstat(1) open(a,00) fstat(3) fadvise(3,2) read(3,131072) read(3,131072) close(3) "
	       "open(b,00) fstat(3) fadvise(3,2) read(3,131072) read(3,131072) close(3) ");
}

/* A file that is missing or fails does not keep the others from being printed. */
Test(cat, files_that_fail)
{
	cr_expect_eq(run("cat none bad a"), 1);
	said("cat: none: No such file or directory\ncat: bad: Input/output error\nfirst\n");
	cr_expect_eq(run("cat"), 0);
	said("");
}

#define DUMP "00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|\n"

static const struct {
	const char *line;
	int status;
	const char *said;
} dumps[] = {
	{ "hexdump -C text", 0, DUMP "00000010  0a 7e 7f 0a                                       "
	  "|.~..|\n00000014\n" },
	{ "hexdump -C zeros", 0,
	  "00000000  61 62 63 00 00 00 00 00  00 00 00 00 00 00 00 00  |abc.............|\n"
	  "00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n"
	  "*\n00000040  00                                                |.|\n00000041\n" },
	{ "hexdump -Cv -s 0x20 -n 20 zeros", 0,
	  "00000020  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n"
	  "00000030  00 00 00 00                                       |....|\n00000034\n" },
	{ "hexdump -C empty", 0, "" },
	{ "hexdump -C -n 0 text", 0, "" },
	{ "hexdump -C -n 16 text", 0, DUMP "00000010\n" },
	{ "hexdump -C -n 1K -s 19 text", 0, "00000013  0a                                         "
	  "       |.|\n00000014\n" },
	{ "hexdump -C -s 100 text", 0, "00000014\n" },
	{ "hexdump -C", 0, "" },
	{ "hexdump -C none", 1, "hexdump: none: No such file or directory\n"
	  "hexdump: all input file arguments failed\n" },
	{ "hexdump -C bad", 1, "hexdump: bad: Input/output error\n" },
};

Test(hexdump, canonical)
{
	for (size_t i = 0; i < sizeof(dumps) / sizeof(dumps[0]); i++) {
		cr_expect_eq(run(dumps[i].line), dumps[i].status, "%s", dumps[i].line);
		cr_expect_str_eq(files.said, dumps[i].said, "%s:\n%s", dumps[i].line, files.said);
	}
}

/* 5000 bytes of one value: read in blocks of 4096, one write; a line takes 16 * 1.5 us. */
Test(hexdump, calls_and_time)
{
	memset(many, 'm', sizeof(many));
	run("hexdump -C many");
	called("open(many,00) dup(3,0) close(3) fstat(0) read(0,4096) fstat(1) read(0,4096) "
	       "read(0,4096) ");
	cr_expect_eq(files.writes[1], 1);
	cr_expect_eq(files.charged, (16 + 8) * 1500000UL + 311 * 16 * 2000UL);
	run("hexdump -Cv many");
	cr_expect_eq(files.charged, 5000 * 1500000UL);
}

/* The C library writes whole buffers of 4096 bytes: 313 lines of 79 bytes or fewer, and the end. */
Test(hexdump, a_lot_of_output)
{
	run("hexdump -Cv many");
	cr_expect_eq(strlen(files.said), 312 * 79 + 71 + 9);
	cr_expect_eq(files.writes[1], (312 * 79 + 71 + 9 + 4095) / 4096);
}

static const struct {
	const char *line, *calls;
} sleeps[] = {
	{ "sleep 1", "sleep(0,1.000000000) " },
	{ "sleep 0.5", "sleep(0,0.500000000) " },
	{ "sleep .25", "sleep(0,0.250000000) " },
	{ "sleep 1. 2m", "sleep(0,121.000000000) " },
	{ "sleep 1h 1d", "sleep(0,90000.000000000) " },
	{ "sleep 0", "sleep(0,0.000000000) " },
	{ "sleep 0.0000000001", "sleep(0,0.000000001) " },
	{ "sleep 1.0000000011s", "sleep(0,1.000000002) " },
	{ "sleep 5000h", "sleep(0,18000000.000000000) " },
};

Test(sleep, times)
{
	for (size_t i = 0; i < sizeof(sleeps) / sizeof(sleeps[0]); i++) {
		cr_expect_eq(run(sleeps[i].line), 0);
		cr_expect_str_eq(files.calls, sleeps[i].calls, "%s: %s", sleeps[i].line,
				 files.calls);
	}
}

Test(sleep, bad_times)
{
	static const char *const bad[] = {
		"sleep", "sleep x", "sleep ''", "sleep .", "sleep 1x", "sleep 1.2.3", "sleep s",
		"sleep 5001h", "sleep 3000h 3000h", "sleep 1ms", "sleep -- -1",
		"sleep 9999999999999999999999999999",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_eq(strncmp(refused_task(bad[i]), "sleep: ", 7), 0, "%s", bad[i]);
}

Test(sync, all_file_systems)
{
	cr_expect_eq(run("sync"), 0);
	called("sync() ");
	cr_expect_str_eq(refused_task("sync -d"),
			 "sync: option '-d' is not available; only all file systems at once are "
			 "synced");
	cr_expect_str_eq(refused_task("sync x"),
			 "sync: extra operand 'x'; usage: sync [OPTION]...");
}

Test(small, what_is_not_simulated)
{
	cr_expect_str_eq(refused_task("cat -n a"),
			 "cat: option '-n' is not available; text is copied as it is");
	cr_expect_str_eq(refused_task("cat --numb a"), "cat: unrecognized option '--numb'; did you "
			 "mean '--number'?");
	cr_expect_str_eq(refused_task("hexdump a"), "hexdump: only -C is simulated; add -C");
	cr_expect_str_eq(refused_task("hexdump -x a"),
			 "hexdump: option '-x' is not available; only -C is simulated");
	cr_expect_str_eq(refused_task("hexdump -C -n x a"), "hexdump: failed to parse length: 'x'");
}
