/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Verdicts as JUnit XML, for CI servers: one test case per expectation. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "report/report.h"

/*
 * A run that did not end in order has one more test case, "run". No host time or date. malloc()ed,
 * never NULL.
 */
char *report_junit(const struct run_report *r);

#endif
