// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/units.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* value / scale with three decimals, in the largest unit that leaves at least one. */
static const char *scaled(char *buf, uint64_t value, const char *const *units, unsigned int nr)
{
	uint64_t scale = 1, milli;
	unsigned int i = 0;

	if (value < 1000) {
		snprintf(buf, UNITS_SIZE, "%" PRIu64 " %s", value, units[0]);
		return buf;
	}
	do {
		scale *= 1000;
		i++;
		milli = (uint64_t)(((unsigned __int128)value * 1000 + scale / 2) / scale);
	} while (milli >= 1000000 && i + 1 < nr);
	snprintf(buf, UNITS_SIZE, "%" PRIu64 ".%03u %s", milli / 1000, (unsigned int)(milli % 1000),
		 units[i]);
	return buf;
}

const char *unit_time(char *buf, uint64_t ps)
{
	static const char *const units[] = {"ps", "ns", "us", "ms", "s"};

	return scaled(buf, ps, units, 5);
}

const char *unit_hz(char *buf, uint64_t hz)
{
	static const char *const units[] = {"Hz", "kHz", "MHz", "GHz"};

	return scaled(buf, hz, units, 4);
}

static const char *none(char *buf)
{
	return strcpy(buf, "-");
}

const char *unit_percent(char *buf, uint64_t part, uint64_t whole)
{
	uint64_t tenth;

	if (!whole)
		return none(buf);
	tenth = (uint64_t)(((unsigned __int128)part * 1000 + whole / 2) / whole);
	snprintf(buf, UNITS_SIZE, "%" PRIu64 ".%u %%", tenth / 10, (unsigned int)(tenth % 10));
	return buf;
}

const char *unit_ratio(char *buf, uint64_t n, uint64_t d)
{
	uint64_t centi;

	if (!d)
		return none(buf);
	centi = (uint64_t)(((unsigned __int128)n * 100 + d / 2) / d);
	snprintf(buf, UNITS_SIZE, "%" PRIu64 ".%02u", centi / 100, (unsigned int)(centi % 100));
	return buf;
}

/* Of "ps", "fs", or either per something? */
static bool counts(const char *unit, const char *what)
{
	return !strncmp(unit, what, 2) && (!unit[2] || unit[2] == ' ');
}

const char *unit_cost(char *buf, uint64_t value, const char *unit)
{
	bool whole = counts(unit, "fs") && value % 1000 == 0;

	if (whole || counts(unit, "ps")) {
		unit_time(buf, whole ? value / 1000 : value);
		strncat(buf, unit + 2, UNITS_SIZE - 1 - strlen(buf));
		return buf;
	}
	snprintf(buf, UNITS_SIZE, "%" PRIu64 "%s%s", value, *unit ? " " : "", unit);
	return buf;
}

const char *unit_cost_alone(char *buf, uint64_t value, const char *unit)
{
	return unit_cost(buf, value, counts(unit, "ps") ? "ps" : counts(unit, "fs") ? "fs" : unit);
}
