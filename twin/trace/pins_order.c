// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/pins_order.h"

#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

struct pin_burst {
	struct pin_words words;
	unsigned int done; /* words given out */
	uint64_t next;	   /* first edge of the next one */
	uint8_t mosi[2 * PIN_BURST_WORDS], miso[2 * PIN_BURST_WORDS];
};

static uint64_t first_edge(const struct pin_words *words, unsigned int i)
{
	return pin_grid_time(&words->word.grid, words->word.n0 + i * words->step);
}

/* The open burst whose turn it is: of equal times the one that came first. */
static size_t earliest(const struct pin_order *o)
{
	size_t first = 0;

	for (size_t i = 1; i < o->nr; i++)
		if (o->open[i]->next < o->open[first]->next)
			first = i;
	return first;
}

static void refresh(struct pin_order *o)
{
	if (o->nr)
		o->next = o->open[earliest(o)]->next;
}

static void close_burst(struct pin_order *o, size_t at)
{
	struct pin_burst *b = o->open[at];

	memmove(&o->open[at], &o->open[at + 1], (--o->nr - at) * sizeof(struct pin_burst *));
	o->open[o->nr] = b;
}

/* Until when burst `at` goes on alone: it yields to earlier words, at one instant to older bursts.
 */
static uint64_t until(const struct pin_order *o, size_t at, uint64_t time)
{
	for (size_t i = 0; i < o->nr; i++) {
		uint64_t next = o->open[i]->next + (i > at);

		if (i != at && next < time)
			time = next;
	}
	return time;
}

/* How many words of a burst have their first edge before `time`; its next one has. */
static unsigned int words_before(const struct pin_burst *b, uint64_t time)
{
	const struct pin_words *w = &b->words;
	uint64_t end;

	if (first_edge(w, w->n - 1) < time)
		return w->n;
	end = pin_grid_from(&w->word.grid, time) - w->word.n0;
	return (unsigned int)((end - 1) / w->step) + 1;
}

static bool take(struct pin_order *o, uint64_t time, struct pin_words *words)
{
	size_t at = earliest(o);
	struct pin_burst *b = o->open[at];
	unsigned int end = words_before(b, until(o, at, time));

	*words = pin_words_part(&b->words, b->done, end - b->done);
	b->done = end;
	if (end == b->words.n)
		close_burst(o, at);
	else
		b->next = first_edge(&b->words, end);
	refresh(o);
	return true;
}

bool pin_order_before(struct pin_order *o, const struct twin_event *ev, struct pin_words *words)
{
	if (!o->nr || o->next >= ev->time || pin_continues(ev->type))
		return false;
	return take(o, ev->time, words);
}

bool pin_order_rest(struct pin_order *o, struct pin_words *words)
{
	pin_decoder_end(&o->decoder);
	return o->nr && take(o, UINT64_MAX, words);
}

static void open_burst(struct pin_order *o, const struct pin_words *words)
{
	size_t bytes = words->n * pin_word_bytes(&words->word);
	struct pin_burst *b;

	if (o->nr == o->slots) {
		o->open = mem_grow(o->open, o->slots, &o->cap, sizeof(*o->open));
		o->open[o->slots++] = mem_alloc(sizeof(*b));
	}
	b = o->open[o->nr++];
	b->words = *words;
	b->done = 0;
	b->next = first_edge(words, 0);
	memcpy(b->mosi, words->mosi, bytes);
	memcpy(b->miso, words->miso, bytes);
	b->words.mosi = b->mosi;
	b->words.miso = b->miso;
	refresh(o);
}

bool pin_order_event(struct pin_order *o, const struct twin_event *ev, struct pin_words *words)
{
	const struct pin_words *got = pin_decoder_event(&o->decoder, ev);

	if (!got)
		return false;
	if (got->n > 1) {
		open_burst(o, got);
		return false;
	}
	*words = *got;
	return true;
}

void pin_order_free(struct pin_order *o)
{
	for (size_t i = 0; i < o->slots; i++)
		free(o->open[i]);
	free(o->open);
}
