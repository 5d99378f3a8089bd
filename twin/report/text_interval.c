// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Low and high: the interval of a figure, as rows, as columns, in a sentence. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

static const char *quantity(char *buf, uint64_t value, bool is_time)
{
	if (is_time)
		return unit_time(buf, value);
	snprintf(buf, UNITS_SIZE, "%" PRIu64, value);
	return buf;
}

/* Figures of time have names that say so. */
static bool names_time(const char *path)
{
	size_t len = strlen(path);

	return len > 3 && !strcmp(path + len - 3, "_ps");
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
	uint64_t low, high;

	if (!uncertainty_of(r->uncertainty, path, &low, &high))
		return false;
	quantity(s->low, low, names_time(path));
	quantity(s->high, high, names_time(path));
	return !names_time(path) || high - low >= high / 1000;
}

bool text_interval_shows(const struct run_report *r, const char *path)
{
	struct shown s;

	return show(&s, r, path);
}

static const char *open_mark(const struct run_report *r)
{
	return uncertainty_others(r->uncertainty) ? " (open)" : "";
}

void text_interval_heads(struct table *t, const struct run_report *r)
{
	if (!r->uncertainty)
		return;
	table_cell(t, "low%s", open_mark(r));
	table_cell(t, "high%s", open_mark(r));
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

const char *text_interval_aside(char *buf, const struct run_report *r, const char *fmt, ...)
{
	char path[TEXT_PATH];
	struct shown s;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	*buf = '\0';
	if (show(&s, r, path))
		snprintf(buf, TEXT_ASIDE, " (low %s, high %s%s)", s.low, s.high,
			 uncertainty_others(r->uncertainty) ? ", open" : "");
	return buf;
}

static void interval_row(struct table *t, const struct run_report *r, const char *path,
			 const char *const *stats, bool upper)
{
	char whole[TEXT_PATH];
	struct shown s;

	table_cell(t, "  %s%s", upper ? "high" : "low", open_mark(r));
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
