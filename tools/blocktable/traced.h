/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What tracing's blocks charge, so that observing costs no simulated time.
 *
 * Code that only a tracepoint's static key leads to does two things: it calls the tracer, which
 * must cost nothing, and it often goes on with a copy of the code behind the key, which must cost
 * what the original costs. Between the key and each exit of such a region, back into live code or
 * out of the function, the region's blocks charge in sum what the cheapest live way from the key
 * to the same place charges.
 */
#ifndef BLOCKTABLE_TRACED_H
#define BLOCKTABLE_TRACED_H

#include <stdio.h>

#include "image.h"
#include "listing.h"

struct traced_stats {
	uint64_t exits;		/* ways out of a tracepoint's code, over all live keys */
	uint64_t inexact;	/* of these, with another charge than the live way's */
};

/*
 * Sets `charge` of the blocks that tracing alone reaches; those of all others must be set already,
 * and INSN_LIVE and INSN_TRACED. Says every inexact exit in `log`, unless that is NULL. Returns 0,
 * or -1 when memory is short.
 */
int traced_charge(struct listing *l, const struct image *image, struct traced_stats *stats,
		  FILE *log);

#endif
