// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The block table as the kernel wants it: one byte per 4 bytes of text, a quarter of the cache that
 * the file's form would take in the hot path; notes with run-time addresses, and a number per
 * watched function.
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

/* Of 4 neighbours at most one is the end of a call. */
static int squeeze(struct machine *m)
{
	const uint8_t *in = m->blocks.insns;
	size_t n = m->blocks.text_size / 4;

	m->block_insns = calloc(n + 1, 1);
	if (!m->block_insns)
		return -1;
	for (size_t i = 0; i < n; i++)
		m->block_insns[i] = in[4 * i] | in[4 * i + 1] | in[4 * i + 2] | in[4 * i + 3];
	for (size_t i = 4 * n; i < m->blocks.text_size; i++)
		m->block_insns[n] |= in[i];
	return 0;
}

int machine_notes(struct machine *m)
{
	uint64_t text = (uint64_t)m->image.base + m->blocks.text_start;

	m->notes = calloc(m->blocks.nr_notes + 1, sizeof(*m->notes));
	if (!m->notes || text % 4 || squeeze(m))
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
