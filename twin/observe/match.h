/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Does something that happened fit a pattern? Conditions on a transaction (its first byte, how many
 * bytes, whether a clock edge is its last) may be open for as long as it lasts.
 */
#ifndef OBSERVE_MATCH_H
#define OBSERVE_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "observe/pattern.h"
#include "twin_abi.h"

/* A chip select and the transaction on it: from where the pin falls to where it rises. */
struct wire {
	uint16_t key; /* controller << 8 | chip select */
	bool low;
	int op;		/* first byte; -1: none yet */
	uint64_t bytes; /* so far */
};

/* What a chip select and its clock do; the rest of the events are OTHER. */
enum occasion { OCCASION_FALL, OCCASION_RISE, OCCASION_FIRST, OCCASION_LAST, OCCASION_OTHER };

enum verdict { VERDICT_NO, VERDICT_OPEN, VERDICT_YES };

/* Of the pins; `over`: the transaction has ended, nothing is open any more. */
enum verdict match_wire(const struct pattern *p, enum occasion occasion, const struct wire *wire,
			bool over);
/* Of any other record. */
bool match_event(const struct pattern *p, const struct twin_event *ev);

#endif
