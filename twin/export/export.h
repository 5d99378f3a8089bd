/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The event stream for tools that others wrote: as the text that the kernel's tracing gives, and as
 * Chrome's JSON trace format, which ui.perfetto.dev loads. docs/tracing.md says what is in them.
 * Both are written while the run goes on, keep nothing of it, and appear under their names when
 * they are complete.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdint.h>

#include "trace/trace.h"

/* What is known of the kernel besides the stream. Filled before the first record comes. */
struct export_kernel {
	unsigned int nr_cpus;
	/*
	 * Name of the function or variable that holds an address, and how far into it the address
	 * is; NULL: none does. Lives as long as `ctx`. May be NULL.
	 */
	const char *(*symbol)(void *ctx, uint64_t addr, uint64_t *offset);
	void *ctx;
};

struct ftrace;

/* The text. Opens a temporary file beside `path`; NULL with one line in `err` (TRACE_ERR_SIZE). */
struct ftrace *ftrace_open(const char *path, const struct export_kernel *kernel, char *err);
struct reducer ftrace_reducer(struct ftrace *f);
/* After trace_end(): gives the file its name; frees. 0, or -1 with `err` and no file. */
int ftrace_close(struct ftrace *f, char *err);
/* Gives up: removes the temporary file; frees. NULL is allowed. */
void ftrace_abandon(struct ftrace *f);

struct perfetto;

/* The same for JSON. */
struct perfetto *perfetto_open(const char *path, const struct export_kernel *kernel, char *err);
struct reducer perfetto_reducer(struct perfetto *p);
int perfetto_close(struct perfetto *p, char *err);
void perfetto_abandon(struct perfetto *p);

#endif
