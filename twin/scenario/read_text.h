/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Reads a whole small text file, refusing what cannot be one. */
#ifndef TWIN_READ_TEXT_H
#define TWIN_READ_TEXT_H

#include <stddef.h>

#include "scenario/diag.h"

#define READ_TEXT_LIMIT (1024 * 1024)

/*
 * Returns: malloc()ed text with a NUL after its *len bytes; NULL and diag when the file is missing,
 * no regular file, larger than READ_TEXT_LIMIT, empty, not UTF-8, or holds a NUL (with position).
 */
char *read_text(const char *path, size_t *len, struct diag *diag);

/* As read_text's checks on text that did not come from a file. Returns: 0, or -1 and diag. */
int check_text(const char *name, const char *text, size_t len, struct diag *diag);

#endif
