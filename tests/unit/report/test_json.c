// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"
#include "stream.h"

static json_t *parse(const char *text)
{
	json_error_t e;
	json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, &e);

	cr_assert(o, "%s", e.text);
	return o;
}

/* "spi.0.gaps.word.n" */
static json_t *at(json_t *o, const char *path)
{
	char *copy = strdup(path), *save = NULL;

	for (char *p = strtok_r(copy, ".", &save); p && o; p = strtok_r(NULL, ".", &save))
		o = json_is_array(o) ? json_array_get(o, strtoul(p, NULL, 10))
				     : json_object_get(o, p);
	free(copy);
	cr_assert(o, "%s is missing", path);
	return o;
}

static json_int_t num(json_t *o, const char *path)
{
	return json_integer_value(at(o, path));
}

Test(json, numbers_of_the_story)
{
	struct run_report r = sample_report();
	char *text = report_json(&r);
	json_t *o = parse(text);

	cr_assert_str_eq(json_string_value(at(o, "format")), "spitwin-report");
	cr_assert_eq(num(o, "version"), 1);
	cr_assert_eq(num(o, "spi.0.gaps.word.max_ps"), 550000);
	cr_assert_eq(num(o, "spi.0.gaps.word.by_context.idle"), 250000);
	cr_assert_eq(num(o, "spi.0.gaps.cs_setup.mean_ps"), 270000);
	cr_assert_eq(num(o, "spi.0.gaps.message.n"), 1);
	cr_assert_eq(num(o, "spi.0.unclocked_ps"), 1640000);
	cr_assert_eq(num(o, "spi.0.sck_period.p50_ps"), 20000);
	cr_assert_eq(num(o, "transactions.0.opcode"), 0x13);
	cr_assert_str_eq(json_string_value(at(o, "transactions.0.opcode_name")), "READ4");
	cr_assert_str_eq(json_string_value(at(o, "transactions.0.miso")), "ffffdead");
	cr_assert_eq(num(o, "tasks.0.duration_ps"), 15400000);
	cr_assert(json_is_null(at(o, "tasks.1.begin_ps")));
	cr_assert_str_eq(json_string_value(at(o, "tasks.0.output")),
			 "1+0 records in\n1+0 records out\nbad byte \xef\xbf\xbd, no newline");
	cr_assert_eq(num(o, "counts.spi_worker_wakeups"), 1);
	cr_assert_eq(num(o, "costs.0.value"), 1894);
	json_decref(o);
	free(text);
	sample_free();
}

Test(json, equal_runs_give_equal_bytes)
{
	struct run_report r = sample_report();
	char *a = report_json(&r), *b;

	r = sample_report();
	b = report_json(&r);
	cr_assert_str_eq(a, b);
	cr_assert_str_eq(a + strlen(a) - 2, "}\n");
	free(a);
	free(b);
	sample_free();
}

/* The paths documented in the first column of the tables, "`a[].b`", one per line. */
struct paths {
	char *path[400];
	int used[400];
	size_t n;
};

static void read_documented(struct paths *p)
{
	char *text = slurp(SCHEMA_FILE, NULL), *save = NULL;

	cr_assert(text, SCHEMA_FILE);
	for (char *l = strtok_r(text, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
		char *end = strncmp(l, "| `", 3) ? NULL : strchr(l + 3, '`');

		if (end)
			p->path[p->n++] = strndup(l + 3, (size_t)(end - l - 3));
	}
	free(text);
	cr_assert_gt(p->n, 50);
}

/* "GAP" and "CONTEXT" in the document stand for the names of gap classes and contexts. */
static const char *generic(const char *key)
{
	static const char *const gaps[] = {"word", "transfer", "message", "cs_setup", "cs_hold"};
	static const char *const contexts[] = {"hardirq", "softirq", "thread",
					       "user",	  "idle",    "boot"};

	for (int i = 0; i < 5; i++)
		if (!strcmp(key, gaps[i]))
			return "GAP";
	for (int i = 0; i < 6; i++)
		if (!strcmp(key, contexts[i]))
			return "CONTEXT";
	return key;
}

static void check_path(struct paths *p, const char *path)
{
	int found = 0;

	for (size_t i = 0; i < p->n; i++) {
		int same = !strcmp(p->path[i], path);

		p->used[i] |= same;
		found |= same;
	}
	cr_expect(found, "%s is not documented", path);
}

static void walk(struct paths *p, json_t *o, const char *path)
{
	const char *key;
	json_t *value;
	size_t i;
	char *next;

	if (*path && !json_is_array(o) && !(json_is_object(o) && path[strlen(path) - 1] == ']'))
		check_path(p, path);
	json_object_foreach(o, key, value) {
		cr_assert_gt(asprintf(&next, "%s%s%s", path, *path ? "." : "", generic(key)), 0);
		walk(p, value, next);
		free(next);
	}
	json_array_foreach(o, i, value) {
		cr_assert_gt(asprintf(&next, "%s[]", path), 0);
		walk(p, value, next);
		free(next);
	}
}

Test(json, every_key_is_documented_and_every_documented_key_exists)
{
	struct run_report r = sample_report();
	char *text = report_json(&r);
	json_t *o = parse(text);
	struct paths p = {0};

	read_documented(&p);
	walk(&p, o, "");
	for (size_t i = 0; i < p.n; i++) {
		cr_expect(p.used[i], "%s is documented but not in the report", p.path[i]);
		free(p.path[i]);
	}
	json_decref(o);
	free(text);
	sample_free();
}

Test(json, an_empty_run_is_valid_too)
{
	struct run_report r = sample_empty();
	char *text = report_json(&r);
	json_t *o = parse(text);

	cr_assert_eq(json_array_size(at(o, "transactions")), 0);
	cr_assert(json_is_null(at(o, "run.kernel")));
	json_decref(o);
	free(text);
	sample_free();
}
