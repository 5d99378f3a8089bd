// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "mutate.h"

#include <string.h>

uint64_t mutate_random(struct mutator *m, uint64_t below)
{
	m->state ^= m->state << 13;
	m->state ^= m->state >> 7;
	m->state ^= m->state << 17;
	return below ? m->state % below : 0;
}

static void insert(uint8_t *text, size_t *len, size_t size, size_t at, const void *what, size_t nr)
{
	if (*len + nr > size)
		return;
	memmove(text + at + nr, text + at, *len - at);
	memcpy(text + at, what, nr);
	*len += nr;
}

static void cut(uint8_t *text, size_t *len, size_t at, size_t nr)
{
	if (nr > *len - at)
		nr = *len - at;
	memmove(text + at, text + at + nr, *len - at - nr);
	*len -= nr;
}

static void copy_part(struct mutator *m, uint8_t *text, size_t *len, size_t size, size_t at)
{
	uint8_t part[64];
	size_t from = mutate_random(m, *len), nr = 1 + mutate_random(m, sizeof(part));

	if (nr > *len - from)
		nr = *len - from;
	memcpy(part, text + from, nr);
	insert(text, len, size, at, part, nr);
}

static void mutate_once(struct mutator *m, uint8_t *text, size_t *len, size_t size)
{
	size_t at = mutate_random(m, *len);
	const char *word = m->words[mutate_random(m, m->nr_words)];

	switch (mutate_random(m, 7)) {
	case 0:
		text[at] ^= (uint8_t)(1 << mutate_random(m, 8));
		break;
	case 1:
		text[at] = (uint8_t)(32 + mutate_random(m, 95));
		break;
	case 2:
		cut(text, len, at, 1 + mutate_random(m, 16));
		break;
	case 3:
		copy_part(m, text, len, size, at);
		break;
	case 4:
		*len = at;
		break;
	default:
		insert(text, len, size, at, word, strlen(word));
	}
}

void mutate(struct mutator *m, uint8_t *text, size_t *len, size_t size)
{
	for (size_t nr = 1 + mutate_random(m, 6); nr && *len; nr--)
		mutate_once(m, text, len, size);
}
