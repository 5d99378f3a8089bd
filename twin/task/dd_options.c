// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dd_options.h"

#include <fcntl.h>
#include <string.h>

#include "numbers.h"
#include "words.h"

#define DD_MAX_BS (64ULL << 20)
#define DD_BLOCK 512

static const struct word dd_convs[] = {
	{ "excl", DD_EXCL }, { "fdatasync", DD_FDATASYNC }, { "fsync", DD_FSYNC },
	{ "nocreat", DD_NOCREAT }, { "noerror", DD_NOERROR }, { "notrunc", DD_NOTRUNC },
	{ "sync", DD_SYNC }, { NULL, 0 },
};

static const struct word dd_statuses[] = {
	{ "none", DD_STATUS_NONE }, { "noxfer", DD_STATUS_NOXFER },
	{ "progress", DD_STATUS_PROGRESS }, { NULL, 0 },
};

static const struct word dd_flags[] = {
	{ "append", O_APPEND }, { "count_bytes", DD_COUNT_BYTES }, { "direct", O_DIRECT },
	{ "directory", O_DIRECTORY }, { "dsync", O_DSYNC }, { "fullblock", DD_FULLBLOCK },
	{ "noatime", O_NOATIME }, { "noctty", O_NOCTTY }, { "nofollow", O_NOFOLLOW },
	{ "nonblock", O_NONBLOCK }, { "seek_bytes", DD_SEEK_BYTES },
	{ "skip_bytes", DD_SKIP_BYTES }, { "sync", O_SYNC }, { NULL, 0 },
};

/* GNU takes one x, and a B on one side of it only. */
int dd_number(const char *text, uint64_t *value)
{
	size_t len = strcspn(text, "x");
	const char *second = text[len] ? text + len + 1 : NULL;
	uint64_t v, factor = 1;

	if (number_parse(text, len, NUMBER_DD | NUMBER_BYTES, &v))
		return -1;
	if (second && text[len - 1] == 'B' && strchr(second, 'B'))
		return -1;
	if (second && number_parse(second, strlen(second), NUMBER_DD, &factor))
		return -1;
	if (__builtin_mul_overflow(v, factor, value))
		return -1;
	return *value > INT64_MAX ? -1 : 0;
}

static uint64_t *dd_field(void *options, const struct option_row *row)
{
	return (uint64_t *)((char *)options + row->offset);
}

static int dd_set_count(void *options, const struct option_row *row, const char *value, char *err)
{
	if (dd_number(value, dd_field(options, row)))
		return option_error(err, "invalid number: '%.100s'", value);
	return 0;
}

static int dd_set_size(void *options, const struct option_row *row, const char *value, char *err)
{
	uint64_t *size = dd_field(options, row);

	if (dd_set_count(options, row, value, err))
		return -1;
	if (*size && *size <= DD_MAX_BS)
		return 0;
	return option_error(err, "invalid number: '%.100s'; %s must be 1 to 64M", value, row->name);
}

/* A number with a B in it counts bytes; row->bit says so. The last number decides. */
static int dd_set_blocks(void *options, const struct option_row *row, const char *value, char *err)
{
	struct dd_options *o = options;

	if (dd_set_count(options, row, value, err))
		return -1;
	o->in_bytes &= ~row->bit;
	if (strchr(value, 'B'))
		o->in_bytes |= row->bit;
	return 0;
}

static int dd_set_conv(void *options, const struct option_row *row, const char *value, char *err)
{
	uint32_t bits;

	if (words_parse(dd_convs, "conversion", value, true, &bits, err))
		return -1;
	((struct dd_options *)options)->conv |= bits;
	return 0;
}

/* Flags that are none of open()'s are kept in one place. */
static int dd_set_iflag(void *options, const struct option_row *row, const char *value, char *err)
{
	struct dd_options *o = options;
	uint32_t bits;

	if (words_parse(dd_flags, "input flag", value, true, &bits, err))
		return -1;
	o->iflags |= bits;
	return 0;
}

static int dd_set_oflag(void *options, const struct option_row *row, const char *value, char *err)
{
	struct dd_options *o = options;
	uint32_t bits;

	if (words_parse(dd_flags, "output flag", value, true, &bits, err))
		return -1;
	if (bits & DD_FULLBLOCK)
		return option_error(err, "invalid output flag: 'fullblock'; it is an input flag");
	o->oflags |= bits & (DD_FULLBLOCK - 1);
	o->iflags |= bits & (uint32_t)-DD_FULLBLOCK;
	return 0;
}

static int dd_set_status(void *options, const struct option_row *row, const char *value, char *err)
{
	return words_parse(dd_statuses, "status level", value, false,
			   &((struct dd_options *)options)->status, err);
}

static int dd_no_operand(void *options, unsigned int i, const char *text, char *err)
{
	return option_error(err, "unrecognized operand '%.100s'", text);
}

#define AT(field) offsetof(struct dd_options, field)

static const struct option_row dd_rows[] = {
	{ "if", 0, "FILE", "read from FILE, not from stdin", option_set_path, AT(in), 0 },
	{ "of", 0, "FILE", "write to FILE, not to stdout", option_set_path, AT(out), 0 },
	{ "bs", 0, "BYTES", "read and write so much at a time; no collecting of output blocks",
	  dd_set_size, AT(bs), 0 },
	{ "ibs", 0, "BYTES", "read so much at a time (512)", dd_set_size, AT(ibs), 0 },
	{ "obs", 0, "BYTES", "write so much at a time (512)", dd_set_size, AT(obs), 0 },
	{ "count", 0, "N", "copy N input blocks; bytes if there is a B in N", dd_set_blocks,
	  AT(count), DD_COUNT_BYTES },
	{ "skip", 0, "N", "begin N input blocks further on", dd_set_blocks, AT(skip),
	  DD_SKIP_BYTES },
	{ "iseek", 0, "N", "the same as skip", dd_set_blocks, AT(skip), DD_SKIP_BYTES },
	{ "seek", 0, "N", "begin N output blocks further on", dd_set_blocks, AT(seek),
	  DD_SEEK_BYTES },
	{ "oseek", 0, "N", "the same as seek", dd_set_blocks, AT(seek), DD_SEEK_BYTES },
	{ "conv", 0, "WORDS", "excl,fdatasync,fsync,nocreat,noerror,notrunc,sync", dd_set_conv, 0,
	  0 },
	{ "iflag", 0, "WORDS", "append,count_bytes,direct,directory,dsync,fullblock,noatime,noctty,"
	  "nofollow,nonblock,skip_bytes,sync", dd_set_iflag, 0, 0 },
	{ "oflag", 0, "WORDS", "as iflag, and seek_bytes; not fullblock", dd_set_oflag, 0, 0 },
	{ "status", 0, "WORD", "none, noxfer or progress", dd_set_status, 0, 0 },
	{ "cbs", 0, "BYTES", "there are no conversions of text", NULL, 0, 0 },
	OPTION_STANDARD,
};

static void dd_defaults(void *options)
{
	((struct dd_options *)options)->count = UINT64_MAX;
}

static void dd_split(const struct dd_options *o, uint32_t flag, uint64_t size, uint64_t *blocks,
		     uint64_t *rest)
{
	if (!((o->iflags | o->in_bytes) & flag) || *blocks == UINT64_MAX)
		return;
	*rest = *blocks % size;
	*blocks /= size;
}

static int dd_check(void *options, char *err)
{
	struct dd_options *o = options;

	o->two_buffers = !o->bs;
	o->ibs = o->bs ? o->bs : o->ibs ? o->ibs : DD_BLOCK;
	o->obs = o->bs ? o->bs : o->obs ? o->obs : DD_BLOCK;
	dd_split(o, DD_COUNT_BYTES, o->ibs, &o->count, &o->count_rest);
	dd_split(o, DD_SKIP_BYTES, o->ibs, &o->skip, &o->skip_rest);
	dd_split(o, DD_SEEK_BYTES, o->obs, &o->seek, &o->seek_rest);
	if (o->iflags & (O_DSYNC | O_SYNC))
		o->iflags |= O_RSYNC;
	if (o->conv & DD_EXCL && o->conv & DD_NOCREAT)
		return option_error(err, "cannot combine excl and nocreat");
	return 0;
}

const struct option_table dd_table = {
	.tool = "dd", .operands = "[OPERAND]...", .version = "dd (coreutils) 9.1",
	.rows = dd_rows, .nr_rows = sizeof(dd_rows) / sizeof(dd_rows[0]), .assignments = true,
	.max = TASK_MAX_ARGS, .operand = dd_no_operand, .defaults = dd_defaults, .check = dd_check,
	.size = sizeof(struct dd_options),
};
