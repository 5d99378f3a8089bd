/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Instructions per basic block of instrumented code.
 *
 * A block runs from behind its trace call to the next trace call, to a jump, return or trap, or to
 * the end of its function; an unconditional direct jump is followed, because the compiler's last
 * passes share and move tails without a trace call of their own. Instructions between a label (or
 * the function's start) and a trace call belong to that call's block: a function's prologue, for
 * instance. Trace calls and padding do not count; a static branch counts as one instruction.
 *
 * All blocks of a function that exists only for tracing cost nothing. Blocks reachable only through
 * a tracepoint's static key cost what the code does that they stand in for: see traced.h.
 */
#ifndef BLOCKTABLE_BLOCKS_H
#define BLOCKTABLE_BLOCKS_H

#include "blocktable.h"
#include "image.h"
#include "listing.h"
#include "traced.h"

/*
 * Fills `table` (image->text_size bytes, zeroed by the caller) and the counters of `header` from
 * the listing, whose flags, kinds and charges it sets on the way; a charge of 255 or more is 255 in
 * the table. `stats` and `log` are traced_charge()'s. Returns 0, or -1 when memory is short.
 */
int blocks_count(struct listing *l, const struct image *image, struct blocktable_header *header,
		 uint8_t *table, struct traced_stats *stats, FILE *log);

#endif
