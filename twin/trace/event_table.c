// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/event_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

static const struct event_info table[TWIN_EV_NR] = {
#define TWIN_EVENT(id, ev_name, ev_class, ev_a, ev_b, ev_doc)                                      \
	[TWIN_EV_##id] = {                                                                         \
		.name = ev_name,                                                                   \
		.a = ev_a,                                                                         \
		.b = ev_b,                                                                         \
		.doc = ev_doc,                                                                     \
		.class = TWIN_CLASS_##ev_class,                                                    \
	},
#include "events.def"
#undef TWIN_EVENT
};

const struct event_info *event_info(unsigned int type)
{
	return type < TWIN_EV_NR ? &table[type] : NULL;
}

unsigned int event_by_name(const char *name)
{
	for (unsigned int i = 0; i < TWIN_EV_NR; i++)
		if (!strcmp(table[i].name, name))
			return i;
	return TWIN_EV_NONE;
}

char *event_table_text(void)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return mem_alloc(1);
	for (unsigned int i = 0; i < TWIN_EV_NR; i++)
		fprintf(f, "%s %u %s|%s\n", table[i].name, table[i].class, table[i].a, table[i].b);
	fclose(f);
	return text;
}

uint64_t event_hash(uint64_t hash, const void *data, size_t len)
{
	const unsigned char *p = data;

	while (len--)
		hash = (hash ^ *p++) * 0x100000001b3ULL;
	return hash;
}
