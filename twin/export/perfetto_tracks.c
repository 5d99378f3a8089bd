// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "export/perfetto_tracks.h"

#include <stdlib.h>

#include "trace/mem.h"

/* What the viewer calls processes are groups of rows. */
enum { GROUP_CPU = 1, GROUP_SPI, GROUP_LOCK };

static const struct {
	unsigned int group;
	const char *name;
} groups[] = {
	[TRACK_CPU] = {GROUP_CPU, "CPUs"},     [TRACK_IRQ] = {GROUP_CPU, "CPUs"},
	[TRACK_SOFTIRQ] = {GROUP_CPU, "CPUs"}, [TRACK_SPI] = {GROUP_SPI, "SPI"},
	[TRACK_CS] = {GROUP_SPI, "SPI"},       [TRACK_LOCK] = {GROUP_LOCK, "Lock waits"},
};

struct track *track_find(struct tracks *t, enum track_kind kind, uint64_t key)
{
	for (size_t i = 0; i < t->nr; i++)
		if (t->items[i].key == key && t->items[i].kind == kind)
			return &t->items[i];
	return NULL;
}

/* The rows of a CPU stand together, so do those of an SPI controller. */
static uint64_t sort_index(const struct track *track)
{
	if (track->kind <= TRACK_SOFTIRQ)
		return track->key * 4 + track->kind;
	if (track->kind == TRACK_SPI)
		return track->key << 9;
	if (track->kind == TRACK_CS)
		return (track->key << 1) + 1;
	/* viewers keep 32 bits; the idle tasks of 64 CPUs come before the pids */
	return (uint32_t)track->key ? track->key + 64 : track->key >> 32;
}

static void name_group(struct tracks *t, const struct track *track)
{
	unsigned int bit = 1U << track->place.process;

	if (t->processes & bit)
		return;
	t->processes |= bit;
	pf_name(&t->out, "process_name", track->place, groups[track->kind].name);
	pf_sort(&t->out, "process_sort_index", track->place, track->place.process);
}

struct track *track_add(struct tracks *t, enum track_kind kind, uint64_t key, const char *name)
{
	struct track *track;

	t->items = mem_grow(t->items, t->nr, &t->cap, sizeof(*t->items));
	track = &t->items[t->nr++];
	*track = (struct track){
		.kind = kind,
		.key = key,
		.place = {groups[kind].group, (unsigned int)t->nr},
	};
	name_group(t, track);
	pf_name(&t->out, "thread_name", track->place, name);
	pf_sort(&t->out, "thread_sort_index", track->place, sort_index(track));
	return track;
}

bool track_begin(struct tracks *t, struct track *track, uint64_t time, uint64_t id,
		 const char *name)
{
	if (track->depth == TRACK_DEPTH)
		return false;
	track->open[track->depth++] = id;
	pf_begin(&t->out, 'B', time, track->place, name);
	return true;
}

bool track_end(struct tracks *t, struct track *track, uint64_t time, uint64_t id)
{
	unsigned int at = track->depth;

	while (at && track->open[at - 1] != id)
		at--;
	if (!at)
		return false;
	for (; track->depth > at; track->depth--) {
		pf_begin(&t->out, 'E', time, track->place, NULL);
		pf_end(&t->out);
	}
	track->depth--;
	pf_begin(&t->out, 'E', time, track->place, NULL);
	return true;
}

bool track_busy(const struct track *track)
{
	return track->depth;
}

bool track_in(const struct track *track, uint64_t id)
{
	return track->depth && track->open[track->depth - 1] == id;
}

void tracks_end(struct tracks *t, uint64_t time)
{
	for (size_t i = 0; i < t->nr; i++)
		while (track_busy(&t->items[i]) &&
		       track_end(t, &t->items[i], time, t->items[i].open[0]))
			pf_end(&t->out);
}

void tracks_free(struct tracks *t)
{
	free(t->items);
}
