/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Standard output as the C library has it: collected in a buffer and written when that is full, at
 * each newline if the file is a terminal, and at the end. Live on the task's stack.
 */
#ifndef TWIN_TASK_STREAM_H
#define TWIN_TASK_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "task.h"

#define STREAM_BUFFER 4096

struct task_stream {
	const struct twin_task_api *api;
	int fd;
	bool asked;		/* has looked what kind of file it is: at the first byte */
	bool lines;		/* a terminal */
	size_t used;
	char buf[STREAM_BUFFER];
};

void stream_open(struct task_stream *s, const struct twin_task_api *api, int fd);
void stream_put(struct task_stream *s, const char *text, size_t n);
void stream_printf(struct task_stream *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Writes what is there. 0, or what write() returned. */
long stream_flush(struct task_stream *s);

#endif
