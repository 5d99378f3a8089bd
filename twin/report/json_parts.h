/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The parts of the JSON report. */
#ifndef REPORT_JSON_PARTS_H
#define REPORT_JSON_PARTS_H

#include <jansson.h>

#include "report/report.h"

/* Integers beyond 2^63 - 1 saturate. */
json_t *json_u64(uint64_t value);
/* NULL becomes null; bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *text);
json_t *json_bytes(const char *text, size_t len);
/* {"hardirq": ps, ...} */
json_t *json_split(const struct ctx_split *s);
json_t *json_dist(struct dist *d);
json_t *json_observed(const struct run_report *r);
json_t *json_expectations(const struct run_report *r);
/* null when the run was not varied. */
json_t *json_uncertainty(const struct run_report *r);
/* One object per chip select. */
json_t *json_views(const struct run_report *r);
json_t *json_transactions(const struct run_report *r);

#endif
