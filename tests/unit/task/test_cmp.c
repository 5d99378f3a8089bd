// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* cmp: calls, output and exit status next to strace and output of GNU diffutils 3.8. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fake_files.h"
#include "run_task.h"

static char big[2][10000];

static struct fake_file list[] = {
	{ .path = "a", .data = "one\ntwo\nthree\n" }, { .path = "b", .data = "one\ntwO\nthree\n" },
	{ .path = "short", .data = "one\ntwo" }, { .path = "line", .data = "one\n" },
	{ .path = "empty", .data = "" }, { .path = "same", .data = "one\ntwo\nthree\n" },
	{ .path = "x", .data = big[0], .len = sizeof(big[0]) },
	{ .path = "y", .data = big[1], .len = sizeof(big[1]) },
	{ .path = "bytes", .data = "o\001e\n\177\351o\nthree\n" },
	{ .path = "bad", .data = "x", .read_error = -EIO },
	{ .path = "tty", .kind = FAKE_CHAR, .data = "one\ntwo\nthree\n" },
	{ .path = "/dev/null", .kind = FAKE_CHAR, .rdev = 1 << 8 | 3 }, { 0 },
};

static int run(const char *line)
{
	files_plan(list, NULL);
	return run_task(line, &files_api);
}

static const struct {
	const char *line;
	int status;
	const char *said;
} cases[] = {
	{ "cmp a same", 0, "" },
	{ "cmp a b", 1, "a b differ: char 7, line 2\n" },
	{ "cmp -b a b", 1, "a b differ: byte 7, line 2 is 157 o 117 O\n" },
	{ "cmp -s a b", 1, "" },
	{ "cmp -l a b", 1, " 7 157 117\n" },
	{ "cmp -lb a bytes", 1, " 2 156 n      1 ^A\n 5 164 t    177 ^?\n 6 167 w    351 M-i\n" },
	{ "cmp -l tty bytes", 1, " 2 156   1\n 5 164 177\n 6 167 351\n" },
	{ "cmp -n 6 a b", 0, "" },
	{ "cmp -n 7 a b", 1, "a b differ: char 7, line 2\n" },
	{ "cmp -n 7 -n 6 a b", 0, "" },
	{ "cmp --bytes=0x6 a b", 0, "" },
	{ "cmp -i 7 a b", 0, "" },
	{ "cmp -i 4:0 a b", 1, "a b differ: char 1, line 1\n" },
	{ "cmp a b 7 7", 0, "" },
	{ "cmp a short", 1, "cmp: EOF on short after byte 7, in line 2\n" },
	{ "cmp a line", 1, "cmp: EOF on line after byte 4, line 1\n" },
	{ "cmp a empty", 1, "cmp: EOF on empty which is empty\n" },
	{ "cmp -l short a", 1, "cmp: EOF on short after byte 7\n" },
	{ "cmp -s a short", 1, "" },
	{ "cmp a a", 0, "" },
	{ "cmp a none", 2, "cmp: none: No such file or directory\n" },
	{ "cmp -s a none", 2, "" },
	{ "cmp a bad", 2, "cmp: bad: Input/output error\n" },
	{ "cmp a", 1, "cmp: EOF on - which is empty\n" },
	{ "cmp x y", 1, "x y differ: char 9001, line 1\n" },
	{ "cmp -n 9000 x y", 0, "" },
	{ "cmp -l -i 5000 x y", 1, "4001   0   1\n" },
};

Test(cmp, results)
{
	big[1][9000] = 1;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int status = run(cases[i].line);

		cr_expect_eq(status, cases[i].status, "%s: %d", cases[i].line, status);
		cr_expect_str_eq(files.said, cases[i].said, "%s said '%s'", cases[i].line,
				 files.said);
	}
}

Test(cmp, calls_as_strace_shows)
{
	run("cmp a b");
	cr_expect_str_eq(files.calls, "open(a,00) fstat(3) open(b,00) fstat(4) fstat(1) "
			 "stat(/dev/null) read(3,4096) read(3,4082) read(4,4096) read(4,4082) "
			 "fstat(1) close(3) close(4) ", "\n calls: %s", files.calls);
	run("cmp -s a short");
	cr_expect_str_eq(files.calls, "open(a,00) fstat(3) open(short,00) fstat(4) seek(3,0) "
			 "seek(4,0) ", "\n calls: %s", files.calls);
	run("cmp -n 6 a b");
	cr_expect_str_eq(files.calls, "open(a,00) fstat(3) open(b,00) fstat(4) fstat(1) "
			 "stat(/dev/null) read(3,6) read(4,6) close(3) close(4) ", "\n calls: %s",
			 files.calls);
}

/* Equal bytes are looked at twice, by memcmp() and for lines: 14 bytes at 2 ns each time. */
Test(cmp, time)
{
	run("cmp a same");
	cr_expect_eq(files.charged, 2 * 14 * 2000);
	run("cmp -s a same");
	cr_expect_eq(files.charged, 14 * 2000);
}

static const struct {
	const char *line, *err;
} bad[] = {
	{ "cmp", "cmp: too few operands; usage: cmp [OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]" },
	{ "cmp -l -s a b", "cmp: options -l and -s are incompatible" },
	{ "cmp -n x a b", "cmp: invalid --bytes value 'x'" },
	{ "cmp -i 1:x a b", "cmp: invalid --ignore-initial value 'x'" },
	{ "cmp a b 5q", "cmp: invalid --ignore-initial value '5q'" },
	{ "cmp -n", "cmp: option '-n' needs a value, LIMIT" },
	{ "cmp --bytes", "cmp: option '--bytes' needs a value, LIMIT" },
	{ "cmp a b 1 2 3", "cmp: extra operand '3'; usage: cmp [OPTION]... FILE1 [FILE2 [SKIP1 "
	  "[SKIP2]]]" },
};

Test(cmp, bad_words)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *err = refused_task(bad[i].line);

		cr_expect_str_eq(err, bad[i].err, "%s: %s", bad[i].line, err);
	}
}
