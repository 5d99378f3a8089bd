/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The chip selects seen so far, and the transaction that is going on at each. */
#ifndef OBSERVE_WIRES_H
#define OBSERVE_WIRES_H

#include "observe/match.h"
#include "trace/pins_order.h"

/* Zero-initialised has none. */
struct wires {
	struct wire **list;
	size_t nr, cap;
	struct pin_order pins;
};

struct wire *wires_get(struct wires *w, uint16_t key);
/* The one whose transaction a word belongs to: its own, else one of its controller; or NULL. */
struct wire *wires_of_word(struct wires *w, const struct pin_word *word);
/* Takes a PIN_CS record. Is it an edge? */
bool wire_level(struct wire *w, const struct twin_event *ev);
void wire_words(struct wire *w, const struct pin_words *words);
void wires_free(struct wires *w);

#endif
