// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Which constants matter most, and which variants the intervals say nothing of. */
#include <inttypes.h>
#include <stdio.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

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

const char *report_subject(const struct run_report *r, const char **what)
{
	if (r->observe && observe_count(r->observe) && observe_result(r->observe, 0).lengths->n) {
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

static void print_tornado(FILE *out, const struct run_report *r)
{
	struct uncertainty_bar bars[UNCERTAINTY_BARS];
	const char *what, *path = report_subject(r, &what);
	char a[UNITS_SIZE], aside[TEXT_ASIDE];
	uint64_t value;
	struct table t;
	size_t nr;

	nr = uncertainty_tornado(r->uncertainty, path, &value, bars, UNCERTAINTY_BARS);
	if (!nr)
		return;
	fprintf(out, "\nWhat matters most: %s %s%s\n", what, unit_time(a, value),
		text_interval_aside(aside, r, "%s", path));
	table_init(&t, "llrrr");
	for (const char *const *h = (const char *const[]){"constant", "range", "at its low end",
							  "at its high end", "swing", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (size_t i = 0; i < nr; i++)
		tornado_row(&t, r, &bars[i]);
	table_print(&t, out, 2);
}

/* One of those with a single constant off; the others are counted. */
static void other_row(struct table *t, const struct run_report *r,
		      const struct uncertainty_other *o)
{
	const struct report_cost *c = &r->costs[o->cost];
	char buf[UNITS_SIZE];

	table_cell(t, "%s", o->outcome);
	table_cell(t, "%s %s", c->key, unit_cost(buf, o->values[o->cost], c->unit));
}

static void print_others(FILE *out, const struct run_report *r)
{
	size_t n = uncertainty_others(r->uncertainty), joint = 0;
	struct table t;

	if (!n)
		return;
	fprintf(out,
		"\nIntervals are open: %zu of %zu variants ended in another way, which tells "
		"nothing of the figures\n",
		n, uncertainty_variants(r->uncertainty));
	table_init(&t, "ll");
	for (size_t i = 0; i < n; i++) {
		struct uncertainty_other o = uncertainty_other(r->uncertainty, i);

		if (o.cost != UNCERTAINTY_JOINT)
			other_row(&t, r, &o);
		else
			joint++;
	}
	table_print(&t, out, 2);
	if (joint)
		fprintf(out, "  %zu more with all constants off at once, see the JSON report\n",
			joint);
}

void text_uncertainty(FILE *out, const struct run_report *r)
{
	if (!r->uncertainty)
		return;
	print_tornado(out, r);
	print_others(out, r);
}
