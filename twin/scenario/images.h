/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* kernel/images: one kernel image per line, NAME PACKAGE "TITLE"; '#' starts a comment line. */
#ifndef TWIN_IMAGES_H
#define TWIN_IMAGES_H

#include "scenario/diag.h"

/*
 * Calls fn for every image below `root`, in the file's order.
 * Returns: how many, or -1 and diag when the file cannot be read.
 */
int images_list(const char *root, void (*fn)(void *ctx, const char *name, const char *title),
		void *ctx, struct diag *diag);

/* Returns: 0 when `name` is an image; else -1 and diag at `pos`, with the nearest one. */
int images_check(const char *root, const char *name, struct src_pos pos, struct diag *diag);

#endif
