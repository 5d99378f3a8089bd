/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * From PIN_WORD and PIN_WORD_FORM records to edges on SPI pins.
 *
 * All edges lie on the half-cycle grid of the controller's peripheral clock f: half-cycle n is at
 * floor(n * 10^12 / (2 f)) ps. SCK has a period of SCBR clock cycles and a duty cycle of 50 %, also
 * for odd SCBR (assumed: the data sheet does not say), so edge k of a word is half-cycle
 * n0 + k * SCBR.
 */
#ifndef TRACE_PINS_H
#define TRACE_PINS_H

#include <stdbool.h>
#include <stdint.h>

#include "twin_abi.h"

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
	uint64_t hz;	     /* peripheral clock */
};

/* Joins the record pairs; one per consumer, zero-initialised. */
struct pin_decoder {
	uint64_t hz[256]; /* per controller, from CLOCK records */
	struct twin_event word;
	bool have_word;
	struct pin_word out;
	uint64_t bad; /* words without a clock, or of an impossible shape */
};

/* Takes any record; returns the word that is complete with it, or NULL. */
const struct pin_word *pin_decoder_event(struct pin_decoder *d, const struct twin_event *ev);

/* Time of half-cycle n of a clock of `hz` > 0, ps. */
uint64_t pin_half_cycle(uint64_t n, uint64_t hz);
/* Time of SCK edge k, 0 <= k < 2 * bits, ps. */
uint64_t pin_word_edge(const struct pin_word *w, unsigned int k);
uint64_t pin_word_first(const struct pin_word *w);
uint64_t pin_word_last(const struct pin_word *w);

#endif
