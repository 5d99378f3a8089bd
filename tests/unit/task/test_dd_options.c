// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Operands of dd and its numbers; taken and refused is what GNU dd 9.1 takes and refuses. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "task/dd_options.h"

static const struct {
	const char *text;
	uint64_t value;
} numbers[] = {
	{ "0", 0 }, { "1", 1 }, { "512", 512 }, { "007", 7 }, { "1c", 1 }, { "3w", 6 },
	{ "2b", 1024 }, { "5B", 5 }, { "1kB", 1000 }, { "1KB", 1000 }, { "1k", 1024 },
	{ "1K", 1024 }, { "1KiB", 1024 }, { "1MB", 1000000 }, { "2M", 2097152 },
	{ "1MiB", 1048576 }, { "1GB", 1000000000 }, { "1G", 1073741824 },
	{ "1GiB", 1073741824 }, { "1TB", 1000000000000 }, { "1T", 1099511627776 },
	{ "1TiB", 1099511627776 }, { "2x3", 6 }, { "1kiB", 1024 },
	{ "1P", 1ULL << 50 }, { "5Bx2", 10 }, { "1kBx2", 2000 }, { "1EB", 1000000000000000000 },
	{ "1kx1", 1024 },
	{ "2bx3", 3072 }, { "1wx2", 4 }, { "2x1M", 2097152 }, { "2xM", 2097152 },
	{ "1xk", 1024 }, { "M", 1048576 }, { "w", 2 }, { "c", 1 }, { "KiB", 1024 },
	{ "0x10", 0 }, { "9223372036854775807", INT64_MAX }, { "8388607T", 8388607ULL << 40 },
};

static const char *const bad_numbers[] = {
	"", " ", "-1", "x", "x2", "2x", "2xx3", "1q", "2x3x4", "2x5B", "1kBx1kB", "2xB", "1x0x0",
	"8E", "1kib", "1mB", "1m", "1g", "1Kb", "B", "1 ",
	"1,5", "1.5", "1e3", "k1", "1kk", "99999999999999999999", "18446744073709551615",
	"9223372036854775808", "8388608T", "3037000500x3037000500", "18446744073709551616",
	"4294967296x4294967296",
};

Test(dd_number, good)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		uint64_t value = ~0ULL;

		cr_expect_eq(dd_number(numbers[i].text, &value), 0, "%s", numbers[i].text);
		cr_expect_eq(value, numbers[i].value, "%s is not %lu", numbers[i].text,
			     (unsigned long)value);
	}
}

Test(dd_number, bad)
{
	for (size_t i = 0; i < sizeof(bad_numbers) / sizeof(bad_numbers[0]); i++) {
		uint64_t value;

		cr_expect_eq(dd_number(bad_numbers[i], &value), -1, "'%s'", bad_numbers[i]);
	}
}

static int parse(const char *line, struct dd_options *o, int *word, char *err)
{
	struct task_argv argv;
	int ret;

	cr_assert_eq(task_argv_parse(&argv, line, err), 0, "%s", err);
	*o = (struct dd_options){ 0 };
	dd_table.defaults(o);
	ret = options_parse(&dd_table, &argv, o, word, err);
	task_argv_free(&argv);
	return ret;
}

static struct dd_options good(const char *line)
{
	struct dd_options o;
	char err[TASK_ERR] = "";
	int word;

	cr_assert_eq(parse(line, &o, &word, err), 0, "%s: %s", line, err);
	return o;
}

Test(dd_parse, defaults)
{
	struct dd_options o = good("dd");

	cr_expect_str_empty(o.in);
	cr_expect_str_empty(o.out);
	cr_expect_eq(o.ibs, 512);
	cr_expect_eq(o.obs, 512);
	cr_expect(o.two_buffers);
	cr_expect_eq(o.count, UINT64_MAX);
	cr_expect_eq(o.skip + o.seek + o.conv + o.count_rest + o.skip_rest + o.seek_rest, 0);
	cr_expect_eq(o.iflags | o.oflags, 0);
	cr_expect_eq(o.status, DD_STATUS_ALL);
}

Test(dd_parse, every_operand)
{
	struct dd_options o = good("dd if=/dev/mtd0 of=a=b bs=4k count=3 skip=2x5 seek=7 "
				   "iflag=direct,fullblock,nonblock oflag=sync,append "
				   "conv=notrunc,fsync,sync,noerror,nocreat,fdatasync status=none");

	cr_expect_str_eq(o.in, "/dev/mtd0");
	cr_expect_str_eq(o.out, "a=b");
	cr_expect_eq(o.ibs, 4096);
	cr_expect_eq(o.obs, 4096);
	cr_expect_not(o.two_buffers);
	cr_expect_eq(o.count, 3);
	cr_expect_eq(o.skip, 10);
	cr_expect_eq(o.seek, 7);
	cr_expect_eq(o.conv, DD_NOTRUNC | DD_FSYNC | DD_SYNC | DD_NOERROR | DD_NOCREAT |
		     DD_FDATASYNC);
	cr_expect_eq(o.iflags, 040000 | DD_FULLBLOCK | 04000);
	cr_expect_eq(o.oflags, 04010000 | 02000);
	cr_expect_eq(o.status, DD_STATUS_NONE);
}

/* bs= overrides the other two; synchronous reading is O_RSYNC, which is O_SYNC. */
Test(dd_parse, sizes_and_sync)
{
	struct dd_options o = good("dd ibs=3 obs=7 iflag=dsync");

	cr_expect_eq(o.ibs, 3);
	cr_expect_eq(o.obs, 7);
	cr_expect_eq(o.iflags, 04010000);
	o = good("dd ibs=3 bs=5 obs=7 status=progress");
	cr_expect_eq(o.ibs, 5);
	cr_expect_eq(o.obs, 5);
	cr_expect_eq(o.status, DD_STATUS_PROGRESS);
	o = good("dd obs=100 oseek=250B count=1030 iflag=count_bytes");
	cr_expect_eq(o.seek, 2);
	cr_expect_eq(o.seek_rest, 50);
	cr_expect_eq(o.count, 2);
	cr_expect_eq(o.count_rest, 6);
}

Test(dd_parse, help_and_version)
{
	cr_expect_eq(good("dd --help").head.show, OPTION_SHOW_HELP);
	cr_expect_eq(good("dd --vers").head.show, OPTION_SHOW_VERSION);
}

Test(dd_parse, the_last_one_counts_but_conversions_add_up)
{
	struct dd_options o = good("dd bs=1 bs=2 conv=sync conv=fsync status=none status=noxfer");

	cr_expect_eq(o.ibs, 2);
	cr_expect_eq(o.conv, DD_SYNC | DD_FSYNC);
	cr_expect_eq(o.status, DD_STATUS_NOXFER);
}

/* A number that ends in B counts bytes, whatever the order of the operands. */
Test(dd_parse, counts_of_bytes)
{
	struct dd_options o = good("dd count=1000B skip=1kB seek=1KiB bs=300");

	cr_expect_eq(o.count, 3);
	cr_expect_eq(o.count_rest, 100);
	cr_expect_eq(o.skip, 3);
	cr_expect_eq(o.skip_rest, 100);
	cr_expect_eq(o.seek, 3);
	cr_expect_eq(o.seek_rest, 124);
	o = good("dd count=1KiB");
	cr_expect_eq(o.count, 2);
	cr_expect_eq(o.count_rest, 0);
	o = good("dd count=1KiB count=5");
	cr_expect_eq(o.count, 5);
	cr_expect_eq(o.count_rest, 0);
	o = good("dd bs=1000 count=1kBx2");
	cr_expect_eq(o.count, 2);
}

#define HELP "; run 'dd --help' to see what there is"
#define CONVS "; known are excl, fdatasync, fsync, nocreat, noerror, notrunc, sync"

static const struct {
	const char *line;
	int word;
	const char *err;
} bad[] = {
	{ "dd fi=x", 1, "dd: unrecognized operand 'fi=x'; did you mean 'if='?" },
	{ "dd bz=1", 1, "dd: unrecognized operand 'bz=1'; did you mean 'bs='?" },
	{ "dd bs=1 x", 2, "dd: unrecognized operand 'x'" HELP },
	{ "dd ''", 1, "dd: unrecognized operand ''" HELP },
	{ "dd =x", 1, "dd: unrecognized operand '=x'" HELP },
	{ "dd q=x", 1, "dd: unrecognized operand 'q=x'" HELP },
	{ "dd ifx=x", 1, "dd: unrecognized operand 'ifx=x'; did you mean 'if='?" },
	{ "dd help=x", 1, "dd: unrecognized operand 'help=x'" HELP },
	{ "dd --if=x", 1, "dd: unrecognized option '--if=x'" HELP },
	{ "dd bs", 1, "dd: unrecognized operand 'bs'; did you mean 'bs='?" },
	{ "dd -x", 1, "dd: invalid option '-x'" HELP },
	{ "dd --hepl", 1, "dd: unrecognized option '--hepl'; did you mean '--help'?" },
	{ "dd if=a of=b bs=0", 3, "dd: invalid number: '0'; bs must be 1 to 64M" },
	{ "dd bs=65M", 1, "dd: invalid number: '65M'; bs must be 1 to 64M" },
	{ "dd ibs=0", 1, "dd: invalid number: '0'; ibs must be 1 to 64M" },
	{ "dd bs=", 1, "dd: invalid number: ''" },
	{ "dd count=1q", 1, "dd: invalid number: '1q'" },
	{ "dd skip=-1", 1, "dd: invalid number: '-1'" },
	{ "dd seek=99999999999999999999", 1, "dd: invalid number: '99999999999999999999'" },
	{ "dd if=", 1, "dd: file name is empty or longer than 255 bytes" },
	{ "dd conv=", 1, "dd: conversion '' is not available" CONVS },
	{ "dd conv=sync,", 1, "dd: conversion '' is not available" CONVS },
	{ "dd conv=ucase", 1, "dd: conversion 'ucase' is not available" CONVS },
	{ "dd conv=sync,syn", 1, "dd: conversion 'syn' is not available; did you mean 'sync'?" },
	{ "dd conv=excl,nocreat", 0, "dd: cannot combine excl and nocreat" },
	{ "dd cbs=3", 1, "dd: operand 'cbs=' is not available; there are no conversions of text" },
	{ "dd iflag=dirct", 1, "dd: input flag 'dirct' is not available; did you mean 'direct'?" },
	{ "dd oflag=fullblock", 1, "dd: invalid output flag: 'fullblock'; it is an input flag" },
	{ "dd status=all", 1, "dd: status level 'all' is not available; known are none, noxfer, "
	  "progress" },
	{ "dd status=", 1, "dd: status level '' is not available; known are none, noxfer, "
	  "progress" },
};

Test(dd_parse, bad_operands)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct dd_options o;
		char err[TASK_ERR] = "";
		int word = -1;

		cr_expect_eq(parse(bad[i].line, &o, &word, err), -1, "%s", bad[i].line);
		cr_expect_eq(word, bad[i].word, "%s: word %d", bad[i].line, word);
		cr_expect_str_eq(err, bad[i].err, "%s: %s", bad[i].line, err);
	}
}

Test(dd_parse, names_up_to_255_bytes)
{
	char line[300] = "dd of=", err[TASK_ERR];
	struct dd_options o;
	int word;

	memset(line + 6, 'n', 255);
	line[6 + 255] = '\0';
	cr_expect_eq(strlen(good(line).out), 255);
	strcat(line, "n");
	cr_expect_eq(parse(line, &o, &word, err), -1);
	cr_expect_str_eq(err, "dd: file name is empty or longer than 255 bytes");
}

/* Long words may not run over the end of the message. */
Test(dd_parse, long_bad_words)
{
	char line[5000] = "dd conv=", err[TASK_ERR];
	struct dd_options o;
	int word;

	memset(line + 8, 'y', 4000);
	cr_expect_eq(parse(line, &o, &word, err), -1);
	cr_expect_lt(strlen(err), TASK_ERR);
	cr_expect_eq(strncmp(err, "dd: conversion 'yyyyyyyyyy", 26), 0, "%s", err);
	memset(line + 3, 'y', 4000);
	cr_expect_eq(parse(line, &o, &word, err), -1);
	cr_expect_lt(strlen(err), TASK_ERR);
}
