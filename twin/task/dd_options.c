// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dd_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DD_MAX_BS (64ULL << 20)

static const struct {
	const char *suffix;
	uint64_t factor;
} dd_suffixes[] = {
	{ "", 1 }, { "c", 1 }, { "w", 2 }, { "b", 512 }, { "B", 1 },
	{ "kB", 1000 }, { "KB", 1000 }, { "k", 1024 }, { "K", 1024 }, { "KiB", 1024 },
	{ "MB", 1000000 }, { "M", 1ULL << 20 }, { "MiB", 1ULL << 20 },
	{ "GB", 1000000000 }, { "G", 1ULL << 30 }, { "GiB", 1ULL << 30 },
	{ "TB", 1000000000000 }, { "T", 1ULL << 40 }, { "TiB", 1ULL << 40 },
};

/* One factor: digits and a suffix; a suffix alone is one of it, but B. */
static int dd_factor(const char *text, size_t len, uint64_t *value)
{
	uint64_t v = 0;
	size_t i = 0;

	for (; i < len && text[i] >= '0' && text[i] <= '9'; i++)
		if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, text[i] - '0', &v))
			return -1;
	if (!i) {
		if (!len || (len == 1 && *text == 'B'))
			return -1;
		v = 1;
	}
	for (size_t s = 0; s < sizeof(dd_suffixes) / sizeof(dd_suffixes[0]); s++)
		if (strlen(dd_suffixes[s].suffix) == len - i &&
		    !memcmp(dd_suffixes[s].suffix, text + i, len - i))
			return __builtin_mul_overflow(v, dd_suffixes[s].factor, value) ? -1 : 0;
	return -1;
}

int dd_number(const char *text, uint64_t *value)
{
	uint64_t product = 1, v;

	for (;;) {
		size_t len = strcspn(text, "x");

		if (dd_factor(text, len, &v) || __builtin_mul_overflow(product, v, &product) ||
		    product > INT64_MAX)
			return -1;
		if (!text[len])
			break;
		text += len + 1;
	}
	*value = product;
	return 0;
}

struct dd_word {
	const char *name;
	uint32_t bit;
};

static const struct dd_word dd_convs[] = {
	{ "notrunc", DD_NOTRUNC }, { "fsync", DD_FSYNC }, { "sync", DD_SYNC },
	{ "noerror", DD_NOERROR }, { "nocreat", DD_NOCREAT }, { NULL, 0 },
};

static const struct dd_word dd_statuses[] = {
	{ "none", DD_STATUS_NONE }, { "noxfer", DD_STATUS_NOXFER }, { NULL, 0 },
};

static const struct dd_word *dd_find(const struct dd_word *words, const char *text, size_t len)
{
	for (; words->name; words++)
		if (strlen(words->name) == len && !memcmp(words->name, text, len))
			return words;
	return NULL;
}

static int dd_parse_conv(struct dd_options *o, const char *value, char *err)
{
	for (;;) {
		size_t len = strcspn(value, ",");
		const struct dd_word *w = dd_find(dd_convs, value, len);

		if (!w) {
			snprintf(err, TASK_ERR, "dd: conversion '%.*s' is not available; known are "
				 "notrunc, fsync, sync, noerror, nocreat", (int)len, value);
			return -1;
		}
		o->conv |= w->bit;
		if (!value[len])
			return 0;
		value += len + 1;
	}
}

static int dd_parse_status(struct dd_options *o, const char *value, char *err)
{
	const struct dd_word *w = dd_find(dd_statuses, value, strlen(value));

	if (w)
		o->status = w->bit;
	else
		snprintf(err, TASK_ERR, "dd: invalid status level: '%s'; known are none, noxfer",
			 value);
	return w ? 0 : -1;
}

static int dd_parse_path(char *to, const char *value, char *err)
{
	if (!*value || strlen(value) >= 256) {
		snprintf(err, TASK_ERR, "dd: file name is empty or longer than 255 bytes");
		return -1;
	}
	strcpy(to, value);
	return 0;
}

static int dd_parse_count(uint64_t *to, const char *value, char *err)
{
	if (!dd_number(value, to))
		return 0;
	snprintf(err, TASK_ERR, "dd: invalid number: '%s'", value);
	return -1;
}

/* Blocks; or with *rest set bytes, which dd_blocks() divides once the block size is known. */
static int dd_parse_blocks(uint64_t *to, uint64_t *rest, const char *value, char *err)
{
	if (dd_parse_count(to, value, err))
		return -1;
	*rest = value[strlen(value) - 1] == 'B';
	return 0;
}

static void dd_blocks(const struct dd_options *o, uint64_t *blocks, uint64_t *rest)
{
	if (!*rest)
		return;
	*rest = *blocks % o->bs;
	*blocks /= o->bs;
}

static int dd_parse_bs(struct dd_options *o, const char *value, char *err)
{
	if (dd_parse_count(&o->bs, value, err))
		return -1;
	if (o->bs && o->bs <= DD_MAX_BS)
		return 0;
	snprintf(err, TASK_ERR, "dd: invalid number: '%s'; bs must be 1 to 64M", value);
	return -1;
}

static int dd_parse_operand(struct dd_options *o, const char *arg, char *err)
{
	const char *value = strchr(arg, '=');
	size_t len = value ? (size_t)(value - arg) : 0;

#define IS(name) (len == sizeof(name) - 1 && !memcmp(arg, name, len))
	value = value ? value + 1 : "";
	if (IS("if"))
		return dd_parse_path(o->in, value, err);
	if (IS("of"))
		return dd_parse_path(o->out, value, err);
	if (IS("bs"))
		return dd_parse_bs(o, value, err);
	if (IS("count"))
		return dd_parse_blocks(&o->count, &o->count_rest, value, err);
	if (IS("skip"))
		return dd_parse_blocks(&o->skip, &o->skip_rest, value, err);
	if (IS("seek"))
		return dd_parse_blocks(&o->seek, &o->seek_rest, value, err);
	if (IS("conv"))
		return dd_parse_conv(o, value, err);
	if (IS("status"))
		return dd_parse_status(o, value, err);
#undef IS
	snprintf(err, TASK_ERR, "dd: unrecognized operand '%s'; known are if, of, bs, count, skip, "
		 "seek, conv, status", arg);
	return -1;
}

int dd_parse(const struct task_argv *argv, struct dd_options *o, int *word, char *err)
{
	*o = (struct dd_options){ .bs = 512, .count = UINT64_MAX };
	for (int i = 1; i < argv->argc; i++) {
		*word = i;
		if (dd_parse_operand(o, argv->argv[i], err))
			return -1;
	}
	dd_blocks(o, &o->count, &o->count_rest);
	dd_blocks(o, &o->skip, &o->skip_rest);
	dd_blocks(o, &o->seek, &o->seek_rest);
	return 0;
}
