/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Words on SPI pins, and when their edges are.
 *
 * All edges lie on the half-cycle grid of the controller's peripheral clock (pins_grid.h). SCK has
 * a period of SCBR clock cycles and a duty cycle of 50 %, also for odd SCBR (assumed: the data
 * sheet does not say), so edge k of a word is half-cycle n0 + k * SCBR.
 */
#ifndef TRACE_PINS_H
#define TRACE_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/pins_grid.h"

/* Pins of a controller, numbered as LINE records do. */
enum { PIN_SCK, PIN_MOSI, PIN_MISO, PIN_CS0 = 16 };

struct pin_word {
	uint8_t controller, cs;
	unsigned int bits; /* 1..32 */
	bool cpha, cpol;
	bool floats;	     /* nobody drives MISO */
	uint32_t mosi, miso; /* MSB is clocked first */
	uint64_t n0;	     /* half-cycle index of the first SCK edge */
	uint64_t scbr;	     /* half-cycles per SCK half period */
	struct pin_grid grid;
};

/* Words of one form that follow each other with a constant distance; very often just one. */
struct pin_words {
	struct pin_word word; /* the first */
	unsigned int n;
	uint64_t step; /* half-cycles from word to word */
	/* All of them, pin_word_bytes() each, most significant byte first. Borrowed. */
	const uint8_t *mosi, *miso;
};

/* Time of half-cycle n of a clock of `hz`, ps; 0 when that is no clock. */
uint64_t pin_half_cycle(uint64_t n, uint64_t hz);
/* Time of SCK edge k, 0 <= k < 2 * bits, ps. */
uint64_t pin_word_edge(const struct pin_word *w, unsigned int k);
uint64_t pin_word_first(const struct pin_word *w);
uint64_t pin_word_last(const struct pin_word *w);

static inline unsigned int pin_word_bytes(const struct pin_word *w)
{
	return (w->bits + 7) / 8;
}

/* Word i < n. */
struct pin_word pin_words_nth(const struct pin_words *words, unsigned int i);
/* The `n` words from number `first` on; n >= 1, first + n at most the number of words. */
struct pin_words pin_words_part(const struct pin_words *words, unsigned int first, unsigned int n);

#endif
