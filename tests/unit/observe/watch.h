/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* One observed span over a stream written by hand. */
#ifndef TEST_WATCH_H
#define TEST_WATCH_H

#include "observe/observe.h"
#include "stream.h"

#define WATCH_MAX 8000

/* What came out; the lengths in order of size. */
struct watched {
	uint64_t n, total, first, last;
	uint64_t from_seen, to_seen, from_outside, to_outside, cut;
	char why[200];
};

/* The board's names in these tests. */
extern const struct observe_symbol watch_symbols[];
extern const size_t watch_nr_symbols;

/* A scenario with one span and the tasks "dd" (tag 1) and "other" (tag 2). */
struct scenario watch_scenario(const char *from, const char *to);
/* Fails the test when the patterns are refused. The run ends at `end`. */
struct watched watch(const char *from, const char *to, const struct stream *s, uint64_t end);
/* Task `tag` starts or ends. */
void task(struct stream *s, uint64_t time, int starts, uint64_t tag);

#endif
