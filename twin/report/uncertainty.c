// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/uncertainty.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

#define PATH_MAX_LEN 160

struct variant {
	size_t cost;
	uint64_t value;
	json_t *report; /* NULL: missing */
};

struct uncertainty {
	json_t *report, *intervals;
	struct variant *variants;
	size_t nr, missing;
};

/* Integer square root, rounded to the nearest. */
static uint64_t root(unsigned __int128 square)
{
	uint64_t low = 0, high = UINT64_MAX >> 1;

	while (low < high) {
		uint64_t mid = low + (high - low) / 2 + 1;

		if ((unsigned __int128)mid * mid <= square)
			low = mid;
		else
			high = mid - 1;
	}
	return low + (square - (unsigned __int128)low * low > low);
}

static uint64_t plain(const json_t *number)
{
	json_int_t value = json_integer_value(number);

	return value < 0 ? 0 : (uint64_t)value;
}

/* The member of the same name or number in another report; NULL: it has none. */
static json_t *member(json_t *of, const char *key, size_t index)
{
	return key ? json_object_get(of, key) : json_array_get(of, index);
}

struct spread {
	unsigned __int128 down, up; /* squares */
};

/*
 * One constant has two variants at most. Each end counts on its side; when both are on one side the
 * larger counts.
 */
static void add_constant(struct spread *s, uint64_t value, const uint64_t *ends, size_t nr)
{
	uint64_t down = 0, up = 0;

	for (size_t i = 0; i < nr; i++) {
		if (ends[i] < value && value - ends[i] > down)
			down = value - ends[i];
		if (ends[i] > value && ends[i] - value > up)
			up = ends[i] - value;
	}
	s->down += (unsigned __int128)down * down;
	s->up += (unsigned __int128)up * up;
}

static void set_interval(struct uncertainty *u, const char *path, uint64_t value,
			 const struct spread *s)
{
	uint64_t down = root(s->down), up = root(s->up);
	json_t *pair;

	if (!down && !up)
		return;
	pair = json_array();
	json_array_append_new(pair, json_integer((json_int_t)(value > down ? value - down : 0)));
	json_array_append_new(pair, json_integer((json_int_t)(value + up)));
	json_object_set_new(u->intervals, path, pair);
}

/* A figure: the same number in all variants, which are in order of their constants. */
static void figure(struct uncertainty *u, const char *path, const json_t *own, json_t **others)
{
	uint64_t value = plain(own), ends[2];
	struct spread spread = {0};
	size_t i = 0, n;

	while (i < u->nr) {
		size_t cost = u->variants[i].cost;

		for (n = 0; i < u->nr && u->variants[i].cost == cost; i++)
			if (json_is_integer(others[i]) && n < 2)
				ends[n++] = plain(others[i]);
		add_constant(&spread, value, ends, n);
	}
	set_interval(u, path, value, &spread);
}

static void walk(struct uncertainty *u, const char *path, json_t *own, json_t **others);

static void walk_member(struct uncertainty *u, const char *path, json_t *own, json_t **others,
			const char *key, size_t index)
{
	json_t **theirs = mem_alloc(u->nr * sizeof(json_t *) + 1);
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
	static const char *const sections[] = {"window", "counts", "tasks", "spi", "transactions",
					       "observed", "expectations"};
	size_t len = strcspn(path, ".");

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (strlen(sections[i]) == len && !strncmp(sections[i], path, len))
			return true;
	return !*path;
}

static void walk(struct uncertainty *u, const char *path, json_t *own, json_t **others)
{
	size_t index, most = strcmp(path, "transactions") ? SIZE_MAX : REPORT_TRANSACTIONS;
	const char *key;
	json_t *value;

	if (!is_result(path))
		return;
	if (json_is_integer(own))
		figure(u, path, own, others);
	json_object_foreach(own, key, value)
		walk_member(u, path, value, others, key, 0);
	json_array_foreach(own, index, value)
		if (index < most)
			walk_member(u, path, value, others, NULL, index);
}

/* How a run ended. What was expected of its figures is no part of that. */
static const char *ending(json_t *report)
{
	const char *outcome = json_string_value(
		json_object_get(json_object_get(report, "result"), "outcome"));

	return !outcome ? "" : strcmp(outcome, "expectation-failed") ? outcome : "ok";
}

static bool same_outcome(json_t *a, json_t *b)
{
	return *ending(a) && !strcmp(ending(a), ending(b));
}

static json_t *parse(const char *report)
{
	return report ? json_loads(report, 0, NULL) : NULL;
}

struct uncertainty *uncertainty_new(const char *report, const struct uncertainty_variant *variants,
				    size_t nr)
{
	struct uncertainty *u = mem_alloc(sizeof(*u));
	json_t **others = mem_alloc(nr * sizeof(json_t *) + 1);

	u->report = parse(report);
	u->intervals = json_object();
	u->variants = mem_alloc(nr * sizeof(*u->variants) + 1);
	u->nr = nr;
	for (size_t i = 0; i < nr; i++) {
		struct variant *v = &u->variants[i];

		*v = (struct variant){variants[i].cost, variants[i].value,
				      parse(variants[i].report)};
		if (v->report && !same_outcome(u->report, v->report)) {
			json_decref(v->report);
			v->report = NULL;
		}
		u->missing += !v->report;
		others[i] = v->report;
	}
	walk(u, "", u->report, others);
	free(others);
	return u;
}

void uncertainty_free(struct uncertainty *u)
{
	if (!u)
		return;
	for (size_t i = 0; i < u->nr; i++)
		json_decref(u->variants[i].report);
	json_decref(u->report);
	json_decref(u->intervals);
	free(u->variants);
	free(u);
}

bool uncertainty_of(const struct uncertainty *u, const char *path, uint64_t *low, uint64_t *high)
{
	json_t *pair = u ? json_object_get(u->intervals, path) : NULL;

	if (!pair)
		return false;
	*low = plain(json_array_get(pair, 0));
	*high = plain(json_array_get(pair, 1));
	return true;
}

size_t uncertainty_missing(const struct uncertainty *u)
{
	return u->missing;
}

size_t uncertainty_variants(const struct uncertainty *u)
{
	return u->nr;
}

json_t *uncertainty_intervals(const struct uncertainty *u)
{
	return u->intervals;
}

/* The value at a path; false: there is none. */
static bool value_at(json_t *report, const char *path, uint64_t *value)
{
	char words[PATH_MAX_LEN], *save = NULL;
	json_t *at = report;

	snprintf(words, sizeof(words), "%s", path);
	for (char *w = strtok_r(words, ".", &save); w && at; w = strtok_r(NULL, ".", &save))
		at = json_is_array(at) ? json_array_get(at, strtoul(w, NULL, 10))
				       : json_object_get(at, w);
	if (!json_is_integer(at))
		return false;
	*value = plain(at);
	return true;
}

static uint64_t swing_of(uint64_t value, uint64_t a, uint64_t b)
{
	uint64_t low = a < b ? a : b, high = a < b ? b : a;

	return (high > value ? high : value) - (low < value ? low : value);
}

/* Larger swings first; equal ones in the order of constants. */
static size_t insert(struct uncertainty_bar *bars, size_t nr, size_t max,
		     const struct uncertainty_bar *bar)
{
	size_t at = nr;

	while (at && bars[at - 1].swing < bar->swing)
		at--;
	if (at == max)
		return nr;
	if (nr < max)
		nr++;
	memmove(bars + at + 1, bars + at, (nr - at - 1) * sizeof(*bars));
	bars[at] = *bar;
	return nr;
}

size_t uncertainty_tornado(const struct uncertainty *u, const char *path, uint64_t *value,
			   struct uncertainty_bar *bars, size_t max)
{
	size_t nr = 0;

	if (!u || !value_at(u->report, path, value))
		return 0;
	for (size_t i = 0; i + 1 < u->nr; i++) {
		const struct variant *v = &u->variants[i];
		struct uncertainty_bar bar = {.cost = v->cost};

		if (v[1].cost != v->cost || !value_at(v->report, path, &bar.at_low) ||
		    !value_at(v[1].report, path, &bar.at_high))
			continue;
		bar.swing = swing_of(*value, bar.at_low, bar.at_high);
		if (bar.swing)
			nr = insert(bars, nr, max, &bar);
	}
	return nr;
}
