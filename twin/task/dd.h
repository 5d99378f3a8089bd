/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* One dd that runs. Functions return 0, or the exit status with which dd ends. */
#ifndef TWIN_TASK_DD_H
#define TWIN_TASK_DD_H

#include "dd_options.h"

struct dd_state {
	const struct dd_options *o;
	const struct twin_task_api *api;
	char *in, *out;			/* buffers; the same one with bs= */
	uint64_t used;			/* bytes collected in `out` */
	uint64_t in_full, in_part, out_full, out_part, bytes;
	uint64_t start, next;		/* clock, ns; `next`: of status=progress */
	uint64_t reported;		/* bytes a progress line told of; UINT64_MAX: no line */
	int progress;			/* length of a line that has no newline yet */
	uint32_t conv;			/* as given, but an O_DIRECT end adds fsync */
	bool seekable, warn_partial, discard;
	long seek_error;		/* why the input is not seekable */
	int64_t offset;			/* of the input; -1: unknown */
	int64_t out_offset;		/* for posix_fadvise(); -2: not asked yet */
	long last_read;
};

/* dd_report.c: messages and statistics. */
void dd_error(struct dd_state *s, long err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void dd_error_name(struct dd_state *s, const char *what, const char *file, long err);
const char *dd_in_name(const struct dd_state *s);
const char *dd_out_name(const struct dd_state *s);
void dd_statistics(struct dd_state *s);
/* A line when a second has passed since the last one. */
void dd_progress(struct dd_state *s);
/* The last line before a long fsync. */
void dd_progress_end(struct dd_state *s);

/* dd_files.c: opening, skipping, seeking, syncing. */
int dd_open_files(struct dd_state *s);
int dd_skip_files(struct dd_state *s);
int dd_sync(struct dd_state *s);
/* posix_fadvise(): what follows the write pointer is not needed in the page cache. */
void dd_discard(struct dd_state *s);
/* What quit() does: sync, close, statistics. Returns 1. */
int dd_quit(struct dd_state *s);

/* dd_copy.c: the loop. */
int dd_alloc(struct dd_state *s);
long dd_read(struct dd_state *s, int fd, char *buf, uint64_t n);
/* Bytes written; fewer than n: *err says why. */
uint64_t dd_write(struct dd_state *s, const char *buf, uint64_t n, long *err);
int dd_copy(struct dd_state *s);

#endif
