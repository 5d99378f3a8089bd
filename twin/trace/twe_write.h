/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Writes an event file under a temporary name; it gets its own name when it is complete. */
#ifndef TRACE_TWE_WRITE_H
#define TRACE_TWE_WRITE_H

#include <stdbool.h>
#include <stdint.h>

#include "twin_abi.h"

struct twe_writer;

/* Opens PATH.tmp; NULL with one line in `err` (TRACE_ERR_SIZE). */
struct twe_writer *twe_create(const char *path, char *err);
/* Appends a record; a write error is remembered. */
void twe_put(struct twe_writer *w, const struct twin_event *ev);
bool twe_failed(const struct twe_writer *w);
/* Index, footer, rename; frees. `end`: end of the run, ps. 0, or -1 with `err` and no file. */
int twe_finish(struct twe_writer *w, uint64_t end, char *err);
/* Removes the temporary file; frees. */
void twe_abandon(struct twe_writer *w);

#endif
