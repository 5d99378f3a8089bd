/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Reports of the kernel's lock validator, which are many lines, as one statement: what is wrong,
 * who was about to do it, and the locks by name.
 *
 * What this does not do: the chain of earlier acquisitions stays in the kernel's log.
 */
#ifndef TWIN_BOARD_LOCKDEP_TEXT_H
#define TWIN_BOARD_LOCKDEP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct lockdep_text {
	char text[512];	/* the statement so far; "": there is no report */
	bool in_head;	/* behind the line that ends the title */
	bool has_line;	/* something follows the title */
};

/* A report begins: `line`, `len` bytes without the newline, is its "WARNING: ...". */
void lockdep_text_begin(struct lockdep_text *t, const char *line, size_t len);
/*
 * Its next line. Returns whether the statement is complete: what follows in the log belongs to
 * nobody's statement. Long statements are cut.
 */
bool lockdep_text_line(struct lockdep_text *t, const char *line, size_t len);
#endif
