// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>

#include "cmp.h"
#include "numbers.h"

static int cmp_number(uint64_t *value, const char *text, size_t len, const char *what, char *err)
{
	if (!number_parse(text, len, NUMBER_ANY_BASE, value) && *value <= INT64_MAX)
		return 0;
	return option_error(err, "invalid %s value '%.40s'", what, text);
}

/* The largest of several counts for a file. */
static int cmp_skip(struct cmp_options *o, int f, const char *text, size_t len, char *err)
{
	uint64_t value;

	if (cmp_number(&value, text, len, "--ignore-initial", err))
		return -1;
	if (value > o->skip[f])
		o->skip[f] = value;
	return 0;
}

static int cmp_set_skip(void *options, const struct option_row *row, const char *value, char *err)
{
	size_t len = strcspn(value, ":");
	const char *second = value[len] ? value + len + 1 : value;

	if (cmp_skip(options, 0, value, len, err))
		return -1;
	return cmp_skip(options, 1, second, strlen(second), err);
}

static int cmp_set_bytes(void *options, const struct option_row *row, const char *value, char *err)
{
	struct cmp_options *o = options;
	uint64_t bytes;

	if (cmp_number(&bytes, value, strlen(value), "--bytes", err))
		return -1;
	if (bytes < o->bytes)
		o->bytes = bytes;
	return 0;
}

#define AT_FLAGS option_set_bit, offsetof(struct cmp_options, flags)

static const struct option_row cmp_rows[] = {
	{ "print-bytes", 'b', NULL, "show bytes that differ", AT_FLAGS, CMP_PRINT_BYTES },
	{ "ignore-initial", 'i', "SKIP[:SKIP]", "pass over so many bytes of both files, or of each",
	  cmp_set_skip, 0, 0 },
	{ "verbose", 'l', NULL, "all bytes that differ, not the first one alone", AT_FLAGS,
	  CMP_VERBOSE },
	{ "bytes", 'n', "LIMIT", "compare so many bytes at most", cmp_set_bytes, 0, 0 },
	{ "quiet", 's', NULL, "exit status only", AT_FLAGS, CMP_SILENT },
	{ "silent", 0, NULL, "the same as --quiet", AT_FLAGS, CMP_SILENT },
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 },
	{ "version", 'v', NULL, "print the version of the tool that this stands for and exit",
	  option_set_version, 0, 0 },
};

static int cmp_operand(void *options, unsigned int i, const char *text, char *err)
{
	struct cmp_options *o = options;

	if (i >= 2)
		return cmp_skip(o, i - 2, text, strlen(text), err);
	return option_path(o->file[i], text, err);
}

static void cmp_defaults(void *options)
{
	struct cmp_options *o = options;

	o->bytes = UINT64_MAX;
	strcpy(o->file[1], "-");
}

static int cmp_check(void *options, char *err)
{
	const struct cmp_options *o = options;

	if (o->flags & CMP_VERBOSE && o->flags & CMP_SILENT)
		return option_error(err, "options -l and -s are incompatible");
	return 0;
}

const struct option_table cmp_table = {
	.tool = "cmp", .operands = "FILE1 [FILE2 [SKIP1 [SKIP2]]]",
	.version = "cmp (GNU diffutils) 3.8",
	.rows = cmp_rows, .nr_rows = sizeof(cmp_rows) / sizeof(cmp_rows[0]),
	.min = 1, .max = 4, .operand = cmp_operand, .defaults = cmp_defaults, .check = cmp_check,
	.size = sizeof(struct cmp_options),
};
