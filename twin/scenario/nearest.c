// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/nearest.h"

#include <ctype.h>
#include <string.h>

#define MAX_WORD 63

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t edit_distance(const char *a, const char *b)
{
	size_t rows[3][MAX_WORD + 1], la = strlen(a), lb = strlen(b), i, j;

	if (la > MAX_WORD || lb > MAX_WORD)
		return la > lb ? la : lb;
	for (j = 0; j <= lb; j++)
		rows[0][j] = j;
	for (i = 1; i <= la; i++) {
		size_t *row = rows[i % 3], *up = rows[(i + 2) % 3], *up2 = rows[(i + 1) % 3];

		row[0] = i;
		for (j = 1; j <= lb; j++) {
			row[j] = min(up[j - 1] + !same(a[i - 1], b[j - 1]),
				     min(up[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				row[j] = min(row[j], up2[j - 2] + 1);
		}
	}
	return rows[la % 3][lb];
}

void nearest_start(struct nearest *near, const char *word)
{
	near->word = word;
	near->best = NULL;
	near->distance = 0;
}

void nearest_offer(struct nearest *near, const char *candidate)
{
	size_t distance = edit_distance(near->word, candidate);

	/* More than two errors in six letters is another word. */
	if (distance > (strlen(near->word) + 2) / 3)
		return;
	if (!near->best || distance < near->distance) {
		near->best = candidate;
		near->distance = distance;
	}
}
