// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"
#include "program.h"

static json_t *reports; /* all there are, so that they stay reachable */

json_t *report_of(const char *json)
{
	json_error_t err;
	json_t *report = json_loads(json, 0, &err);

	cr_assert(report, "not JSON: %s at %d: %.200s", err.text, err.line, json);
	if (!reports)
		reports = json_array();
	json_array_append_new(reports, report);
	return report;
}

json_t *report_file(const char *name)
{
	return report_of(read_file(name, NULL));
}

json_t *report_at(json_t *report, const char *path)
{
	char *words = text("%s", path), *save = NULL;
	json_t *at = report;

	for (char *w = strtok_r(words, ".", &save); w; w = strtok_r(NULL, ".", &save)) {
		at = json_is_array(at) ? json_array_get(at, strtoul(w, NULL, 10))
				       : json_object_get(at, w);
		cr_assert(at, "the report has no %s", path);
	}
	return at;
}

int64_t report_int(json_t *report, const char *path)
{
	json_t *value = report_at(report, path);

	cr_assert(json_is_integer(value), "%s is no integer", path);
	return json_integer_value(value);
}

const char *report_text_at(json_t *report, const char *path)
{
	json_t *value = report_at(report, path);

	cr_assert(json_is_string(value), "%s is no text", path);
	return json_string_value(value);
}
