// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/pins.h"

#include <stddef.h>

static bool usable(const struct pin_word *w)
{
	return w->hz && w->scbr && w->bits >= 1 && w->bits <= 32 && w->scbr <= UINT32_MAX &&
	       w->n0 <= UINT64_MAX - 64 * (uint64_t)UINT32_MAX;
}

static const struct pin_word *join(struct pin_decoder *d, const struct twin_event *form)
{
	uint64_t a = form->a;
	unsigned int mode = a >> 24 & 0xff;

	d->out = (struct pin_word){
		.controller = a >> 8 & 0xff,
		.cs = a & 0xff,
		.bits = a >> 16 & 0xff,
		.cpha = mode & 1,
		.cpol = mode & 2,
		.floats = a >> 32 & 1,
		.mosi = (uint32_t)d->word.a,
		.miso = (uint32_t)(d->word.a >> 32),
		.n0 = d->word.b,
		.scbr = form->b,
		.hz = d->hz[a >> 8 & 0xff],
	};
	if (usable(&d->out))
		return &d->out;
	d->bad++;
	return NULL;
}

const struct pin_word *pin_decoder_event(struct pin_decoder *d, const struct twin_event *ev)
{
	bool had_word = d->have_word;

	d->have_word = ev->type == TWIN_EV_PIN_WORD;
	if (d->have_word)
		d->word = *ev;
	else if (ev->type == TWIN_EV_CLOCK)
		d->hz[ev->a & 0xff] = ev->b;
	else if (ev->type == TWIN_EV_PIN_WORD_FORM && had_word)
		return join(d, ev);
	return NULL;
}

uint64_t pin_half_cycle(uint64_t n, uint64_t hz)
{
	return (unsigned __int128)n * 1000000000000ULL / (2 * (unsigned __int128)hz);
}

uint64_t pin_word_edge(const struct pin_word *w, unsigned int k)
{
	return pin_half_cycle(w->n0 + k * w->scbr, w->hz);
}

uint64_t pin_word_first(const struct pin_word *w)
{
	return pin_word_edge(w, 0);
}

uint64_t pin_word_last(const struct pin_word *w)
{
	return pin_word_edge(w, 2 * w->bits - 1);
}
