// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/uncertainty.h"

#include <stdlib.h>
#include <string.h>

#include "report/uncertainty_part.h"
#include "trace/mem.h"

const char *uncertainty_ending(const json_t *report)
{
	const char *outcome =
		json_string_value(json_object_get(json_object_get(report, "result"), "outcome"));

	return !outcome ? "no report" : strcmp(outcome, "expectation-failed") ? outcome : "ok";
}

struct uncertainty *uncertainty_new(const char *report, const struct uncertainty_variant *variants,
				    size_t nr)
{
	struct uncertainty *u = mem_alloc(sizeof(*u));

	u->report = json_loads(report, 0, NULL);
	u->intervals = json_object();
	u->variants = mem_alloc(nr * sizeof(*u->variants));
	u->nr = nr;
	for (size_t i = 0; i < nr; i++) {
		struct variant *v = &u->variants[i];

		*v = (struct variant){
			.cost = variants[i].cost,
			.values = variants[i].values,
			.report = json_loads(variants[i].report, 0, NULL),
		};
		v->comparable = v->report && !strcmp(uncertainty_ending(u->report),
						     uncertainty_ending(v->report));
		u->joint += v->cost == UNCERTAINTY_JOINT;
		u->others += !v->comparable;
	}
	uncertainty_envelope(u);
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

static uint64_t plain(const json_t *number)
{
	json_int_t value = json_integer_value(number);

	return value < 0 ? 0 : (uint64_t)value;
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

json_t *uncertainty_intervals(const struct uncertainty *u)
{
	return u->intervals;
}

size_t uncertainty_variants(const struct uncertainty *u)
{
	return u->nr;
}

size_t uncertainty_joint(const struct uncertainty *u)
{
	return u ? u->joint : 0;
}

size_t uncertainty_others(const struct uncertainty *u)
{
	return u ? u->others : 0;
}

struct uncertainty_other uncertainty_other(const struct uncertainty *u, size_t i)
{
	const struct variant *v = u->variants;

	while (v->comparable || i--)
		v++;
	return (struct uncertainty_other){v->cost, v->values, uncertainty_ending(v->report)};
}

/* The value at a path; false: there is none. */
static bool value_at(json_t *report, const char *path, uint64_t *value)
{
	char *words = mem_text(path), *save = NULL;
	json_t *at = report;

	for (char *w = strtok_r(words, ".", &save); w && at; w = strtok_r(NULL, ".", &save))
		at = json_is_array(at) ? json_array_get(at, strtoul(w, NULL, 10))
				       : json_object_get(at, w);
	free(words);
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

/* Variants number i and i + 1 are the two ends of a constant. */
static bool are_ends(const struct uncertainty *u, size_t i)
{
	const struct variant *v = &u->variants[i];

	return v->cost != UNCERTAINTY_JOINT && v[1].cost == v->cost && v->comparable &&
	       v[1].comparable;
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

		if (!are_ends(u, i) || !value_at(v->report, path, &bar.at_low) ||
		    !value_at(v[1].report, path, &bar.at_high))
			continue;
		bar.swing = swing_of(*value, bar.at_low, bar.at_high);
		if (bar.swing)
			nr = insert(bars, nr, max, &bar);
	}
	return nr;
}
