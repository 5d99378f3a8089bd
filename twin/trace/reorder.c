// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/reorder.h"

struct held {
	uint64_t key;
	struct twin_event ev;
};

void reorder_init(struct reorder *r)
{
	*r = (struct reorder){.queue = {.elem = sizeof(struct held)}};
}

static bool continues(unsigned int before, unsigned int type)
{
	switch (type) {
	case TWIN_EV_PIN_WORD_FORM:
		return before == TWIN_EV_PIN_WORD;
	case TWIN_EV_PIN_BURST_STEP:
		return before == TWIN_EV_PIN_BURST;
	case TWIN_EV_PIN_BURST_DATA:
		return before == TWIN_EV_PIN_BURST_STEP || before == type;
	}
	return false;
}

/* Records that continue the one before stay right behind it, whatever their own time says. */
static uint64_t sort_key(struct reorder *r, const struct twin_event *ev)
{
	if (!continues(r->last_type, ev->type))
		r->last_key = ev->time;
	r->last_type = ev->type;
	return r->last_key;
}

void reorder_put(struct reorder *r, const struct twin_event *ev)
{
	uint64_t key = sort_key(r, ev);
	struct held *h = tqueue_insert(&r->queue, key);

	h->ev = *ev;
	if (key > r->newest)
		r->newest = key;
	if (key < r->released)
		r->late++;
}

bool reorder_get(struct reorder *r, bool all, struct twin_event *ev)
{
	struct held *h = tqueue_first(&r->queue);

	if (!h)
		return false;
	if (!all && r->queue.used <= REORDER_LIMIT && r->newest - h->key <= REORDER_WINDOW)
		return false;
	*ev = h->ev;
	if (h->key > r->released)
		r->released = h->key;
	tqueue_drop(&r->queue);
	return true;
}

void reorder_free(struct reorder *r)
{
	tqueue_free(&r->queue);
}
