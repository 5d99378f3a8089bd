/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A stream through a writer, and what is in the file then. */
#ifndef TEST_EXPORT_WRITTEN_H
#define TEST_EXPORT_WRITTEN_H

#include <jansson.h>

#include "export/export.h"
#include "stream.h"

/* One CPU; knows "tick" at 0x1000 to 0x10ff and "rcu_lock" at 0x2000. */
extern struct export_kernel one_cpu;

/* The text, free() it. Takes the stream, which ends at `end` ps. */
char *written_ftrace(struct stream *s, const struct export_kernel *kernel, uint64_t end);
/* The JSON's traceEvents; fails the test when it is no JSON. Never freed. */
json_t *written_perfetto(struct stream *s, const struct export_kernel *kernel, uint64_t end);
/* stream_add() with flags. */
void add_flags(struct stream *s, uint64_t time, unsigned int type, unsigned int flags, uint64_t a,
	       uint64_t b);
/* A name as the kernel tells it: of a pid, or of TWIN_STRING_IRQ + irq. */
void add_name(struct stream *s, uint64_t time, uint64_t id, const char *name);
void add_comm(struct stream *s, uint64_t time, uint32_t pid, const char *name);

#endif
