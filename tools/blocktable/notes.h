/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The block table's trailer: blocks a byte cannot say all about, and those the host watches. */
#ifndef BLOCKTABLE_NOTES_H
#define BLOCKTABLE_NOTES_H

#include "blocktable.h"
#include "image.h"
#include "listing.h"

/* Functions to watch: names as in the image, without compiler suffixes. */
struct watch_list {
	char (*names)[BLOCKTABLE_NAME];
	size_t count;
};

struct notes {
	struct blocktable_note *notes;
	size_t count, room;
};

/*
 * Reads a list of functions: one per line, blanks around it ignored, '#' starts a comment. Returns
 * 0, or -1 with one line on standard error: not readable, a name with a blank in it or of more than
 * BLOCKTABLE_NAME - 1 characters, or memory is short.
 */
int watch_read(struct watch_list *watch, const char *path);
void watch_free(struct watch_list *watch);

/*
 * Makes the trailer from a listing with charges (blocks_count()), sorted by index, and puts
 * BLOCKTABLE_NOTED at each index of `table`. A watched function that the image does not have, or
 * that is not instrumented, is a warning on standard error. Returns 0, or -1 when memory is short.
 */
int notes_make(struct notes *notes, const struct listing *l, const struct image *image,
	       const struct watch_list *watch, uint8_t *table);
void notes_free(struct notes *notes);

#endif
