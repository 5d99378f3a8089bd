/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The sections of the text report. */
#ifndef REPORT_TEXT_PARTS_H
#define REPORT_TEXT_PARTS_H

#include "report/report.h"
#include "scenario/units.h"

/* Transactions, gaps, software's part: one section per chip select. */
void text_spi(FILE *out, const struct run_report *r, struct spi_view *v);
/* Where the time went, by context. */
void text_time(FILE *out, const struct run_report *r, const struct spi_view *v);
/* Totals of a chip select, and per word. */
void text_work(FILE *out, const struct run_report *r, const struct spi_view *v);
/* How often things happened. */
void text_counts(FILE *out, const struct run_report *r);

/*
 * Intervals: the least and the most that was seen of a figure, which is called by its path in JSON
 * (printf-like); a time has a name that ends in "_ps". What does not move has none.
 */
#define TEXT_PATH 160
#define TEXT_ASIDE 128
struct table;
/* Has the figure an interval, in case of a time one of a thousandth of it? Only such are shown. */
bool text_interval_shows(const struct run_report *r, const char *path);
/*
 * Two columns beside a figure's, or none when the run was not varied: their heads; their cells,
 * empty for a figure without an interval.
 */
void text_interval_heads(struct table *t, const struct run_report *r);
void text_interval_cells(struct table *t, const struct run_report *r, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* In a sentence: " (low 1.000 us, high 2.000 us)", or "". Returns buf (TEXT_ASIDE). */
const char *text_interval_aside(char *buf, const struct run_report *r, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same of ends that are text already. */
const char *text_interval_between(char *buf, const struct run_report *r, const char *low,
				  const char *high);
/* " (open)" behind "low" and "high" when variants ended in another way than the run, or "". */
const char *text_open_mark(const struct run_report *r);
/* Rounded for people; exact values are in JSON. Returns buf (UNITS_SIZE). */
const char *text_quantity(char *buf, uint64_t value, enum unit_class unit);
/*
 * Two rows below a figure's. stats: names below `path`, one per column, ends with NULL. Nothing
 * when no column has an interval.
 */
void text_interval_rows(struct table *t, const struct run_report *r, const char *path,
			const char *const *stats);
/* The constants that matter most; variants that ended in another way. */
void text_uncertainty(FILE *out, const struct run_report *r);
/* What the former is about, by path and in words: a span, else chip select low, else the tasks. */
const char *report_subject(const struct run_report *r, const char **what);
/* A chip select's number in the report: its list index in JSON. */
size_t report_view_index(const struct run_report *r, const struct spi_view *v);
/* Spans that the scenario observes; nothing without any. */
void text_observed(FILE *out, const struct run_report *r);
/* Expectations that are not met; nothing when all are. */
void text_unmet(FILE *out, const struct run_report *r);
/* All expectations. */
void text_expectations(FILE *out, const struct run_report *r);
/* The SPI device of a chip select, or NULL. */
const struct report_device *report_spi_device(const struct run_report *r, int controller, int cs);
/* "thread", ... as in JSON. */
const char *report_context_name(int context);

#endif
