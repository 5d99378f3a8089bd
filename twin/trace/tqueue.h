/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A queue sorted by time that keeps the order of arrival among equal times. Made for input that is
 * almost sorted: inserting near the end costs next to nothing.
 */
#ifndef TRACE_TQUEUE_H
#define TRACE_TQUEUE_H

#include <stddef.h>
#include <stdint.h>

/* Every element begins with its key, ps. */
struct tqueue {
	char *mem;
	size_t elem; /* bytes per element */
	size_t head, used, cap;
};

/* A new element with its key set and the rest unset; valid until the next call. */
void *tqueue_insert(struct tqueue *q, uint64_t key);
/* The earliest element, or NULL. */
void *tqueue_first(struct tqueue *q);
/* Takes the earliest element away. */
void tqueue_drop(struct tqueue *q);
void tqueue_free(struct tqueue *q);

#endif
