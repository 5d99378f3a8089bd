/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Records of class DETAIL, which come before the one that they belong to, on the same CPU. A record
 * that had none has zeros: streams may be recorded without.
 */
#ifndef EXPORT_DETAIL_H
#define EXPORT_DETAIL_H

#include <stdint.h>

#include "twin_abi.h"

#define DETAIL_BYTES 64 /* of a buffer; the kernel prints no more */

struct detail_bytes {
	uint8_t bytes[DETAIL_BYTES];
	unsigned int nr;
};

struct detail {
	struct detail_bytes tx, rx; /* of the next transfer's record */
	uint64_t frame_length;	    /* of the next message's end */
	uint64_t timer, times;	    /* a and b of TIMER_TIMES, of the next timer's */
};

struct details;

struct details *details_new(void);
void details_event(struct details *d, const struct twin_event *ev);
/* What came for this record. Valid until the next record; a writer clears it when it is used. */
struct detail *details_of(struct details *d, const struct twin_event *ev);
void details_free(struct details *d);

#endif
