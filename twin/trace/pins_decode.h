/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * From records to words: PIN_WORD and PIN_WORD_FORM make one, PIN_BURST, PIN_BURST_STEP and
 * PIN_BURST_DATA make many. The records of a word or burst are neighbours; a burst that breaks off,
 * or whose parts do not agree with each other, is damage: it is dropped and counted.
 */
#ifndef TRACE_PINS_DECODE_H
#define TRACE_PINS_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/pins.h"
#include "twin_abi.h"

#define PIN_BURST_WORDS 1024
#define PIN_BURST_BITS 16

/* Zero-initialised is ready. */
struct pin_decoder {
	struct pin_grid clock[256]; /* per controller, from CLOCK records */
	struct twin_event head;	    /* PIN_WORD or PIN_BURST of what is being decoded */
	uint16_t expected;	    /* the only type that continues it; 0: nothing is open */
	bool damaged;		    /* the rest of a damaged burst may follow */
	unsigned int parts, had;    /* DATA records of the burst */
	struct pin_words out;
	/* Per direction; a burst's last record is full also when its words are not. */
	uint8_t mosi[2 * PIN_BURST_WORDS], miso[2 * PIN_BURST_WORDS];
	uint64_t bad; /* words without a clock or of an impossible shape; damaged bursts, once */
};

/* True for types that carry on what the record before began, at that record's time. */
static inline bool pin_continues(unsigned int type)
{
	return type == TWIN_EV_PIN_WORD_FORM || type == TWIN_EV_PIN_BURST_STEP ||
	       type == TWIN_EV_PIN_BURST_DATA;
}

/* Takes any record; returns what is complete with it, valid until the next, or NULL. */
const struct pin_words *pin_decoder_event(struct pin_decoder *d, const struct twin_event *ev);
/* No record follows. */
void pin_decoder_end(struct pin_decoder *d);

#endif
