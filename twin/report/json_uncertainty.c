// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Intervals, the constants that matter, the variants that ended in another way. */
#include "report/json_parts.h"
#include "report/text_parts.h"
#include "report/uncertainty.h"

static void set(json_t *o, const char *key, json_t *value)
{
	json_object_set_new(o, key, value);
}

/* {"KEY": value}: constants that are not as in the run. */
static json_t *json_changes(const struct run_report *r, const uint64_t *values)
{
	json_t *o = json_object();

	for (size_t i = 0; i < r->nr_costs; i++)
		if (values[i] != r->costs[i].value)
			set(o, r->costs[i].key, json_u64(values[i]));
	return o;
}

static json_t *json_others(const struct run_report *r)
{
	json_t *list = json_array(), *o;

	for (size_t i = 0; i < uncertainty_others(r->uncertainty); i++) {
		struct uncertainty_other other = uncertainty_other(r->uncertainty, i);

		o = json_object();
		set(o, "outcome", json_text(other.outcome));
		set(o, "constants", json_changes(r, other.values));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_bar(const struct run_report *r, const struct uncertainty_bar *bar)
{
	json_t *o = json_object();

	set(o, "key", json_text(r->costs[bar->cost].key));
	set(o, "at_low", json_u64(bar->at_low));
	set(o, "at_high", json_u64(bar->at_high));
	set(o, "swing", json_u64(bar->swing));
	return o;
}

static json_t *json_tornado(const struct run_report *r)
{
	struct uncertainty_bar bars[UNCERTAINTY_BARS];
	json_t *o = json_object(), *list = json_array();
	const char *what, *path = report_subject(r, &what);
	uint64_t value;
	size_t nr = uncertainty_tornado(r->uncertainty, path, &value, bars, UNCERTAINTY_BARS);

	for (size_t i = 0; i < nr; i++)
		json_array_append_new(list, json_bar(r, &bars[i]));
	set(o, "figure", json_text(path));
	set(o, "constants", list);
	return o;
}

json_t *json_uncertainty(const struct run_report *r)
{
	json_t *o;

	if (!r->uncertainty)
		return json_null();
	o = json_object();
	set(o, "intervals", json_incref(uncertainty_intervals(r->uncertainty)));
	set(o, "variants", json_u64(uncertainty_variants(r->uncertainty)));
	set(o, "joint", json_u64(uncertainty_joint(r->uncertainty)));
	set(o, "open", json_boolean(uncertainty_others(r->uncertainty)));
	set(o, "others", json_others(r));
	set(o, "tornado", json_tornado(r));
	return o;
}
