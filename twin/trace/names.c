// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/names.h"

#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"
#include "twin_trace_flags.h"

/* A text per key, sorted by key. */
struct entry {
	uint64_t key;
	uint64_t id; /* of its STRING; unused in the table of strings */
	char *text;
	size_t len;
};

struct map {
	struct entry *entries;
	size_t used, cap;
};

struct names {
	struct map strings, tasks, lines;
};

static size_t position(const struct map *map, uint64_t key)
{
	size_t lo = 0, hi = map->used;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (map->entries[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static struct entry *find(const struct map *map, uint64_t key)
{
	size_t at = position(map, key);

	return at < map->used && map->entries[at].key == key ? &map->entries[at] : NULL;
}

static struct entry *get(struct map *map, uint64_t key)
{
	struct entry *e = find(map, key);
	size_t at;

	if (e)
		return e;
	map->entries = mem_grow(map->entries, map->used, &map->cap, sizeof(*e));
	at = position(map, key);
	e = &map->entries[at];
	memmove(e + 1, e, (map->used++ - at) * sizeof(*e));
	*e = (struct entry){.key = key};
	return e;
}

struct names *names_new(void)
{
	return mem_alloc(sizeof(struct names));
}

static void append(struct entry *e, uint64_t bytes, unsigned int n)
{
	char *text = mem_alloc(e->len + n + 1);

	if (e->len)
		memcpy(text, e->text, e->len);
	for (unsigned int i = 0; i < n; i++)
		text[e->len + i] = (char)(bytes >> 8 * i);
	free(e->text);
	e->text = text;
	e->len += n;
}

static void on_string(struct names *names, const struct twin_event *ev)
{
	struct entry *e = get(&names->strings, ev->a);
	unsigned int n = ev->flags & TWIN_STRING_BYTES;

	if (ev->flags & TWIN_STRING_BEGINS)
		e->len = 0;
	append(e, ev->b, n < 8 ? n : 8);
}

void names_event(struct names *names, const struct twin_event *ev)
{
	if (ev->type == TWIN_EV_STRING)
		on_string(names, ev);
	else if (ev->type == TWIN_EV_TASK)
		get(&names->tasks, ev->a)->id = ev->b;
	else if (ev->type == TWIN_EV_LINE)
		get(&names->lines, ev->a)->id = ev->b;
}

const char *names_string(const struct names *names, uint64_t id)
{
	const struct entry *e = find(&names->strings, id);

	return e ? e->text : NULL;
}

static const char *named(const struct names *names, const struct map *map, uint64_t key)
{
	const struct entry *e = find(map, key);

	return e ? names_string(names, e->id) : NULL;
}

const char *names_task(const struct names *names, uint64_t pid)
{
	return named(names, &names->tasks, pid);
}

const char *names_line(const struct names *names, unsigned int controller, unsigned int pin)
{
	return named(names, &names->lines, (uint64_t)controller << 8 | pin);
}

static void free_map(struct map *map)
{
	for (size_t i = 0; i < map->used; i++)
		free(map->entries[i].text);
	free(map->entries);
}

void names_free(struct names *names)
{
	if (!names)
		return;
	free_map(&names->strings);
	free_map(&names->tasks);
	free_map(&names->lines);
	free(names);
}

static struct twin_event string_part(uint64_t time, uint64_t id, const char *text, size_t n)
{
	struct twin_event ev = {
		.time = time,
		.type = TWIN_EV_STRING,
		.flags = n,
		.a = id,
	};

	for (size_t i = 0; i < n; i++)
		ev.b |= (uint64_t)(unsigned char)text[i] << 8 * i;
	return ev;
}

size_t names_string_events(uint64_t time, uint64_t id, const char *text, struct twin_event *out,
			   size_t max)
{
	size_t len = strlen(text), parts = len ? (len + 7) / 8 : 1;

	for (size_t i = 0; i < parts && i < max; i++) {
		size_t left = len - 8 * i;

		out[i] = string_part(time, id, text + 8 * i, left < 8 ? left : 8);
	}
	return parts;
}
