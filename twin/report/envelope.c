// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The smallest and the largest value of each figure in a set of reports of one form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/uncertainty_part.h"
#include "trace/mem.h"

/* A figure: the same number in all variants. NULL: a variant that has none. */
static void figure(struct uncertainty *u, const char *path, const json_t *own, json_t **others)
{
	json_int_t low = json_integer_value(own), high = low, value;
	json_t *pair;

	for (size_t i = 0; i < u->nr; i++) {
		if (!json_is_integer(others[i]))
			continue;
		value = json_integer_value(others[i]);
		low = value < low ? value : low;
		high = value > high ? value : high;
	}
	if (low == high)
		return;
	pair = json_array();
	json_array_append_new(pair, json_integer(low));
	json_array_append_new(pair, json_integer(high));
	json_object_set_new(u->intervals, path, pair);
}

static void walk(struct uncertainty *u, const char *path, json_t *own, json_t **others);

/* Does `key` describe spans of which there are none? Such a 0 is no value. */
static bool is_vacant(const json_t *of, const char *key)
{
	const json_t *n = json_object_get(of, "n");
	size_t len = strlen(key);

	return json_is_integer(n) && !json_integer_value(n) && len > 3 &&
	       !strcmp(key + len - 3, "_ps") && strcmp(key, "total_ps");
}

/* The member of the same name or number in another report; NULL: it has none. */
static json_t *member(json_t *of, const char *key, size_t index)
{
	if (!key)
		return json_array_get(of, index);
	return is_vacant(of, key) ? NULL : json_object_get(of, key);
}

static void walk_member(struct uncertainty *u, const char *path, json_t *own, json_t **others,
			const char *key, size_t index)
{
	json_t **theirs = mem_alloc(u->nr * sizeof(json_t *));
	char below[PATH_MAX_LEN];
	int n;

	if (key)
		n = snprintf(below, sizeof(below), "%s%s%s", path, *path ? "." : "", key);
	else
		n = snprintf(below, sizeof(below), "%s.%zu", path, index);
	for (size_t i = 0; i < u->nr; i++)
		theirs[i] = others[i] ? member(others[i], key, index) : NULL;
	if (n < (int)sizeof(below))
		walk(u, below, own, theirs);
	free(theirs);
}

/* What describes the run and its constants is no result of it. */
static bool is_result(const char *path)
{
	static const char *const sections[] = {"run",
					       "window",
					       "counts",
					       "tasks",
					       "spi",
					       "transactions",
					       "transactions_dropped",
					       "bad_words",
					       "observed",
					       "expectations"};
	size_t len = strcspn(path, ".");

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (strlen(sections[i]) == len && !strncmp(sections[i], path, len))
			return true;
	return !*path;
}

/* The predicted value's own interval, which is not known yet. */
static bool is_interval(const char *path)
{
	const char *last = strrchr(path, '.');

	return !strncmp(path, "expectations.", 13) &&
	       (!strcmp(last, ".low") || !strcmp(last, ".high"));
}

static void walk(struct uncertainty *u, const char *path, json_t *own, json_t **others)
{
	size_t index, most = strcmp(path, "transactions") ? SIZE_MAX : REPORT_TRANSACTIONS;
	const char *key;
	json_t *value;

	if (!is_result(path) || is_interval(path))
		return;
	if (json_is_integer(own))
		figure(u, path, own, others);
	json_object_foreach(own, key, value) {
		if (!is_vacant(own, key))
			walk_member(u, path, value, others, key, 0);
	}
	json_array_foreach(own, index, value) {
		if (index < most)
			walk_member(u, path, value, others, NULL, index);
	}
}

void uncertainty_envelope(struct uncertainty *u)
{
	json_t **others = mem_alloc(u->nr * sizeof(json_t *));

	for (size_t i = 0; i < u->nr; i++)
		others[i] = u->variants[i].comparable ? u->variants[i].report : NULL;
	walk(u, "", u->report, others);
	free(others);
}
