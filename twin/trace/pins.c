// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/pins.h"

uint64_t pin_half_cycle(uint64_t n, uint64_t hz)
{
	struct pin_grid grid = pin_grid_of(hz);

	return grid.hz ? pin_grid_time(&grid, n) : 0;
}

uint64_t pin_word_edge(const struct pin_word *w, unsigned int k)
{
	return pin_grid_time(&w->grid, w->n0 + k * w->scbr);
}

uint64_t pin_word_first(const struct pin_word *w)
{
	return pin_word_edge(w, 0);
}

uint64_t pin_word_last(const struct pin_word *w)
{
	return pin_word_edge(w, 2 * w->bits - 1);
}

static uint32_t value_of(const uint8_t *bytes, unsigned int n)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < n; i++)
		value = value << 8 | bytes[i];
	return value;
}

struct pin_word pin_words_nth(const struct pin_words *words, unsigned int i)
{
	unsigned int bytes = pin_word_bytes(&words->word);
	struct pin_word w = words->word;

	w.n0 += i * words->step;
	w.mosi = value_of(words->mosi + i * bytes, bytes);
	w.miso = value_of(words->miso + i * bytes, bytes);
	return w;
}

struct pin_words pin_words_part(const struct pin_words *words, unsigned int first, unsigned int n)
{
	unsigned int offset = first * pin_word_bytes(&words->word);

	return (struct pin_words){
		.word = pin_words_nth(words, first),
		.n = n,
		.step = words->step,
		.mosi = words->mosi + offset,
		.miso = words->miso + offset,
	};
}
