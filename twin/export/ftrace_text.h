/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Lines of the kernel's tracing: formats as in include/trace/events and kernel/trace (6.1). */
#ifndef EXPORT_FTRACE_TEXT_H
#define EXPORT_FTRACE_TEXT_H

#include <stdio.h>

#include "export/context.h"

/*
 * The head of the file. `entries`: how many lines follow; its line always takes as much room, so
 * that it can be written again at the end.
 */
void ftrace_head(FILE *out, uint64_t entries, unsigned int nr_cpus);
/* The line of a record; returns 0 for one that the kernel's tracing would not show. */
int ftrace_line(FILE *out, const struct export_context *c, const struct twin_event *ev);

#endif
