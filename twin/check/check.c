// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "check/judge.h"
#include "trace/mem.h"

static int check_span_name(const struct scenario *s, size_t i, struct diag *diag)
{
	if (!figure_is_reserved(s->observe[i].name))
		return 0;
	diag_set(diag, scenario_where(s, "observe.%zu.name", i),
		 "'%s' is how figures of the report begin", s->observe[i].name);
	return diag_hint(diag, "give the span another name");
}

/* One of the three quantities of an expectation. */
static int take_quantity(const struct scenario *s, size_t i, const char *key,
			 const struct scenario_quantity *q, const struct expectation *e, bool *has,
			 uint64_t *value, struct diag *diag)
{
	*has = q->given;
	*value = q->value;
	if (!q->given || q->unit == (int)e->unit)
		return 0;
	diag_set(diag, scenario_where(s, "expect.%zu.%s", i, key),
		 "expect[%zu].%s is %s, but %s is %s", i, key,
		 unit_class_name((enum unit_class)q->unit), e->what, unit_class_name(e->unit));
	return diag_hint(diag, "%s",
			 e->unit == UNIT_TIME ? "write a time, as in \"1.5 us\""
					      : "write a number without a unit");
}

static int check_complete(const struct scenario *s, size_t i, const struct expectation *e,
			  struct diag *diag)
{
	struct src_pos pos = scenario_where(s, "expect.%zu", i);

	if (!e->has_value && !e->has_least && !e->has_most) {
		diag_set(diag, pos, "expect[%zu] compares %s with nothing", i, e->what);
		return diag_hint(diag, "give it a value, at_least or at_most");
	}
	if (!e->has_value && e->tol) {
		diag_set(diag, pos, "expect[%zu] has a tol, but no value", i);
		return diag_hint(diag, "a bound has no tolerance");
	}
	if (e->has_least && e->has_most && e->least > e->most) {
		diag_set(diag, pos, "expect[%zu].at_least is above at_most", i);
		return diag_hint(diag, "nothing can be both");
	}
	return 0;
}

static int take_expectation(const struct scenario *s, size_t i, struct expectation *e,
			    struct diag *diag)
{
	const struct scenario_expect *from = &s->expect[i];

	e->what = from->what;
	e->source = from->source;
	e->tol = from->tol;
	if (figure_find(s, i, &e->figure, diag))
		return -1;
	e->unit = e->figure.unit;
	return take_quantity(s, i, "value", &from->value, e, &e->has_value, &e->value, diag) ||
	       take_quantity(s, i, "at_least", &from->at_least, e, &e->has_least, &e->least,
			     diag) ||
	       take_quantity(s, i, "at_most", &from->at_most, e, &e->has_most, &e->most, diag) ||
	       check_complete(s, i, e, diag);
}

static bool is_expected(const struct check *c, size_t span)
{
	for (size_t i = 0; i < c->nr; i++)
		if (c->list[i].figure.kind == FIGURE_SPAN && c->list[i].figure.index == span)
			return true;
	return false;
}

/* NAME.n >= 1 */
static void expect_to_occur(struct check *c, const struct scenario *s, size_t span)
{
	size_t size = strlen(s->observe[span].name) + sizeof(".n");
	char *name = mem_alloc(size);

	memcpy(name, s->observe[span].name, size - sizeof(".n"));
	memcpy(name + size - sizeof(".n"), ".n", sizeof(".n"));
	c->names[span] = name;
	c->list[c->nr++] = (struct expectation){
		.what = name,
		.source = "observed",
		.unit = UNIT_NONE,
		.has_least = true,
		.least = 1,
		.figure = {.kind = FIGURE_SPAN, .unit = UNIT_NONE, .index = span},
	};
}

static int fill(struct check *c, const struct scenario *s, struct diag *diag)
{
	for (size_t i = 0; i < s->nr_observe; i++)
		if (check_span_name(s, i, diag))
			return -1;
	for (size_t i = 0; i < s->nr_expect; i++)
		if (take_expectation(s, i, &c->list[c->nr++], diag))
			return -1;
	for (size_t i = 0; i < s->nr_observe; i++)
		if (!is_expected(c, i))
			expect_to_occur(c, s, i);
	return 0;
}

struct check *check_new(const struct scenario *scenario, struct diag *diag)
{
	size_t most = scenario->nr_expect + scenario->nr_observe;
	struct check *c = mem_alloc(sizeof(*c));

	c->list = mem_alloc((most + 1) * sizeof(*c->list));
	c->names = mem_alloc((scenario->nr_observe + 1) * sizeof(*c->names));
	c->nr_names = scenario->nr_observe;
	if (!fill(c, scenario, diag))
		return c;
	check_free(c);
	return NULL;
}

void check_judge(struct check *c, const struct figure_source *from, const char *ended)
{
	for (size_t i = 0; i < c->nr; i++)
		judge(&c->list[i], from, ended);
}

void check_interval(struct check *c, size_t i, uint64_t low, uint64_t high)
{
	struct check_figure *f = &c->list[i].predicted;

	f->low = low;
	f->high = high;
	f->interval = true;
}

size_t check_failed(const struct check *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nr; i++)
		n += !c->list[i].met;
	return n;
}

void check_free(struct check *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->nr_names; i++)
		free(c->names[i]);
	free(c->names);
	free(c->list);
	free(c);
}
