/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One random story written down twice: with bursts, and with the same words one by one. Whoever
 * reads both must see the same.
 *
 * Two controllers clock words, alone and in bursts, in and outside of chip select windows, while
 * contexts, tasks, transfers and interrupts change at times of which many fall on edges exactly.
 */
#ifndef TEST_BURST_STORY_H
#define TEST_BURST_STORY_H

#include "stream.h"

#define BURST_STORY_END (400 * US)

struct burst_story {
	struct stream bursts, singles;
	unsigned int in_bursts; /* words that the bursts hold */
};

/* A pure function of `seed`. */
void burst_story_make(struct burst_story *story, uint64_t seed);
void burst_story_free(struct burst_story *story);

#endif
