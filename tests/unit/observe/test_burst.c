// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A span does not depend on whether words come in bursts. */
#include <criterion/criterion.h>

#include "burst_story.h"
#include "watch.h"

static const struct {
	const char *from, *to;
} spans[] = {
	{"spi1 cs0 fall", "spi1 sck last"},
	{"spi1 cs1 fall bytes>=30", "spi1 cs1 rise"},
	{"spi1 sck first", "spi2 sck last bytes>=20"},
	{"spi2 sck last", "spi2 sck first bytes>=3"},
	{"spi2 cs2 edge bytes=1", "spi1 cs0 edge"},
	{"transfer spi1 start", "spi1 sck last"},
	{"spi1 sck first op=00", "spi1 cs0 rise"},
};

Test(burst, as_word_by_word)
{
	uint64_t seen = 0;

	for (uint64_t seed = 1; seed <= 60; seed++) {
		struct burst_story story;

		burst_story_make(&story, seed);
		for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
			struct watched a, b;

			a = watch(spans[i].from, spans[i].to, &story.bursts, BURST_STORY_END);
			b = watch(spans[i].from, spans[i].to, &story.singles, BURST_STORY_END);
			cr_assert_eq(a.n, b.n, "seed %lu, %s", (long)seed, spans[i].from);
			cr_assert_eq(a.total, b.total, "seed %lu, %s", (long)seed, spans[i].from);
			cr_assert_eq(a.first, b.first, "seed %lu, %s", (long)seed, spans[i].from);
			cr_assert_eq(a.last, b.last, "seed %lu, %s", (long)seed, spans[i].from);
			cr_assert_eq(a.cut, b.cut, "seed %lu, %s", (long)seed, spans[i].from);
			cr_assert_str_eq(a.why, b.why, "seed %lu, %s", (long)seed, spans[i].from);
			seen += a.n;
		}
		burst_story_free(&story);
	}
	cr_assert_gt(seen, 500);
}
