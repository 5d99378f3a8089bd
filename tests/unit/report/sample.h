/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A report with something in every field, of stream_story(). */
#ifndef TEST_SAMPLE_H
#define TEST_SAMPLE_H

#include "report/report.h"

/* Belongs to the caller until sample_free(). */
struct run_report sample_report(void);
/* The same without tasks, devices, pins, constants, spans and expectations. */
struct run_report sample_empty(void);
void sample_free(void);
char *sample_text(const struct run_report *r);

#endif
