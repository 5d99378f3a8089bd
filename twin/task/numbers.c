// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "numbers.h"

#include <string.h>

#define KB 1000ULL

static const struct {
	const char *suffix;
	uint64_t factor;
	unsigned int forms;	/* 0: in all */
} units[] = {
	{ "", 1, 0 }, { "c", 1, NUMBER_DD }, { "w", 2, NUMBER_DD }, { "b", 512, NUMBER_DD },
	{ "B", 1, NUMBER_BYTES },
	{ "kB", KB, 0 }, { "KB", KB, 0 }, { "k", 1ULL << 10, 0 }, { "K", 1ULL << 10, 0 },
	{ "kiB", 1ULL << 10, 0 }, { "KiB", 1ULL << 10, 0 },
	{ "MB", KB * KB, 0 }, { "M", 1ULL << 20, 0 }, { "MiB", 1ULL << 20, 0 },
	{ "GB", KB * KB * KB, 0 }, { "G", 1ULL << 30, 0 }, { "GiB", 1ULL << 30, 0 },
	{ "TB", KB * KB * KB * KB, 0 }, { "T", 1ULL << 40, 0 }, { "TiB", 1ULL << 40, 0 },
	{ "PB", KB * KB * KB * KB * KB, 0 }, { "P", 1ULL << 50, 0 }, { "PiB", 1ULL << 50, 0 },
	{ "EB", KB * KB * KB * KB * KB * KB, 0 }, { "E", 1ULL << 60, 0 },
	{ "EiB", 1ULL << 60, 0 },
};

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* "0x" and "0" in front decide; *skip is what lies before the digits. */
static int base_of(const char *text, size_t len, size_t *skip)
{
	*skip = 0;
	if (len > 2 && *text == '0' && (text[1] | 32) == 'x' && digit(text[2]) < 16) {
		*skip = 2;
		return 16;
	}
	return len && *text == '0' ? 8 : 10;
}

static int scale(uint64_t v, const char *unit, size_t len, unsigned int forms, uint64_t *value)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].suffix) == len && !memcmp(units[i].suffix, unit, len) &&
		    (units[i].forms & forms) == units[i].forms)
			return __builtin_mul_overflow(v, units[i].factor, value) ? -1 : 0;
	return -1;
}

int number_parse(const char *text, size_t len, unsigned int forms, uint64_t *value)
{
	size_t from = 0, i;
	int base = forms & NUMBER_ANY_BASE ? base_of(text, len, &from) : 10;
	uint64_t v = 0;

	for (i = from; i < len && digit(text[i]) < base; i++)
		if (__builtin_mul_overflow(v, base, &v) ||
		    __builtin_add_overflow(v, digit(text[i]), &v))
			return -1;
	if (i == from) {
		if (!len || (len == 1 && *text == 'B'))
			return -1;
		v = 1;
	}
	return scale(v, text + i, len - i, forms, value);
}

int number_plain(const char *text, uint64_t *value)
{
	size_t len = strlen(text);

	if (!len || text[0] < '0' || text[0] > '9' || digit(text[len - 1]) > 15)
		return -1;
	return number_parse(text, len, NUMBER_ANY_BASE, value);
}
