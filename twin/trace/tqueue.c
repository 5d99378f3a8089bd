// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/tqueue.h"

#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

static char *slot(const struct tqueue *q, size_t i)
{
	return q->mem + (q->head + i) * q->elem;
}

static uint64_t key_at(const struct tqueue *q, size_t i)
{
	uint64_t key;

	memcpy(&key, slot(q, i), sizeof(key));
	return key;
}

/*
 * Number of elements with a key not above `key`. Most are not far from the end: steps of doubled
 * length back from there, then halves.
 */
static size_t upper_bound(const struct tqueue *q, uint64_t key)
{
	size_t lo, hi = q->used, step = 1;

	while (step <= hi && key_at(q, hi - step) > key) {
		hi -= step;
		step *= 2;
	}
	lo = step <= hi ? hi - step + 1 : 0;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (key_at(q, mid) <= key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void make_room(struct tqueue *q)
{
	if (q->head > q->used && q->head > 64) {
		memmove(q->mem, slot(q, 0), q->used * q->elem);
		q->head = 0;
	}
	q->mem = mem_grow(q->mem, q->head + q->used, &q->cap, q->elem);
}

void *tqueue_insert(struct tqueue *q, uint64_t key)
{
	size_t at;

	make_room(q);
	at = upper_bound(q, key);
	memmove(slot(q, at + 1), slot(q, at), (q->used - at) * q->elem);
	q->used++;
	memcpy(slot(q, at), &key, sizeof(key));
	return slot(q, at);
}

void *tqueue_first(struct tqueue *q)
{
	return q->used ? slot(q, 0) : NULL;
}

void tqueue_drop(struct tqueue *q)
{
	q->head++;
	if (!--q->used)
		q->head = 0;
}

void tqueue_free(struct tqueue *q)
{
	free(q->mem);
	*q = (struct tqueue){.elem = q->elem};
}
