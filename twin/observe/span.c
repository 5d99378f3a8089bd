// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/span.h"

void span_init(struct span *s)
{
	*s = (struct span){.spare_from = TWIN_TIME_NEVER, .spare_to = TWIN_TIME_NEVER};
}

static void open_span(struct span *s, uint64_t time)
{
	s->opened = true;
	s->start = time;
}

static void close_span(struct span *s, uint64_t time)
{
	s->opened = false;
	if (s->running)
		dist_add(&s->lengths, time - s->start);
	else
		s->cut++;
}

static void on_to(struct span *s, uint64_t time)
{
	if (!s->opened) {
		s->spare_to = time;
		return;
	}
	if (time < s->start)
		return;
	close_span(s, time);
	if (s->running && s->spare_from == time)
		open_span(s, time);
	s->spare_from = TWIN_TIME_NEVER;
}

static void on_from(struct span *s, uint64_t time)
{
	if (!s->running)
		return;
	if (s->opened) {
		s->spare_from = time;
		return;
	}
	open_span(s, time);
	if (s->spare_to == time)
		close_span(s, time);
	s->spare_to = TWIN_TIME_NEVER;
}

static void on_both(struct span *s, uint64_t time)
{
	if (s->opened && time >= s->start)
		close_span(s, time);
	on_from(s, time);
}

static void apply(struct span *s, const struct occurrence *o)
{
	bool from = o->from == VERDICT_YES, to = o->to == VERDICT_YES;

	if (o->kind == OCCURRENCE_TASK_STARTS)
		s->running++;
	else if (o->kind == OCCURRENCE_TASK_ENDS && s->running)
		s->running--;
	*(s->running ? &s->from_seen : &s->from_outside) += from;
	*(s->running ? &s->to_seen : &s->to_outside) += to;
	if (from && to)
		on_both(s, o->time);
	else if (from)
		on_from(s, o->time);
	else if (to)
		on_to(s, o->time);
}

void span_task(struct span *s, uint64_t time, bool starts)
{
	const struct occurrence o = {
		.time = time,
		.kind = starts ? OCCURRENCE_TASK_STARTS : OCCURRENCE_TASK_ENDS,
	};

	queue_put(&s->queue, &o);
}

static void put(struct span *s, const struct occurrence *o)
{
	if (o->from != VERDICT_NO || o->to != VERDICT_NO)
		queue_put(&s->queue, o);
}

static enum verdict certainly(bool yes)
{
	return yes ? VERDICT_YES : VERDICT_NO;
}

void span_event(struct span *s, const struct twin_event *ev)
{
	const struct occurrence o = {
		.time = ev->time,
		.kind = OCCURRENCE_EVENT,
		.from = certainly(match_event(&s->from, ev)),
		.to = certainly(match_event(&s->to, ev)),
		.occasion = OCCASION_OTHER,
	};

	put(s, &o);
}

void span_wire(struct span *s, uint64_t time, enum occasion occasion, const struct wire *wire,
	       bool over)
{
	const struct occurrence o = {
		.time = time,
		.kind = OCCURRENCE_EVENT,
		.from = match_wire(&s->from, occasion, wire, over),
		.to = match_wire(&s->to, occasion, wire, over),
		.occasion = occasion,
		.key = wire->key,
	};

	put(s, &o);
}

struct news {
	struct span *span;
	const struct wire *wire;
	bool over;
};

/* One clock edge of a wire at most is the last so far: a further word makes it one of many. */
static void judge(void *ctx, struct occurrence *o)
{
	struct news *n = ctx;
	bool outdated = o->occasion == OCCASION_LAST && !n->over;

	if (o->key != n->wire->key)
		return;
	o->from = outdated ? VERDICT_NO : match_wire(&n->span->from, o->occasion, n->wire, n->over);
	o->to = outdated ? VERDICT_NO : match_wire(&n->span->to, o->occasion, n->wire, n->over);
}

void span_wire_moved(struct span *s, const struct wire *wire, bool over)
{
	struct news news = {s, wire, over};

	queue_judge(&s->queue, &news, judge);
}

void span_advance(struct span *s, uint64_t time)
{
	struct occurrence o;

	while (queue_get(&s->queue, time, &o))
		apply(s, &o);
}

static void give_up(void *ctx, struct occurrence *o)
{
	o->from = o->from == VERDICT_YES ? VERDICT_YES : VERDICT_NO;
	o->to = o->to == VERDICT_YES ? VERDICT_YES : VERDICT_NO;
}

void span_end(struct span *s)
{
	queue_judge(&s->queue, NULL, give_up);
	span_advance(s, TWIN_TIME_NEVER);
	s->cut += s->opened;
	s->opened = false;
}

void span_free(struct span *s)
{
	queue_free(&s->queue);
	dist_free(&s->lengths);
	pattern_free(&s->from);
	pattern_free(&s->to);
}
