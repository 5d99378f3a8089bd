// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "words.h"

#include <stdio.h>
#include <string.h>

#include "options.h"
#include "scenario/nearest.h"

static const struct word *find(const struct word *words, const char *text, size_t len)
{
	for (; words->name; words++)
		if (strlen(words->name) == len && !memcmp(words->name, text, len))
			return words;
	return NULL;
}

static int refuse(const struct word *words, const char *what, const char *text, size_t len,
		  char *err)
{
	char typed[32] = "", known[TASK_ERR] = "";
	const char *comma = "";
	struct nearest near;

	memcpy(typed, text, len < sizeof(typed) ? len : sizeof(typed) - 1);
	nearest_start(&near, typed);
	for (; words->name; words++) {
		size_t used = strlen(known);

		nearest_offer(&near, words->name);
		snprintf(known + used, sizeof(known) - used, "%s%s", comma, words->name);
		comma = ", ";
	}
	if (*typed && near.best)
		return option_error(err, "%s '%s' is not available; did you mean '%s'?", what,
				    typed, near.best);
	return option_error(err, "%s '%s' is not available; known are %s", what, typed, known);
}

int words_parse(const struct word *words, const char *what, const char *value, bool many,
		uint32_t *bits, char *err)
{
	for (*bits = 0;; value++) {
		size_t len = many ? strcspn(value, ",") : strlen(value);
		const struct word *w = find(words, value, len);

		if (!w)
			return refuse(words, what, value, len, err);
		*bits |= w->bit;
		value += len;
		if (!*value)
			return 0;
	}
}
