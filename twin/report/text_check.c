// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Observed spans, and expectations with their verdicts. */
#include <inttypes.h>
#include <string.h>

#include "check/judge.h"
#include "report/table.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"
#include "report/units.h"

static void span_row(struct table *t, const struct observe_result *r)
{
	struct dist_summary s = dist_summary(r->lengths);
	const uint64_t values[] = {s.min, s.p50, s.p90, s.p99, s.max, s.mean, s.sd};
	char buf[UNITS_SIZE];

	table_cell(t, "%s%s", r->name, s.exact ? "" : " ~");
	table_cell(t, "%" PRIu64, s.n);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		table_cell(t, "%s", s.n ? unit_time(buf, values[i]) : "-");
}

static void span_notes(FILE *out, const struct observe_result *r)
{
	char why[CHECK_WHY];

	if (!r->lengths->n) {
		observe_why_not(r, why, sizeof(why));
		fprintf(out, "  %s: %s\n", r->name, why);
	}
	if (r->cut)
		fprintf(out, "  %s: %" PRIu64 " more began, but did not end while a task ran\n",
			r->name, r->cut);
}

void text_observed(FILE *out, const struct run_report *r)
{
	static const char *const stats[] = {"n",      "min_ps",	 "p50_ps", "p90_ps", "p99_ps",
					    "max_ps", "mean_ps", "sd_ps",  NULL};
	size_t n = r->observe ? observe_count(r->observe) : 0;
	struct observe_result span;
	char path[TEXT_PATH];
	struct table t;

	if (!n)
		return;
	fprintf(out, "\nObserved\n");
	table_init(&t, "lrrrrrrrr");
	for (const char *const *h = (const char *const[]){"", "n", "min", "p50", "p90", "p99",
							  "max", "mean", "sd", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (size_t i = 0; i < n; i++) {
		span = observe_result(r->observe, i);
		span_row(&t, &span);
		snprintf(path, sizeof(path), "observed.%zu", i);
		text_interval_rows(&t, r, path, stats);
	}
	table_print(&t, out, 2);
	for (size_t i = 0; i < n; i++) {
		span = observe_result(r->observe, i);
		span_notes(out, &span);
	}
}

/* Low and high of what the run says, as two cells: both its value when nothing moves it. */
static void interval_cells(struct table *t, const struct run_report *r, const struct expectation *e)
{
	char buf[UNITS_SIZE];
	bool known = e->known && (e->predicted.interval || r->uncertainty);

	table_cell(t, "%s", known ? text_quantity(buf, e->predicted.low, e->unit) : "-");
	table_cell(t, "%s", known ? text_quantity(buf, e->predicted.high, e->unit) : "-");
}

/* "305.000 us", ">= 1", "<= 310.000 us", or several. */
static void reference_cell(struct table *t, const struct expectation *e)
{
	char value[UNITS_SIZE], least[UNITS_SIZE], most[UNITS_SIZE];

	table_cell(t, "%s%s%s%s%s%s%s", e->has_value ? text_quantity(value, e->value, e->unit) : "",
		   e->has_value && e->has_least ? ", " : "", e->has_least ? ">= " : "",
		   e->has_least ? text_quantity(least, e->least, e->unit) : "",
		   (e->has_value || e->has_least) && e->has_most ? ", " : "",
		   e->has_most ? "<= " : "",
		   e->has_most ? text_quantity(most, e->most, e->unit) : "");
}

/* Hundredths of a percent, rounded half up. */
static void deviation_cell(struct table *t, const struct expectation *e)
{
	uint64_t hundredths = (e->deviation + 50) / 100;

	if (e->has_deviation)
		table_cell(t, "%s%" PRIu64 ".%02u %%", hundredths ? e->below ? "-" : "+" : "",
			   hundredths / 100, (unsigned int)(hundredths % 100));
	else
		table_cell(t, "-");
}

static void expectation_row(struct table *t, const struct run_report *r,
			    const struct expectation *e)
{
	char buf[UNITS_SIZE];

	table_cell(t, "%s", e->what);
	table_cell(t, "%s", e->known ? text_quantity(buf, e->predicted.value, e->unit) : "-");
	interval_cells(t, r, e);
	reference_cell(t, e);
	deviation_cell(t, e);
	table_cell(t, "%s",
		   !e->has_value ? "-"
		   : e->tol	 ? check_quantity(buf, e->tol, UNIT_RATIO)
				 : "0 %");
	table_cell(t, "%s", e->met ? "met" : "NOT MET");
	table_cell(t, "%s", e->source);
}

static bool is_shown(const struct expectation *e, bool all)
{
	return all || !e->met;
}

static void print_expectations(FILE *out, const struct run_report *r, bool all)
{
	const char *open = text_open_mark(r);
	const struct check *c = r->check;
	struct table t;

	table_init(&t, "lrrrrrrll");
	table_cell(&t, "what");
	table_cell(&t, "predicted");
	table_cell(&t, "low%s", open);
	table_cell(&t, "high%s", open);
	for (const char *const *h = (const char *const[]){"reference", "deviation", "tolerance",
							  "verdict", "source", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (size_t i = 0; i < c->nr; i++)
		if (is_shown(&c->list[i], all))
			expectation_row(&t, r, &c->list[i]);
	table_print(&t, out, 2);
	for (size_t i = 0; i < c->nr; i++)
		if (!c->list[i].met)
			fprintf(out, "  %s: %s\n", c->list[i].what, c->list[i].why);
}

void text_unmet(FILE *out, const struct run_report *r)
{
	size_t failed = r->check ? check_failed(r->check) : 0;

	if (!failed)
		return;
	fprintf(out, "\nExpectations that are not met: %zu of %zu\n", failed, r->check->nr);
	print_expectations(out, r, false);
}

void text_expectations(FILE *out, const struct run_report *r)
{
	fprintf(out, "\nExpectations\n");
	print_expectations(out, r, true);
	fprintf(out, "\n%zu of %zu met\n", r->check->nr - check_failed(r->check), r->check->nr);
}
