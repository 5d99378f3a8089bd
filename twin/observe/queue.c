// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/queue.h"

#include <stdlib.h>

#include "trace/mem.h"

static bool is_open(const struct occurrence *o)
{
	return o->from == VERDICT_OPEN || o->to == VERDICT_OPEN;
}

static bool after(const struct occurrence *a, const struct occurrence *b)
{
	return a->time > b->time || (a->time == b->time && a->kind > b->kind);
}

static struct occurrence *new_occurrence(struct queue *q)
{
	struct occurrence *o = q->spare;

	if (!o)
		return mem_alloc(sizeof(*o));
	q->spare = o->next;
	return o;
}

/* Behind all that are not after it. Most come in order. */
void queue_put(struct queue *q, const struct occurrence *o)
{
	struct occurrence *copy = new_occurrence(q), *before = q->last;

	*copy = *o;
	while (before && after(before, copy))
		before = before->before;
	copy->before = before;
	copy->next = before ? before->next : q->first;
	*(before ? &before->next : &q->first) = copy;
	*(copy->next ? &copy->next->before : &q->last) = copy;
	if (!is_open(copy))
		return;
	copy->next_open = q->open;
	q->open = copy;
}

bool queue_get(struct queue *q, uint64_t time, struct occurrence *o)
{
	struct occurrence *first = q->first;

	if (!first || is_open(first) || first->time >= time)
		return false;
	*o = *first;
	q->first = first->next;
	*(q->first ? &q->first->before : &q->last) = NULL;
	first->next = q->spare;
	q->spare = first;
	return true;
}

void queue_judge(struct queue *q, void *ctx, void (*judge)(void *ctx, struct occurrence *o))
{
	struct occurrence **at = &q->open, *o;

	while ((o = *at)) {
		judge(ctx, o);
		if (is_open(o))
			at = &o->next_open;
		else
			*at = o->next_open;
	}
}

static void free_list(struct occurrence *o)
{
	struct occurrence *next;

	for (; o; o = next) {
		next = o->next;
		free(o);
	}
}

void queue_free(struct queue *q)
{
	free_list(q->first);
	free_list(q->spare);
	*q = (struct queue){0};
}
