/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Puts records into time order. Models record what they know when they know it: a chip select edge
 * one pad delay ahead, the words of a DMA transfer afterwards.
 */
#ifndef TRACE_REORDER_H
#define TRACE_REORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/tqueue.h"
#include "twin_abi.h"

/* A record may come this much later than one with a later time, ps ... */
#define REORDER_WINDOW 1000000000ULL
/* ... as long as no more than this many records are held back. */
#define REORDER_LIMIT 65536

struct reorder {
	struct tqueue queue;
	uint64_t newest;   /* latest time seen */
	uint64_t released; /* time of the last record given out */
	uint64_t late;	   /* records that came too late to be put in order */
	uint64_t last_key;
	uint16_t last_type;
};

void reorder_init(struct reorder *r);
void reorder_put(struct reorder *r, const struct twin_event *ev);
/* The next record that can no longer be overtaken (any record with `all`); false: none yet. */
bool reorder_get(struct reorder *r, bool all, struct twin_event *ev);
void reorder_free(struct reorder *r);

#endif
