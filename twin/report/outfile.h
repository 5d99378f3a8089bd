/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A file that appears whole or not at all: written beside its place, then renamed. */
#ifndef REPORT_OUTFILE_H
#define REPORT_OUTFILE_H

#include <stdio.h>

struct outfile;

/* Before the run: can it be written there? NULL with one line in `err` (TRACE_ERR_SIZE). */
struct outfile *outfile_open(const char *path, char *err);
/* Where what is long is written bit by bit; errors are kept for outfile_finish(). */
FILE *outfile_stream(struct outfile *f);
/* Writes `text` behind it and gives the file its name; frees in any case. 0, or -1 with `err`. */
int outfile_finish(struct outfile *f, const char *text, char *err);
/* Removes what there is; frees. NULL is allowed. */
void outfile_abandon(struct outfile *f);

#endif
