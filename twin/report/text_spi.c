// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <inttypes.h>

#include "report/opcode.h"
#include "report/table.h"
#include "report/text_parts.h"
#include "report/units.h"

/* Bytes of a transaction shown; the rest is in JSON. */
#define SHOWN_BYTES 5

static void print_title(FILE *out, const struct run_report *r, struct spi_view *v)
{
	const struct report_device *d = report_spi_device(r, v->controller, v->cs);
	/* The pins are drawn on whole picoseconds: the divider is exact, a period's text is not. */
	uint64_t divider = (dist_quantile(&v->period, 50) * (v->hz / 1000) + 500000000) / 1000000000;
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
	uint64_t n = x->kept < SHOWN_BYTES ? x->kept : SHOWN_BYTES;
	char text[3 * SHOWN_BYTES + 1];

	table_cell(t, "%s%s", hex(text, bytes, n), x->bytes > n ? " .." : "");
}

/* The last bytes in: data. */
static void miso_cell(struct table *t, const uint8_t *bytes, const struct spi_transaction *x)
{
	uint64_t n = x->kept < SHOWN_BYTES ? x->kept : SHOWN_BYTES;
	char text[3 * SHOWN_BYTES + 1];

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

static void transaction_row(struct table *t, const struct measure_result *m,
			    const struct spi_transaction *x, bool flash)
{
	char buf[UNITS_SIZE];

	table_cell(t, "%s", unit_time(buf, x->start - m->window_from));
	table_cell(t, "%s%s", unit_time(buf, x->end - x->start), x->complete ? "" : "+");
	table_cell(t, "%s", unit_time(buf, x->clocked));
	op_cell(t, x, m->mosi, flash);
	table_cell(t, "%" PRIu64, x->bytes);
	mosi_cell(t, m->mosi + x->offset, x);
	miso_cell(t, m->miso + x->offset, x);
}

static void print_transactions(FILE *out, const struct run_report *r, const struct spi_view *v)
{
	const struct report_device *d = report_spi_device(r, v->controller, v->cs);
	const struct measure_result *m = r->measure;
	bool flash = d && opcode_applies(d->compatible);
	uint64_t shown = 0, total = v->transactions;
	struct table t;

	table_init(&t, "rrrlrll");
	for (const char *const *h = (const char *const[]){"start", "CS low", "clocked", "op",
							  "bytes", "MOSI", "MISO, end", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (size_t i = 0; i < m->nr_transactions && shown < REPORT_TRANSACTIONS; i++) {
		const struct spi_transaction *x = &m->transactions[i];

		if (x->controller != v->controller || x->cs != v->cs)
			continue;
		transaction_row(&t, m, x, flash);
		shown++;
	}
	fprintf(out, "  Transactions, start counted from the first task's\n");
	table_print(&t, out, 4);
	if (total > shown)
		fprintf(out, "    and %" PRIu64 " more, see the JSON report\n", total - shown);
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

/* A chip select's number in the report: its list index in JSON. */
static size_t view_index(const struct run_report *r, const struct spi_view *v)
{
	size_t i = 0;

	while (r->measure->views[i] != v)
		i++;
	return i;
}

static void gap_row(struct table *t, const struct run_report *r, struct spi_view *v,
		    enum spi_gap gap, const char *name)
{
	static const char *const stats[] = {"n", "min_ps", "p50_ps", "p90_ps", "p99_ps", "max_ps",
					    "mean_ps", NULL};
	char path[80];

	dist_row(t, name, &v->gap[gap].dist);
	snprintf(path, sizeof(path), "spi.%zu.gaps.%s", view_index(r, v), spi_gap_name(gap));
	text_bounds(t, r, path, stats);
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
	struct table t;

	fprintf(out, "  What a scope shows\n");
	table_init(&t, "lrrrrrrr");
	for (const char *const *h = (const char *const[]){"", "n", "min", "p50", "p90", "p99",
							  "max", "mean", NULL};
	     *h; h++)
		table_cell(&t, "%s", *h);
	for (int i = 0; i < SPI_GAP_NR; i++)
		gap_row(&t, r, v, order[i], names[order[i]]);
	dist_row(&t, "SCK period", &v->period);
	table_print(&t, out, 4);
	if (v->continuous)
		fprintf(out, "    words that followed without a pause of the clock: %" PRIu64 "\n",
			v->continuous);
}

static void print_work(FILE *out, const struct spi_view *v)
{
	const struct spi_work *w = &v->work;
	char a[UNITS_SIZE], b[UNITS_SIZE], c[UNITS_SIZE], d[UNITS_SIZE];

	fprintf(out,
		"  transactions %" PRIu64 ", SPI messages %" PRIu64 ", transfers %" PRIu64
		", words %" PRIu64 "\n",
		v->transactions, w->messages, w->transfers, v->words);
	fprintf(out,
		"  per word: %s interrupts, %s waits for a completion, "
		"%s wake-ups, %s sleeps\n",
		unit_ratio(a, w->irqs, v->words), unit_ratio(d, w->waits, v->words),
		unit_ratio(b, w->wakes, v->words), unit_ratio(c, w->sleeps, v->words));
}

void text_spi(FILE *out, const struct run_report *r, struct spi_view *v)
{
	print_title(out, r, v);
	if (!v->transactions && !v->words)
		return;
	print_work(out, v);
	print_transactions(out, r, v);
	print_gaps(out, r, v);
	text_time(out, r->measure, v);
}
