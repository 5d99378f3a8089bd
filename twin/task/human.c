// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "human.h"

#include <stdio.h>

#define NS_PER_S 1000000000U

static const char prefixes[] = " KMGTPE";

static void put_prefix(char *buf, size_t size, int used, int power, unsigned int base)
{
	char prefix = power == 1 && base == 1000 ? 'k' : prefixes[power];

	if (power)
		snprintf(buf + used, size - used, " %c%sB", prefix, base == 1024 ? "i" : "");
	else
		snprintf(buf + used, size - used, " B");
}

/* value / unit to the nearest, ties to even, as GNU rounds. */
static uint64_t rounded(unsigned __int128 value, unsigned __int128 unit)
{
	uint64_t quotient = value / unit;
	unsigned __int128 twice = value % unit * 2;

	return quotient + (twice > unit || (twice == unit && quotient & 1));
}

/* value / unit as GNU prints what it computes in integers: one decimal below 10. */
static void human_ratio(char *buf, size_t size, unsigned __int128 value, unsigned __int128 unit,
			unsigned int base)
{
	uint64_t tenths, whole;
	int power = 0, used;

	for (; power < 6 && value / unit >= base; power++)
		unit *= base;
	tenths = rounded(value * 10, unit);
	whole = value / unit < 10 && power ? (tenths + 5) / 10 : rounded(value, unit);
	if (whole == base && power < 6) {	/* 999.5 kB is 1.0 MB */
		power++;
		tenths = 10;
	}
	if (power && tenths < 100)
		used = snprintf(buf, size, "%lu.%lu", (unsigned long)(tenths / 10),
				(unsigned long)(tenths % 10));
	else
		used = snprintf(buf, size, "%lu", (unsigned long)whole);
	put_prefix(buf, size, used, power, base);
}

void human_size(char *buf, size_t size, uint64_t bytes, unsigned int base)
{
	human_ratio(buf, size, bytes, 1, base);
}

/* What GNU computes in floating point: at least one prefix, one decimal below 100, no carry. */
static void human_float(char *buf, size_t size, unsigned __int128 value, unsigned __int128 unit)
{
	uint64_t tenths;
	int power = 1, used;

	unit *= 1000;
	for (; power < 6 && value / unit >= 1000; power++)
		unit *= 1000;
	tenths = rounded(value * 10, unit);
	if (tenths < 1000)
		used = snprintf(buf, size, "%lu.%lu", (unsigned long)(tenths / 10),
				(unsigned long)(tenths % 10));
	else
		used = snprintf(buf, size, "%lu", (unsigned long)rounded(value, unit));
	put_prefix(buf, size, used, power, 1000);
}

/* GNU stays with integers when one of time and second divides the other. */
void human_rate(char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	unsigned __int128 value = (unsigned __int128)bytes * NS_PER_S;

	if (NS_PER_S % ns == 0 || ns % NS_PER_S == 0)
		human_ratio(buf, size, value, ns, 1000);
	else
		human_float(buf, size, value, ns);
}
