// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "report/json_parts.h"

static void set(json_t *o, const char *key, json_t *value)
{
	json_object_set_new(o, key, value);
}

static json_t *json_span(const struct observe_result *r)
{
	json_t *o = json_dist(r->lengths);

	set(o, "name", json_text(r->name));
	set(o, "from", json_text(r->from));
	set(o, "to", json_text(r->to));
	set(o, "first_ps", json_u64(r->lengths->first));
	set(o, "last_ps", json_u64(r->lengths->last));
	set(o, "from_seen", json_u64(r->from_seen));
	set(o, "to_seen", json_u64(r->to_seen));
	set(o, "from_outside", json_u64(r->from_outside));
	set(o, "to_outside", json_u64(r->to_outside));
	set(o, "cut", json_u64(r->cut));
	return o;
}

json_t *json_observed(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; r->observe && i < observe_count(r->observe); i++) {
		struct observe_result span = observe_result(r->observe, i);

		json_array_append_new(list, json_span(&span));
	}
	return list;
}

static json_t *json_predicted(const struct expectation *e)
{
	json_t *o = json_object();

	set(o, "value", json_u64(e->predicted.value));
	set(o, "low", json_u64(e->predicted.low));
	set(o, "high", json_u64(e->predicted.high));
	return o;
}

static json_t *json_if(bool has, uint64_t value)
{
	return has ? json_u64(value) : json_null();
}

static json_t *json_deviation(const struct expectation *e)
{
	if (!e->has_deviation)
		return json_null();
	return json_integer(e->below ? -(json_int_t)e->deviation : (json_int_t)e->deviation);
}

static json_t *json_expectation(const struct expectation *e)
{
	json_t *o = json_object();

	set(o, "what", json_text(e->what));
	set(o, "unit", json_text(e->unit == UNIT_TIME ? "ps" : ""));
	set(o, "predicted", e->known ? json_predicted(e) : json_null());
	set(o, "value", json_if(e->has_value, e->value));
	set(o, "tol_ppm", json_u64(e->tol));
	set(o, "at_least", json_if(e->has_least, e->least));
	set(o, "at_most", json_if(e->has_most, e->most));
	set(o, "deviation_ppm", json_deviation(e));
	set(o, "met", json_boolean(e->met));
	set(o, "why", json_text(*e->why ? e->why : NULL));
	set(o, "source", json_text(*e->source ? e->source : NULL));
	return o;
}

json_t *json_expectations(const struct run_report *r)
{
	json_t *list = json_array();

	for (size_t i = 0; r->check && i < r->check->nr; i++)
		json_array_append_new(list, json_expectation(&r->check->list[i]));
	return list;
}
