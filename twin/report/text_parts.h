/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The sections of the text report. */
#ifndef REPORT_TEXT_PARTS_H
#define REPORT_TEXT_PARTS_H

#include "report/report.h"

/* Transactions, gaps, software's part: one section per chip select. */
void text_spi(FILE *out, const struct run_report *r, struct spi_view *v);
/* Where the time went, by context. */
void text_time(FILE *out, const struct measure_result *m, const struct spi_view *v);
/*
 * Rows below a figure's: what the constants' ranges allow. stats: names in JSON below `path`, one
 * per column ("" none), ends with NULL. Nothing when no column has an interval.
 */
struct table;
void text_bounds(struct table *t, const struct run_report *r, const char *path,
		 const char *const *stats);
/* The constants that matter most. */
void text_tornado(FILE *out, const struct run_report *r);
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
