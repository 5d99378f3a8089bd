/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Numbers with units as GNU tools take them: "4k", "1MB", "2MiB". */
#ifndef TWIN_TASK_NUMBERS_H
#define TWIN_TASK_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

enum number_form {
	NUMBER_DD = 1,		/* also the units c, w and b */
	NUMBER_BYTES = 2,	/* also the unit B, after digits */
	NUMBER_ANY_BASE = 4,	/* 0x10 and 010 are not decimal */
};

/*
 * Digits and a unit, of `len` bytes; a unit alone is one of it. 0, or -1: not a number, 2^64 or
 * more.
 */
int number_parse(const char *text, size_t len, unsigned int forms, uint64_t *value);
/* All of a text, as strtoull(text, NULL, 0) takes it, without sign. 0 or -1. */
int number_plain(const char *text, uint64_t *value);

#endif
