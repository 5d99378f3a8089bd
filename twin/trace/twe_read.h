/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Reads event files; damaged, truncated or foreign files end in one line of error text. */
#ifndef TRACE_TWE_READ_H
#define TRACE_TWE_READ_H

#include <stdint.h>

#include "trace/mem.h"
#include "twin_abi.h"

struct twe_reader;

struct twe_info {
	uint64_t records;
	uint64_t chunks;
	uint64_t end;		/* end of the run, ps */
	uint64_t first, last;	/* lowest and highest time of a record, ps */
	uint32_t classes;	/* what it holds: enum twin_event_class */
	uint32_t unknown_types; /* types of the file that this build does not know; skipped */
};

/* Called per record; not 0 stops the reading. */
typedef int (*twe_fn)(void *ctx, const struct twin_event *ev);

/* Checks header, index and footer. NULL with one line in `err` (TRACE_ERR_SIZE). */
struct twe_reader *twe_open(const char *path, char *err);
const struct twe_info *twe_info(const struct twe_reader *r);
/*
 * Calls `fn` for every record with from <= time <= to and a class in `classes`, in file order;
 * chunks outside are not even unpacked. Types are this build's. A burst of words has the time of
 * its first one: to see all words of an interval, ask from 100 us earlier. Returns 0, fn's result
 * when it stopped, or -1 with `err`.
 */
int twe_read(struct twe_reader *r, uint64_t from, uint64_t to, uint32_t classes, twe_fn fn,
	     void *ctx, char *err);
/* Unpacks and checks everything. 0, or -1 with `err`. */
int twe_verify(struct twe_reader *r, char *err);
void twe_close(struct twe_reader *r);

#endif
