// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The block table as the kernel wants it: per 4 bytes of text the block's instructions and its
 * place among all of them; notes with run-time addresses, and a number per watched function.
 */
#include <stdlib.h>
#include <string.h>

#include "../../tools/blocktable/blocktable.h"
#include "machine.h"
#include "trace/names.h"

#define WAIT_PREFIX "wait_for_completion"

/* The number that FUNC records carry; 0: not watched. */
static uint32_t watch_number(const struct blocktable_note *note, size_t index)
{
	if (!note->name[0])
		return 0;
	return (index + 1) | (strncmp(note->name, WAIT_PREFIX, strlen(WAIT_PREFIX)) ? 0 : 1U << 31);
}

/* Of 4 neighbours at most one is the end of a call. Most of the text is none. */
static uint8_t block_at(const struct block_table *t, size_t i)
{
	uint32_t four = 0;

	if (4 * i + 4 <= t->text_size)
		memcpy(&four, t->insns + 4 * i, 4);
	else
		memcpy(&four, t->insns + 4 * i, t->text_size % 4);
	four |= four >> 16;
	return four | four >> 8;
}

/* A block of more instructions than a byte holds, or a watched one, has them in its note. */
static uint32_t insns_at(const struct block_table *t, size_t i, size_t *note)
{
	uint8_t insns = block_at(t, i);

	if (insns != BLOCKTABLE_NOTED)
		return insns;
	while (t->notes[*note].index / 4 < i)
		++*note;
	return t->notes[*note].insns;
}

static int place_blocks(struct machine *m)
{
	size_t n = (m->blocks.text_size + 3) / 4, note = 0;
	uint32_t place = 0;

	m->block_table = calloc(n, sizeof(*m->block_table));
	if (!m->block_table)
		return -1;
	for (size_t i = 0; i < n; i++) {
		m->block_table[i] = place << 8 | block_at(&m->blocks, i);
		place += insns_at(&m->blocks, i, &note);
	}
	return place >> 24 ? -1 : 0;
}

int machine_notes(struct machine *m)
{
	uint64_t text = (uint64_t)m->image.base + m->blocks.text_start;

	m->notes = calloc(m->blocks.nr_notes + 1, sizeof(*m->notes));
	if (!m->notes || text % 4 || place_blocks(m))
		return -1;
	for (size_t i = 0; i < m->blocks.nr_notes; i++) {
		const struct blocktable_note *note = &m->blocks.notes[i];

		m->notes[i] = (struct twin_block_note){ .addr = text + note->index,
							.insns = note->insns,
							.watch = watch_number(note, i) };
	}
	return 0;
}

void machine_name_watches(struct machine *m)
{
	struct twin_event events[16];

	for (size_t i = 0; m->trace && i < m->blocks.nr_notes; i++) {
		const char *name = m->blocks.notes[i].name;

		if (*name)
			trace_push(m->trace, events,
				   names_string_events(0, 1ULL << 32 | (i + 1), name, events, 16));
	}
}
