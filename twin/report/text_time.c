// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/units.h"

struct row {
	const char *name;
	const char *key; /* of its time in JSON, below the chip select; NULL: of all tasks */
	struct ctx_split by;
};

struct sheet {
	struct table table;
	const struct run_report *report;
	size_t view;		/* number of the chip select */
	bool used[TWIN_CTX_NR]; /* contexts that have a column */
};

/* Contexts that have any time in the rows get a column. */
static void used_contexts(struct sheet *s, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (int c = 0; c < TWIN_CTX_NR; c++)
			s->used[c] |= rows[i].by.ps[c] != 0;
}

static void print_row(struct sheet *s, const struct row *r)
{
	struct table *t = &s->table;
	char buf[UNITS_SIZE];

	table_cell(t, "%s", r->name);
	table_cell(t, "%s", unit_time(buf, ctx_sum(&r->by)));
	if (r->key)
		text_interval_cells(t, s->report, "spi.%zu.%s", s->view, r->key);
	else
		text_interval_cells(t, s->report, "window.length_ps");
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (s->used[c])
			table_cell(t, "%s", r->by.ps[c] ? unit_time(buf, r->by.ps[c]) : "-");
}

static void print_percent(struct sheet *s, const struct row *r)
{
	struct table *t = &s->table;
	char buf[UNITS_SIZE];

	table_cell(t, "%s", "");
	table_cell(t, "%s", "100.0 %");
	for (int i = 0; s->report->uncertainty && i < 2; i++)
		table_cell(t, "%s", "");
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (s->used[c])
			table_cell(t, "%s", unit_percent(buf, r->by.ps[c], ctx_sum(&r->by)));
}

static void print_heads(struct sheet *s)
{
	struct table *t = &s->table;

	table_cell(t, "%s", "");
	table_cell(t, "%s", "time");
	text_interval_heads(t, s->report);
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (s->used[c])
			table_cell(t, "%s", report_context_name(c));
}

static bool is_sum(const struct row *r)
{
	return r->name[0] != ' ';
}

static void print_rows(FILE *out, struct sheet *s, const struct row *rows, size_t n)
{
	char align[TABLE_COLUMNS] = "lr";

	used_contexts(s, rows, n);
	if (s->report->uncertainty)
		strcat(align, "rr");
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (s->used[c])
			strcat(align, "r");
	table_init(&s->table, align);
	print_heads(s);
	for (size_t i = 0; i < n; i++) {
		if (!ctx_sum(&rows[i].by))
			continue;
		print_row(s, &rows[i]);
		if (is_sum(&rows[i]))
			print_percent(s, &rows[i]);
	}
	table_print(&s->table, out, 4);
}

void text_time(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	const struct row rows[] = {
		{"CS low, no clock", "unclocked_ps", spi_view_active_unclocked(v)},
		{"  CS setup", "gaps.cs_setup.total_ps", v->gap[SPI_GAP_SETUP].by},
		{"  word gaps", "gaps.word.total_ps", v->gap[SPI_GAP_WORD].by},
		{"  inter-transfer", "gaps.transfer.total_ps", v->gap[SPI_GAP_TRANSFER].by},
		{"  CS hold", "gaps.cs_hold.total_ps", v->gap[SPI_GAP_HOLD].by},
		{"  no word at all", "empty_ps", v->empty_by},
		{"CS high, between", "gaps.message.total_ps", v->gap[SPI_GAP_MESSAGE].by},
		{"before the first", "before_ps", v->lead},
		{"after the last", "after_ps", v->tail},
		{"all of the tasks", NULL, r->measure->window_by},
	};
	struct sheet s = {.report = r, .view = report_view_index(r, v)};
	struct ctx_split unclocked = spi_view_active_unclocked(v);
	char a[UNITS_SIZE], b[UNITS_SIZE], c[UNITS_SIZE], aside[TEXT_ASIDE];

	text_interval_aside(aside, r, "spi.%zu.cs_low_ps", s.view);
	fprintf(out, "  Where the time went: CS low %s%s%s= clocked %s + clock stands %s\n",
		unit_time(a, v->cs_low), aside, *aside ? "\n    " : " ", unit_time(b, v->clocked),
		unit_time(c, ctx_sum(&unclocked)));
	print_rows(out, &s, rows, sizeof(rows) / sizeof(rows[0]));
}
