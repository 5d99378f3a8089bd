/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Words in time order with all other records. A burst is one record for words that last up to
 * 100 us, and what happens between them comes after it in the stream. Here a burst stays open
 * and its words are given out up to the time of each following record, so that a consumer sees what
 * it would see of single words: sorted by time; at one instant after any other record, those of the
 * burst that began first before others.
 *
 * For every record:
 *
 *	while (pin_order_before(order, ev, &words))
 *		... words, many at once when nothing else happens between them
 *	if (pin_order_event(order, ev, &words))
 *		... the word that is complete with this record
 */
#ifndef TRACE_PINS_ORDER_H
#define TRACE_PINS_ORDER_H

#include <stddef.h>

#include "trace/pins_decode.h"

struct pin_burst;

struct pin_order {
	struct pin_decoder decoder;
	struct pin_burst **open; /* in order of arrival; slots up to `slots` are kept for reuse */
	size_t nr, slots, cap;
	uint64_t next; /* first edge of the next word of all; meaningless when nr is 0 */
};

/* Next words of open bursts that come before the record; false when there are none left. */
bool pin_order_before(struct pin_order *o, const struct twin_event *ev, struct pin_words *words);
/* Takes a record after that. True: a single word is complete; valid until the next record. */
bool pin_order_event(struct pin_order *o, const struct twin_event *ev, struct pin_words *words);
/* No record follows: the words that are left; false when there are none. */
bool pin_order_rest(struct pin_order *o, struct pin_words *words);
void pin_order_free(struct pin_order *o);

#endif
