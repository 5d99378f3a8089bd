// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/observe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "observe/span.h"
#include "observe/wires.h"
#include "trace/mem.h"

struct observe {
	const struct scenario *scenario;
	struct span *spans; /* in order of scenario->observe */
	size_t nr;
	struct wires wires;
};

/* Every event is compared with every span. */
#define MAX_SPANS 256

static int check_number(const struct scenario *s, struct diag *diag)
{
	if (s->nr_observe <= MAX_SPANS)
		return 0;
	diag_set(diag, scenario_where(s, "observe.%d", MAX_SPANS), "more than %d observed spans",
		 MAX_SPANS);
	return diag_hint(diag, "spread them over several scenarios");
}

static int check_name(const struct scenario *s, size_t i, struct diag *diag)
{
	for (size_t k = 0; k < i; k++)
		if (!strcmp(s->observe[k].name, s->observe[i].name)) {
			diag_set(diag, scenario_where(s, "observe.%zu.name", i),
				 "observe[%zu] already has the name '%s'", k, s->observe[i].name);
			return diag_hint(diag, "give each span a name of its own");
		}
	return 0;
}

static int parse_span(struct observe *o, size_t i, struct diag *diag)
{
	const struct scenario *s = o->scenario;
	struct span *span = &o->spans[i];

	span_init(span);
	return check_name(s, i, diag) ||
	       pattern_parse(s->observe[i].from, scenario_inside(s, 0, "observe.%zu.from", i),
			     &span->from, diag) ||
	       pattern_parse(s->observe[i].to, scenario_inside(s, 0, "observe.%zu.to", i),
			     &span->to, diag);
}

struct observe *observe_new(const struct scenario *scenario, struct diag *diag)
{
	struct observe *o;

	if (check_number(scenario, diag))
		return NULL;
	o = mem_alloc(sizeof(*o));
	o->scenario = scenario;
	o->nr = scenario->nr_observe;
	o->spans = mem_alloc((o->nr + 1) * sizeof(*o->spans));
	for (size_t i = 0; i < o->nr; i++)
		if (parse_span(o, i, diag)) {
			observe_free(o);
			return NULL;
		}
	return o;
}

/* The scenario's tasks behind what the caller knows. Tags count from 1 in the scenario's order. */
static struct observe_symbol *with_tasks(const struct scenario *s,
					 const struct observe_symbol *symbols, size_t nr)
{
	struct observe_symbol *all = mem_alloc((nr + s->nr_tasks + 1) * sizeof(*all));

	if (nr)
		memcpy(all, symbols, nr * sizeof(*all));
	for (size_t i = 0; i < s->nr_tasks; i++)
		all[nr + i] = (struct observe_symbol){OBSERVE_TASK, s->tasks[i].name, i + 1};
	return all;
}

int observe_resolve(struct observe *o, const struct observe_symbol *symbols, size_t nr,
		    struct diag *diag)
{
	const struct scenario *s = o->scenario;
	struct observe_symbol *all = with_tasks(s, symbols, nr);
	int ret = 0;

	nr += s->nr_tasks;
	for (size_t i = 0; !ret && i < o->nr; i++)
		ret = pattern_resolve(&o->spans[i].from, all, nr,
				      scenario_inside(s, 0, "observe.%zu.from", i), diag) ||
		      pattern_resolve(&o->spans[i].to, all, nr,
				      scenario_inside(s, 0, "observe.%zu.to", i), diag);
	free(all);
	return ret ? -1 : 0;
}

static void on_edge(struct observe *o, const struct twin_event *ev)
{
	struct wire *wire = wires_get(&o->wires, ev->a & 0xffff);
	enum occasion occasion = ev->b ? OCCASION_RISE : OCCASION_FALL;
	bool moved = wire_level(wire, ev);

	if (!moved)
		return;
	for (size_t i = 0; i < o->nr; i++) {
		if (ev->b)
			span_wire_moved(&o->spans[i], wire, true);
		span_wire(&o->spans[i], ev->time, occasion, wire, ev->b);
	}
}

/* Words between which nothing else happens: of their last edges only the very last can count. */
static void on_words(struct observe *o, const struct pin_words *words)
{
	struct wire *wire = wires_of_word(&o->wires, &words->word);
	struct pin_word last = pin_words_nth(words, words->n - 1);
	bool first = wire && !wire->bytes;

	if (!wire)
		return;
	wire_words(wire, words);
	for (size_t i = 0; i < o->nr; i++) {
		struct span *span = &o->spans[i];

		span_wire_moved(span, wire, false);
		if (first)
			span_wire(span, pin_word_first(&words->word), OCCASION_FIRST, wire, false);
		span_wire(span, pin_word_last(&last), OCCASION_LAST, wire, false);
	}
}

static void on_other(struct observe *o, const struct twin_event *ev)
{
	for (size_t i = 0; i < o->nr; i++) {
		if (ev->type == TWIN_EV_WINDOW)
			span_task(&o->spans[i], ev->time, ev->a);
		span_event(&o->spans[i], ev);
	}
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct observe *o = state;
	struct pin_words words;

	while (pin_order_before(&o->wires.pins, ev, &words))
		on_words(o, &words);
	if (pin_order_event(&o->wires.pins, ev, &words))
		on_words(o, &words);
	else if (ev->type == TWIN_EV_PIN_CS)
		on_edge(o, ev);
	else
		on_other(o, ev);
	for (size_t i = 0; i < o->nr; i++)
		span_advance(&o->spans[i], ev->time);
}

static void on_end(void *state, uint64_t now)
{
	struct observe *o = state;
	struct pin_words words;

	while (pin_order_rest(&o->wires.pins, &words))
		on_words(o, &words);
	for (size_t i = 0; i < o->nr; i++)
		span_end(&o->spans[i]);
}

struct reducer observe_reducer(struct observe *o)
{
	struct reducer r = {
		.name = "observe",
		.classes = TWIN_CLASS_META,
		.event = on_event,
		.end = on_end,
		.state = o,
	};

	for (size_t i = 0; i < o->nr; i++)
		r.classes |= pattern_classes(&o->spans[i].from) | pattern_classes(&o->spans[i].to);
	return r;
}

size_t observe_count(const struct observe *o)
{
	return o->nr;
}

struct observe_result observe_result(struct observe *o, size_t i)
{
	struct span *s = &o->spans[i];

	return (struct observe_result){
		.name = o->scenario->observe[i].name,
		.from = o->scenario->observe[i].from,
		.to = o->scenario->observe[i].to,
		.lengths = &s->lengths,
		.from_seen = s->from_seen,
		.to_seen = s->to_seen,
		.from_outside = s->from_outside,
		.to_outside = s->to_outside,
		.cut = s->cut,
	};
}

/* "3 times"; of what never occurred also how often it did where it does not count. */
static void how_often(char *text, size_t size, uint64_t seen, uint64_t outside)
{
	int len = snprintf(text, size, "%" PRIu64 " time%s", seen, seen == 1 ? "" : "s");

	if (!seen && outside)
		snprintf(text + len, size - (size_t)len, " (%" PRIu64 " while no task ran)",
			 outside);
}

void observe_why_not(const struct observe_result *r, char *text, size_t size)
{
	char from[80], to[80];

	how_often(from, sizeof(from), r->from_seen, r->from_outside);
	how_often(to, sizeof(to), r->to_seen, r->to_outside);
	snprintf(text, size, "never seen: `from` occurred %s, `to` %s%s", from, to,
		 r->from_seen && r->to_seen ? ", but not after it" : "");
}

void observe_free(struct observe *o)
{
	if (!o)
		return;
	for (size_t i = 0; i < o->nr; i++)
		span_free(&o->spans[i]);
	free(o->spans);
	wires_free(&o->wires);
	free(o);
}
