/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Deterministic damage to text: the same seed makes the same damage, on every machine. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct mutator {
	uint64_t state;			/* not 0 */
	const char *const *words;	/* texts to insert */
	size_t nr_words;
};

uint64_t mutate_random(struct mutator *m, uint64_t below);
/* Damages *len bytes of text in a buffer of `size` a few times. */
void mutate(struct mutator *m, uint8_t *text, size_t *len, size_t size);

#endif
