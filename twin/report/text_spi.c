// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <inttypes.h>

#include "report/opcode.h"
#include "report/table.h"
#include "report/text_parts.h"
#include "report/units.h"

/* Bytes of a transaction shown: command and address; the last ones of data. The rest is in JSON. */
#define SHOWN_OUT 5
#define SHOWN_IN 4

static void print_title(FILE *out, const struct run_report *r, struct spi_view *v)
{
	const struct report_device *d = report_spi_device(r, v->controller, v->cs);
	/* The pins are drawn on whole picoseconds: the divider is exact, a period's text is not. */
	uint64_t divider =
		(dist_quantile(&v->period, 50) * (v->hz / 1000) + 500000000) / 1000000000;
	char a[UNITS_SIZE], b[UNITS_SIZE];

	fprintf(out, "\nspi%u cs%u", v->controller, v->cs);
	if (d)
		fprintf(out, ": %s (%s)", d->name, d->compatible);
	if (v->hz)
		fprintf(out, ", peripheral clock %s", unit_hz(a, v->hz));
	if (divider)
		fprintf(out, " / %" PRIu64 " = SCK %s", divider, unit_hz(b, v->hz / divider));
	putc('\n', out);
	if (v->outside)
		fprintf(out, "  not shown: %" PRIu64 " outside the tasks (boot)\n", v->outside);
	if (v->stray_words)
		fprintf(out, "  words clocked without any chip select: %" PRIu64 "\n",
			v->stray_words);
	if (v->overlaps)
		fprintf(out, "  edges out of order, word and chip select overlap: %" PRIu64 "\n",
			v->overlaps);
}

static char *hex(char *text, const uint8_t *bytes, uint64_t n)
{
	*text = '\0';
	for (uint64_t i = 0; i < n; i++)
		sprintf(text + (i ? 3 * i - 1 : 0), i ? " %02x" : "%02x", bytes[i]);
	return text;
}

/* The first bytes out: command and address. */
static void mosi_cell(struct table *t, const uint8_t *bytes, const struct spi_transaction *x)
{
	uint64_t n = x->kept < SHOWN_OUT ? x->kept : SHOWN_OUT;
	char text[3 * SHOWN_OUT + 1];

	table_cell(t, "%s%s", hex(text, bytes, n), x->bytes > n ? " .." : "");
}

/* The last bytes in: data. */
static void miso_cell(struct table *t, const uint8_t *bytes, const struct spi_transaction *x)
{
	uint64_t n = x->kept < SHOWN_IN ? x->kept : SHOWN_IN;
	char text[3 * SHOWN_IN + 1];

	table_cell(t, "%s%s", x->bytes > n ? ".. " : "", hex(text, bytes + x->kept - n, n));
}

static void op_cell(struct table *t, const struct spi_transaction *x, const uint8_t *mosi,
		    bool flash)
{
	const char *name = flash && x->kept ? opcode_name(mosi[x->offset]) : NULL;

	if (!x->kept)
		table_cell(t, "-");
	else
		table_cell(t, "%02Xh%s%s", mosi[x->offset], name ? " " : "", name ? name : "");
}

struct list {
	struct table table;
	const struct run_report *report;
	bool flash;	    /* its bytes are flash commands */
	bool clocked_moves; /* rare: the clock is the bus's own */
	size_t shown[REPORT_TRANSACTIONS], nr;
};

static void list_find(struct list *l, const struct spi_view *v)
{
	const struct measure_result *m = l->report->measure;
	char path[TEXT_PATH];

	for (size_t i = 0; i < m->nr_transactions && l->nr < REPORT_TRANSACTIONS; i++) {
		const struct spi_transaction *x = &m->transactions[i];

		if (x->controller != v->controller || x->cs != v->cs)
			continue;
		l->shown[l->nr++] = i;
		snprintf(path, sizeof(path), "transactions.%zu.clocked_ps", i);
		l->clocked_moves |= text_interval_shows(l->report, path);
	}
}

static void list_heads(struct list *l)
{
	struct table *t = &l->table;

	table_cell(t, "start");
	table_cell(t, "CS low");
	text_interval_heads(t, l->report);
	table_cell(t, "clocked");
	if (l->clocked_moves)
		text_interval_heads(t, l->report);
	for (const char *const *h = (const char *const[]){"op", "bytes", "MOSI", "MISO, end", NULL};
	     *h; h++)
		table_cell(t, "%s", *h);
}

static void list_row(struct list *l, size_t i)
{
	const struct measure_result *m = l->report->measure;
	const struct spi_transaction *x = &m->transactions[i];
	struct table *t = &l->table;
	char buf[UNITS_SIZE];

	table_cell(t, "%s", unit_time(buf, x->start - m->window_from));
	table_cell(t, "%s%s", unit_time(buf, x->end - x->start), x->complete ? "" : "+");
	text_interval_cells(t, l->report, "transactions.%zu.cs_low_ps", i);
	table_cell(t, "%s", unit_time(buf, x->clocked));
	if (l->clocked_moves)
		text_interval_cells(t, l->report, "transactions.%zu.clocked_ps", i);
	op_cell(t, x, m->mosi, l->flash);
	table_cell(t, "%" PRIu64, x->bytes);
	mosi_cell(t, m->mosi + x->offset, x);
	miso_cell(t, m->miso + x->offset, x);
}

static void print_transactions(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	const struct report_device *d = report_spi_device(r, v->controller, v->cs);
	struct list l = {.report = r, .flash = d && opcode_applies(d->compatible)};

	list_find(&l, v);
	table_init(&l.table, !r->uncertainty   ? "rrrlrll"
			     : l.clocked_moves ? "rrrrrrrlrll"
					       : "rrrrrlrll");
	list_heads(&l);
	for (size_t i = 0; i < l.nr; i++)
		list_row(&l, l.shown[i]);
	fprintf(out, "  Transactions, start counted from the first task's\n");
	table_print(&l.table, out, 4);
	if (v->transactions > l.nr)
		fprintf(out, "    and %" PRIu64 " more, see the JSON report\n",
			v->transactions - l.nr);
}

static void dist_row(struct table *t, const char *name, struct dist *d)
{
	struct dist_summary s = dist_summary(d);
	const uint64_t values[] = {s.min, s.p50, s.p90, s.p99, s.max, s.mean};
	char buf[UNITS_SIZE];

	table_cell(t, "%s%s", name, s.exact ? "" : " ~");
	table_cell(t, "%" PRIu64, s.n);
	for (int i = 0; i < 6; i++)
		table_cell(t, "%s", s.n ? unit_time(buf, values[i]) : "-");
}

/* With its interval; path: its name in JSON. */
static void dist_rows(struct table *t, const struct run_report *r, const char *name, struct dist *d,
		      const char *path)
{
	static const char *const stats[] = {"n",      "min_ps", "p50_ps",  "p90_ps",
					    "p99_ps", "max_ps", "mean_ps", NULL};

	dist_row(t, name, d);
	text_interval_rows(t, r, path, stats);
}

static void print_gaps(FILE *out, const struct run_report *r, struct spi_view *v)
{
	static const char *const names[SPI_GAP_NR] = {
		[SPI_GAP_WORD] = "word gap",
		[SPI_GAP_TRANSFER] = "inter-transfer gap",
		[SPI_GAP_MESSAGE] = "inter-message gap",
		[SPI_GAP_SETUP] = "CS setup",
		[SPI_GAP_HOLD] = "CS hold",
	};
	static const enum spi_gap order[] = {SPI_GAP_SETUP, SPI_GAP_WORD, SPI_GAP_TRANSFER,
					     SPI_GAP_HOLD, SPI_GAP_MESSAGE};
	size_t index = report_view_index(r, v);
	char path[TEXT_PATH];
	struct table t;

	fprintf(out, "  What a scope shows\n");
	table_init(&t, "lrrrrrrr");
	for (const char *const *h = (const char *const[]){"", "n", "min", "p50", "p90", "p99",
							  "max", "mean", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (int i = 0; i < SPI_GAP_NR; i++) {
		snprintf(path, sizeof(path), "spi.%zu.gaps.%s", index, spi_gap_name(order[i]));
		dist_rows(&t, r, names[order[i]], &v->gap[order[i]].dist, path);
	}
	snprintf(path, sizeof(path), "spi.%zu.sck_period", index);
	dist_rows(&t, r, "SCK period", &v->period, path);
	table_print(&t, out, 4);
	if (v->continuous)
		fprintf(out, "    words that followed without a pause of the clock: %" PRIu64 "\n",
			v->continuous);
}

void text_spi(FILE *out, const struct run_report *r, struct spi_view *v)
{
	print_title(out, r, v);
	if (!v->transactions && !v->words)
		return;
	text_work(out, r, v);
	print_transactions(out, r, v);
	print_gaps(out, r, v);
	text_time(out, r, v);
}
