/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Memory and error text for the host-side libraries. */
#ifndef TRACE_MEM_H
#define TRACE_MEM_H

#include <stddef.h>

/* Size of the caller's buffer that receives one line of error text. */
#define TRACE_ERR_SIZE 512

/* Zeroed memory. Never NULL: without memory the program says so and ends with exit code 3. */
void *mem_alloc(size_t bytes);
/* Room for one more: at least `used` + 1 elements of `elem` bytes; doubles *cap. Never NULL. */
void *mem_grow(void *array, size_t used, size_t *cap, size_t elem);
/* A copy of `text`; NULL stays NULL. */
char *mem_text(const char *text);

/* Formats one line into `err` (may be NULL) and returns -1. */
int fail(char *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
