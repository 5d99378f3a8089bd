/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What abi/events.def says about each event type, as data. */
#ifndef TRACE_EVENT_TABLE_H
#define TRACE_EVENT_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

struct event_info {
	const char *name, *a, *b, *doc;
	uint32_t class; /* enum twin_event_class */
};

/* NULL for a type this build does not know. */
const struct event_info *event_info(unsigned int type);
/* Type of a name, or TWIN_EV_NONE. */
unsigned int event_by_name(const char *name);
/* The table as text, one "name class a|b" line per type; malloc()ed. Stored in every trace file. */
char *event_table_text(void);
/* FNV-1a, 64 bit; start with EVENT_HASH_INIT. */
#define EVENT_HASH_INIT 0xcbf29ce484222325ULL
uint64_t event_hash(uint64_t hash, const void *data, size_t len);

#endif
