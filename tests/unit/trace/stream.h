/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Event streams written by hand, for the tests of everything that reads them. */
#ifndef TEST_STREAM_H
#define TEST_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

#define NS 1000ULL
#define US 1000000ULL

struct stream {
	struct twin_event *ev;
	size_t used, cap;
	uint32_t pid; /* task of the next records */
	uint8_t cpu;
};

struct word_shape {
	uint8_t controller, cs, bits, mode;
	uint64_t hz, scbr;
	int floats;
};

void stream_add(struct stream *s, uint64_t time, unsigned int type, uint64_t a, uint64_t b);
void stream_clock(struct stream *s, unsigned int controller, uint64_t hz);
void stream_cs(struct stream *s, uint64_t time, unsigned int line, int level);
void stream_cs_initial(struct stream *s, unsigned int line, int level);
/* A word whose first edge is half-cycle n0. */
void stream_word(struct stream *s, const struct word_shape *shape, uint64_t n0, uint32_t mosi,
		 uint32_t miso);
/*
 * The same for 2 to 1024 words `step` half-cycles apart, in one burst; their values are bytes in
 * wire order, one per word of up to 8 bits, else two.
 */
void stream_burst(struct stream *s, const struct word_shape *shape, uint64_t n0, uint64_t step,
		  unsigned int n, const uint8_t *mosi, const uint8_t *miso);
void stream_context(struct stream *s, uint64_t time, int from, int to);
void stream_task_name(struct stream *s, uint32_t pid, const char *name);
/* Feeds everything to a trace in one batch. */
void stream_push(const struct stream *s, struct trace *trace);
void stream_free(struct stream *s);

/*
 * Two transactions of spi1 cs0 at 50 MHz, SCBR 1, inside one task (pid 5, tag 7) and one before it;
 * every number the tests expect of it is worked out in test_measure.c.
 */
void stream_story(struct stream *s);
#define STORY_END (30 * US)

/* Contents of a file, NUL-terminated; NULL when it cannot be read. */
char *slurp(const char *path, size_t *len);
/* Makes a directory for the test and changes to it. */
void enter_scratch(void);
/* Removes it; a failed test leaves it behind. */
void leave_scratch(void);

#endif
