// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "observe/wires.h"

#include <stdlib.h>

#include "trace/mem.h"

struct wire *wires_get(struct wires *w, uint16_t key)
{
	for (size_t i = 0; i < w->nr; i++)
		if (w->list[i]->key == key)
			return w->list[i];
	w->list = mem_grow(w->list, w->nr, &w->cap, sizeof(*w->list));
	w->list[w->nr] = mem_alloc(sizeof(struct wire));
	w->list[w->nr]->key = key;
	return w->list[w->nr++];
}

struct wire *wires_of_word(struct wires *w, const struct pin_word *word)
{
	struct wire *own = wires_get(w, (uint16_t)(word->controller << 8 | word->cs));

	if (own->low)
		return own;
	for (size_t i = 0; i < w->nr; i++)
		if (w->list[i]->low && w->list[i]->key >> 8 == word->controller)
			return w->list[i];
	return NULL;
}

/* A pin whose first level is told does not move; one that is low from the start has no begin. */
bool wire_level(struct wire *w, const struct twin_event *ev)
{
	bool low = !ev->b;

	if (ev->flags & 1 || low == w->low)
		return false;
	w->low = low;
	if (low) {
		w->op = -1;
		w->bytes = 0;
	}
	return true;
}

void wire_words(struct wire *w, const struct pin_words *words)
{
	if (!w->bytes)
		w->op = words->mosi[0];
	w->bytes += words->n * pin_word_bytes(&words->word);
}

void wires_free(struct wires *w)
{
	for (size_t i = 0; i < w->nr; i++)
		free(w->list[i]);
	free(w->list);
	pin_order_free(&w->pins);
}
