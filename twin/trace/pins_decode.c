// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/pins_decode.h"

#include <stddef.h>
#include <string.h>

/* `a` of PIN_WORD_FORM and PIN_BURST. */
static struct pin_word form_of(const struct pin_decoder *d, uint64_t a)
{
	unsigned int mode = a >> 24 & 0xff;

	return (struct pin_word){
		.controller = a >> 8 & 0xff,
		.cs = a & 0xff,
		.bits = a >> 16 & 0xff,
		.cpha = mode & 1,
		.cpol = mode & 2,
		.floats = a >> 32 & 1,
		.grid = d->clock[a >> 8 & 0xff],
	};
}

static bool usable(const struct pin_word *w)
{
	return w->grid.hz && w->scbr && w->bits >= 1 && w->bits <= 32 && w->scbr <= UINT32_MAX &&
	       w->n0 <= UINT64_MAX - 64 * (uint64_t)UINT32_MAX;
}

/* The bytes of a value, most significant first. */
static void spread(uint8_t *to, uint32_t value, unsigned int n)
{
	for (unsigned int i = n; i-- > 0; value >>= 8)
		to[i] = (uint8_t)value;
}

static const struct pin_words *join(struct pin_decoder *d, const struct twin_event *form)
{
	struct pin_word *w = &d->out.word;

	d->out = (struct pin_words){
		.word = form_of(d, form->a), .n = 1, .mosi = d->mosi, .miso = d->miso};
	w->mosi = (uint32_t)d->head.a;
	w->miso = (uint32_t)(d->head.a >> 32);
	w->n0 = d->head.b;
	w->scbr = form->b;
	if (!usable(w)) {
		d->bad++;
		return NULL;
	}
	spread(d->mosi, w->mosi, pin_word_bytes(w));
	spread(d->miso, w->miso, pin_word_bytes(w));
	return &d->out;
}

static void damage(struct pin_decoder *d)
{
	d->bad += !d->damaged;
	d->damaged = true;
	d->expected = 0;
}

static bool fits(const struct pin_words *out)
{
	return out->n >= 2 && out->n <= PIN_BURST_WORDS && out->word.bits >= 1 &&
	       out->word.bits <= PIN_BURST_BITS;
}

/* PIN_BURST_STEP. How many DATA records there will be must be right; the rest is checked later. */
static void begin_burst(struct pin_decoder *d, const struct twin_event *ev)
{
	struct pin_words *out = &d->out;

	*out = (struct pin_words){
		.word = form_of(d, d->head.a), .step = ev->b, .mosi = d->mosi, .miso = d->miso};
	out->n = (uint32_t)d->head.b;
	out->word.scbr = d->head.b >> 32;
	out->word.n0 = ev->a;
	if (!fits(out)) {
		damage(d);
		return;
	}
	d->parts = (out->n * pin_word_bytes(&out->word) + 7) / 8;
	d->had = 0;
	d->expected = TWIN_EV_PIN_BURST_DATA;
}

/* Words do not overlap, begin when the header says, and end before the end of time. */
static bool in_time(const struct pin_decoder *d)
{
	const struct pin_word *w = &d->out.word;
	uint64_t clocked = (2 * w->bits - 1) * w->scbr, last;

	return d->out.step >= clocked &&
	       !__builtin_mul_overflow(d->out.step, d->out.n - 1, &last) &&
	       !__builtin_add_overflow(last, w->n0, &last) &&
	       !__builtin_add_overflow(last, clocked, &last) &&
	       pin_grid_wide(&w->grid, last) < UINT64_MAX && pin_word_first(w) == d->head.time;
}

static const struct pin_words *complete(struct pin_decoder *d)
{
	d->expected = 0;
	if (!usable(&d->out.word)) {
		d->bad += d->out.n;
		return NULL;
	}
	if (!in_time(d)) {
		damage(d);
		return NULL;
	}
	d->out.word = pin_words_nth(&d->out, 0);
	return &d->out;
}

static const struct pin_words *add_data(struct pin_decoder *d, const struct twin_event *ev)
{
	if (ev->flags != d->had) {
		damage(d);
		return NULL;
	}
	memcpy(d->mosi + 8 * d->had, &ev->a, 8);
	memcpy(d->miso + 8 * d->had, &ev->b, 8);
	return ++d->had == d->parts ? complete(d) : NULL;
}

static const struct pin_words *carry_on(struct pin_decoder *d, const struct twin_event *ev)
{
	if (ev->type == TWIN_EV_PIN_BURST_DATA)
		return add_data(d, ev);
	d->expected = 0;
	if (ev->type == TWIN_EV_PIN_WORD_FORM)
		return join(d, ev);
	begin_burst(d, ev);
	return NULL;
}

/* A record that continues nothing. */
static void begin(struct pin_decoder *d, const struct twin_event *ev)
{
	bool in_burst = d->expected && d->expected != TWIN_EV_PIN_WORD_FORM;
	bool part = ev->type == TWIN_EV_PIN_BURST_STEP || ev->type == TWIN_EV_PIN_BURST_DATA;

	if (in_burst || part)
		damage(d);
	d->expected = 0;
	d->damaged = part;
	if (ev->type == TWIN_EV_CLOCK)
		d->clock[ev->a & 0xff] = pin_grid_of(ev->b);
	if (ev->type != TWIN_EV_PIN_WORD && ev->type != TWIN_EV_PIN_BURST)
		return;
	d->head = *ev;
	d->expected = ev->type == TWIN_EV_PIN_WORD ? TWIN_EV_PIN_WORD_FORM : TWIN_EV_PIN_BURST_STEP;
}

const struct pin_words *pin_decoder_event(struct pin_decoder *d, const struct twin_event *ev)
{
	if (d->expected && ev->type == d->expected)
		return carry_on(d, ev);
	begin(d, ev);
	return NULL;
}

void pin_decoder_end(struct pin_decoder *d)
{
	begin(d, &(struct twin_event){.type = TWIN_EV_NONE});
}
