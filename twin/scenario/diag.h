/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One diagnostic: where, what is wrong, and what to do about it; printed as one line
 * `file:line:col: error: what; hint`. A fixed-size value without ownership, so that any function
 * can fill the caller's and return -1.
 */
#ifndef TWIN_DIAG_H
#define TWIN_DIAG_H

#include <stdio.h>

#define DIAG_FILE_SIZE 512
#define DIAG_TEXT_SIZE 512

/* A place in an input; line and col count from 1, 0 = not known. */
struct src_pos {
	const char *file;
	int line, col;
};

struct diag {
	char file[DIAG_FILE_SIZE];	/* "" = not about a file */
	int line, col;
	char what[DIAG_TEXT_SIZE];	/* "" = nothing was reported */
	char hint[DIAG_TEXT_SIZE];	/* "" = none */
};

/* Fills `diag` (which may be NULL) and clears its hint. Returns: -1, to be returned in turn. */
int diag_set(struct diag *diag, struct src_pos pos, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Adds the hint to a diagnostic just set. Returns: -1. */
int diag_hint(struct diag *diag, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Takes a whole line "error: what" or "PLACE: error: what", as libraries without this header make
 * it; without "error: " the line is what is wrong. Returns: -1.
 */
int diag_line(struct diag *diag, const char *line);

/* The line without its newline. Control characters appear as '?'. Returns: length as snprintf. */
int diag_format(const struct diag *diag, char *buf, size_t size);

/*
 * Prints the line on stderr, after "spitwin: " when it is about no file; coloured only on a
 * terminal and without NO_COLOR.
 */
void diag_print(const struct diag *diag);

#endif
