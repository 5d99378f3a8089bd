// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>

#include "report/table.h"
#include "report/text_parts.h"
#include "report/units.h"

struct row {
	const char *name;
	struct ctx_split by;
};

/* Contexts that have any time in the rows get a column. */
static void used_contexts(const struct row *rows, size_t n, bool *used)
{
	for (size_t i = 0; i < n; i++)
		for (int c = 0; c < TWIN_CTX_NR; c++)
			used[c] |= rows[i].by.ps[c] != 0;
}

static void print_row(struct table *t, const struct row *r, const bool *used)
{
	char buf[UNITS_SIZE];

	table_cell(t, "%s", r->name);
	table_cell(t, "%s", unit_time(buf, ctx_sum(&r->by)));
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (used[c])
			table_cell(t, "%s", r->by.ps[c] ? unit_time(buf, r->by.ps[c]) : "-");
}

static void print_percent(struct table *t, const struct row *r, const bool *used)
{
	char buf[UNITS_SIZE];

	table_cell(t, "%s", "");
	table_cell(t, "%s", "100.0 %");
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (used[c])
			table_cell(t, "%s", unit_percent(buf, r->by.ps[c], ctx_sum(&r->by)));
}

static void print_heads(struct table *t, const bool *used)
{
	table_cell(t, "%s", "");
	table_cell(t, "%s", "time");
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (used[c])
			table_cell(t, "%s", report_context_name(c));
}

static bool is_sum(const struct row *r)
{
	return r->name[0] != ' ';
}

static void print_rows(FILE *out, const struct row *rows, size_t n)
{
	bool used[TWIN_CTX_NR] = {false};
	char align[TABLE_COLUMNS] = "lr";
	struct table t;

	used_contexts(rows, n, used);
	for (int c = 0; c < TWIN_CTX_NR; c++)
		if (used[c])
			strcat(align, "r");
	table_init(&t, align);
	print_heads(&t, used);
	for (size_t i = 0; i < n; i++) {
		if (!ctx_sum(&rows[i].by))
			continue;
		print_row(&t, &rows[i], used);
		if (is_sum(&rows[i]))
			print_percent(&t, &rows[i], used);
	}
	table_print(&t, out, 4);
}

void text_time(FILE *out, const struct measure_result *m, const struct spi_view *v)
{
	const struct row rows[] = {
		{"CS low, no clock", spi_view_active_unclocked(v)},
		{"  CS setup", v->gap[SPI_GAP_SETUP].by},
		{"  word gaps", v->gap[SPI_GAP_WORD].by},
		{"  inter-transfer", v->gap[SPI_GAP_TRANSFER].by},
		{"  CS hold", v->gap[SPI_GAP_HOLD].by},
		{"  no word at all", v->empty_by},
		{"CS high, between", v->gap[SPI_GAP_MESSAGE].by},
		{"before the first", v->lead},
		{"after the last", v->tail},
		{"all of the tasks", m->window_by},
	};
	struct ctx_split unclocked = spi_view_active_unclocked(v);
	char a[UNITS_SIZE], b[UNITS_SIZE], c[UNITS_SIZE];

	fprintf(out, "  Where the time went: CS low %s = clocked %s + clock stands %s\n",
		unit_time(a, v->cs_low), unit_time(b, v->clocked),
		unit_time(c, ctx_sum(&unclocked)));
	print_rows(out, rows, sizeof(rows) / sizeof(rows[0]));
}
