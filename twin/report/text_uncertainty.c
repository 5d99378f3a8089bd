// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Which constants matter most, and rows that bound the figures above them. */
#include <inttypes.h>
#include <stdio.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

static void bound_row(struct table *t, const struct run_report *r, const char *name,
		      const char *path, const char *const *stats, bool upper)
{
	char whole[160], buf[UNITS_SIZE];
	uint64_t bound[2];

	table_cell(t, "  %s", name);
	for (; *stats; stats++) {
		snprintf(whole, sizeof(whole), "%s.%s", path, *stats);
		if (!**stats || !uncertainty_of(r->uncertainty, whole, &bound[0], &bound[1]))
			table_cell(t, "%s", "");
		else
			table_cell(t, "%s", unit_time(buf, bound[upper]));
	}
}

void text_bounds(struct table *t, const struct run_report *r, const char *path,
		 const char *const *stats)
{
	uint64_t low, high;
	char whole[160];
	bool any = false;

	for (const char *const *s = stats; *s && !any; s++) {
		snprintf(whole, sizeof(whole), "%s.%s", path, *s);
		any = uncertainty_of(r->uncertainty, whole, &low, &high);
	}
	if (!any)
		return;
	bound_row(t, r, "at least", path, stats, false);
	bound_row(t, r, "at most", path, stats, true);
}

static void tornado_row(struct table *t, const struct run_report *r,
			const struct uncertainty_bar *bar)
{
	const struct report_cost *c = &r->costs[bar->cost];
	char a[UNITS_SIZE], b[UNITS_SIZE];

	table_cell(t, "%s", c->key);
	table_cell(t, "%s .. %s", unit_cost(a, c->low, c->unit), unit_cost(b, c->high, c->unit));
	table_cell(t, "%s", unit_time(a, bar->at_low));
	table_cell(t, "%s", unit_time(b, bar->at_high));
	table_cell(t, "%s", unit_time(a, bar->swing));
}

/* What the table is of: the first span that is observed, else chip select low, else the tasks. */
static const char *subject(const struct run_report *r, const char **what)
{
	if (r->observe && observe_count(r->observe)) {
		*what = observe_result(r->observe, 0).name;
		return "observed.0.mean_ps";
	}
	if (r->measure->nr_views && r->measure->views[0]->transactions) {
		*what = "chip select low, all transactions";
		return "spi.0.cs_low_ps";
	}
	*what = "time while tasks ran";
	return "window.length_ps";
}

void text_tornado(FILE *out, const struct run_report *r)
{
	struct uncertainty_bar bars[UNCERTAINTY_BARS];
	const char *what, *path = subject(r, &what);
	uint64_t value, low, high;
	char a[UNITS_SIZE], b[UNITS_SIZE], c[UNITS_SIZE];
	struct table t;
	size_t nr;

	if (!r->uncertainty)
		return;
	nr = uncertainty_tornado(r->uncertainty, path, &value, bars, UNCERTAINTY_BARS);
	if (!nr || !uncertainty_of(r->uncertainty, path, &low, &high))
		return;
	fprintf(out, "\nWhat matters most: %s %s, with the constants' ranges %s to %s\n", what,
		unit_time(a, value), unit_time(b, low), unit_time(c, high));
	table_init(&t, "llrrr");
	for (const char *const *h = (const char *const[]){"constant", "range", "at its low end",
							  "at its high end", "swing", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (size_t i = 0; i < nr; i++)
		tornado_row(&t, r, &bars[i]);
	table_print(&t, out, 2);
	if (uncertainty_missing(r->uncertainty))
		fprintf(out, "  %zu of %zu variants ended in another way and are left out\n",
			uncertainty_missing(r->uncertainty), uncertainty_variants(r->uncertainty));
}
