// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "human.h"

#include <stdio.h>

static const char prefixes[] = " KMGTPE";

static void put_prefix(char *buf, size_t size, int used, int power, unsigned int base)
{
	char prefix = power == 1 && base == 1000 ? 'k' : prefixes[power];

	if (power)
		snprintf(buf + used, size - used, " %c%sB", prefix, base == 1024 ? "i" : "");
	else
		snprintf(buf + used, size - used, " B");
}

/* value / unit to the nearest, for values that are counts. */
static uint64_t rounded(uint64_t value, uint64_t factor, unsigned __int128 unit)
{
	return ((unsigned __int128)value * factor + unit / 2) / unit;
}

void human_size(char *buf, size_t size, uint64_t bytes, unsigned int base)
{
	unsigned __int128 unit = 1;
	uint64_t tenths;
	int power = 0, used;

	while (power < 6 && bytes / unit >= base) {
		unit *= base;
		power++;
	}
	tenths = rounded(bytes, 10, unit);
	if (power && tenths < 100)
		used = snprintf(buf, size, "%lu.%lu", (unsigned long)(tenths / 10),
				(unsigned long)(tenths % 10));
	else
		used = snprintf(buf, size, "%lu", (unsigned long)rounded(bytes, 1, unit));
	put_prefix(buf, size, used, power, base);
}

void human_rate(char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	unsigned __int128 rate = (unsigned __int128)bytes * 1000000000U, unit = ns;
	uint64_t tenths;
	int power = 1, used;

	unit *= 1000;
	while (power < 6 && rate / unit >= 1000) {
		unit *= 1000;
		power++;
	}
	tenths = (rate * 10 + unit / 2) / unit;
	if (tenths < 1000)
		used = snprintf(buf, size, "%lu.%lu", (unsigned long)(tenths / 10),
				(unsigned long)(tenths % 10));
	else
		used = snprintf(buf, size, "%lu", (unsigned long)((rate + unit / 2) / unit));
	put_prefix(buf, size, used, power, 1000);
}
