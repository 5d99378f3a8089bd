// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Low and high: the interval of a figure, as rows, as columns, in a sentence. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "check/judge.h"
#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

const char *text_quantity(char *buf, uint64_t value, enum unit_class unit)
{
	return unit == UNIT_TIME ? unit_time(buf, value) : check_quantity(buf, value, unit);
}

/* Figures of time have names that say so. */
static enum unit_class unit_of(const char *path)
{
	size_t len = strlen(path);

	return len > 3 && !strcmp(path + len - 3, "_ps") ? UNIT_TIME : UNIT_NONE;
}

/*
 * An interval as text. A time that moves by less than a thousandth has none here: edges lie on a
 * grid of clock edges in whole picoseconds, so that hardly any stays the same to the last one.
 */
struct shown {
	char low[UNITS_SIZE], high[UNITS_SIZE];
};

static bool show(struct shown *s, const struct run_report *r, const char *path)
{
	enum unit_class unit = unit_of(path);
	uint64_t low, high;

	if (!uncertainty_of(r->uncertainty, path, &low, &high))
		return false;
	text_quantity(s->low, low, unit);
	text_quantity(s->high, high, unit);
	return unit != UNIT_TIME || high - low >= high / 1000;
}

bool text_interval_shows(const struct run_report *r, const char *path)
{
	struct shown s;

	return show(&s, r, path);
}

const char *text_open_mark(const struct run_report *r)
{
	return uncertainty_others(r->uncertainty) ? " (open)" : "";
}

void text_interval_heads(struct table *t, const struct run_report *r)
{
	if (!r->uncertainty)
		return;
	table_cell(t, "low%s", text_open_mark(r));
	table_cell(t, "high%s", text_open_mark(r));
}

void text_interval_cells(struct table *t, const struct run_report *r, const char *fmt, ...)
{
	char path[TEXT_PATH];
	struct shown s;
	bool known;
	va_list ap;

	if (!r->uncertainty)
		return;
	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	known = show(&s, r, path);
	table_cell(t, "%s", known ? s.low : "");
	table_cell(t, "%s", known ? s.high : "");
}

const char *text_interval_between(char *buf, const struct run_report *r, const char *low,
				  const char *high)
{
	snprintf(buf, TEXT_ASIDE, " (low %s, high %s%s)", low, high,
		 uncertainty_others(r->uncertainty) ? ", open" : "");
	return buf;
}

const char *text_interval_aside(char *buf, const struct run_report *r, const char *fmt, ...)
{
	char path[TEXT_PATH];
	struct shown s;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	*buf = '\0';
	return show(&s, r, path) ? text_interval_between(buf, r, s.low, s.high) : buf;
}

static void interval_row(struct table *t, const struct run_report *r, const char *path,
			 const char *const *stats, bool upper)
{
	char whole[TEXT_PATH];
	struct shown s;

	table_cell(t, "  %s%s", upper ? "high" : "low", text_open_mark(r));
	for (; *stats; stats++) {
		snprintf(whole, sizeof(whole), "%s.%s", path, *stats);
		if (show(&s, r, whole))
			table_cell(t, "%s", upper ? s.high : s.low);
		else
			table_cell(t, "%s", "");
	}
}

void text_interval_rows(struct table *t, const struct run_report *r, const char *path,
			const char *const *stats)
{
	char whole[TEXT_PATH];
	bool any = false;

	for (const char *const *s = stats; *s && !any; s++) {
		snprintf(whole, sizeof(whole), "%s.%s", path, *s);
		any = text_interval_shows(r, whole);
	}
	if (!any)
		return;
	interval_row(t, r, path, stats, false);
	interval_row(t, r, path, stats, true);
}
