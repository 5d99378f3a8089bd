/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Comma separated symbols as values of options ("conv=notrunc,fsync"), from a table. */
#ifndef TWIN_TASK_WORDS_H
#define TWIN_TASK_WORDS_H

#include <stdbool.h>
#include <stdint.h>

struct word {
	const char *name;	/* NULL ends the table */
	uint32_t bit;
};

/*
 * The bits of all words in `value`, or of its only word; `what` says what they are in messages.
 * 0, or -1 with `err`.
 */
int words_parse(const struct word *words, const char *what, const char *value, bool many,
		uint32_t *bits, char *err);

#endif
