/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Reads report.json. */
#ifndef SCENARIOS_REPORT_H
#define SCENARIOS_REPORT_H

#include <jansson.h>
#include <stdint.h>

/* Never freed. Fails the test when it is not JSON. */
json_t *report_of(const char *json);
json_t *report_file(const char *name);
/* Value at a path like "tasks.0.name"; fails the test when there is none. */
json_t *report_at(json_t *report, const char *path);
int64_t report_int(json_t *report, const char *path);
const char *report_text_at(json_t *report, const char *path);

#endif
