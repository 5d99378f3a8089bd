// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Bursts that are damaged are dropped and counted; what is around them is not touched. */
#include <criterion/criterion.h>
#include <string.h>

#include "stream.h"
#include "trace/pins_order.h"
#include "trace/twe_read.h"

/* 20 words of 8 bits, 50 MHz, SCBR 1: 15 half-cycles each, 16 apart. */
#define WORDS 20
#define FIRST_EDGE 1000

enum place { HEAD = 2, STEP, DATA, LAST = DATA + 2, AFTER };

static const struct word_shape shape = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};

/* A clock, chip select, the burst, a single word. */
static void make(struct stream *s)
{
	uint8_t bytes[WORDS] = {1, 2, 3};

	stream_clock(s, 1, shape.hz);
	stream_cs(s, 100, 0x100, 0);
	stream_burst(s, &shape, FIRST_EDGE, 16, WORDS, bytes, bytes);
	stream_word(s, &shape, 5000, 9, 9);
}

static unsigned int words_of(const struct stream *s, uint64_t *bad)
{
	struct pin_order o = {0};
	struct pin_words words;
	unsigned int n = 0;

	for (size_t i = 0; i < s->used; i++) {
		while (pin_order_before(&o, &s->ev[i], &words))
			n += words.n;
		n += pin_order_event(&o, &s->ev[i], &words);
	}
	while (pin_order_rest(&o, &words))
		n += words.n;
	*bad = o.decoder.bad;
	pin_order_free(&o);
	return n;
}

Test(pins_damage, none)
{
	struct stream s = {0};
	uint64_t bad;

	make(&s);
	cr_assert_eq(s.ev[LAST].type, TWIN_EV_PIN_BURST_DATA);
	cr_assert_eq(s.ev[AFTER].type, TWIN_EV_PIN_WORD);
	cr_assert_eq(words_of(&s, &bad), WORDS + 1);
	cr_assert_eq(bad, 0);
	stream_free(&s);
}

static const struct {
	const char *what;
	enum place at;
	uint64_t a, b; /* added */
} changes[] = {
	{"no words", HEAD, 0, -(uint64_t)WORDS},
	{"one word", HEAD, 0, -(uint64_t)WORDS + 1},
	{"more words than a burst has", HEAD, 0, 1025 - WORDS},
	{"five words more", HEAD, 0, 5},
	{"SCBR 2: words overlap", HEAD, 0, 1ULL << 32},
	{"0 bits", HEAD, -(uint64_t)(8 << 16), 0},
	{"16 bits", HEAD, 8 << 16, 0},
	{"17 bits", HEAD, 9 << 16, 0},
	{"not where the header says", STEP, 1, 0},
	{"words overlap", STEP, 0, -(uint64_t)2},
	{"no step", STEP, 0, -(uint64_t)16},
	{"a step into the end of time", STEP, 0, 1ULL << 60},
	{"a step around the end of time", STEP, 0, (1ULL << 63) - 16},
};

Test(pins_damage, parts_that_do_not_agree)
{
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		s.ev[changes[i].at].a += changes[i].a;
		s.ev[changes[i].at].b += changes[i].b;
		cr_assert_eq(words_of(&s, &bad), 1, "%s", changes[i].what);
		cr_assert_eq(bad, 1, "%s: %lu", changes[i].what, (unsigned long)bad);
		stream_free(&s);
	}
}

/* The burst of 16 is complete; the record behind it is not expected. */
Test(pins_damage, fewer_words_than_there_are)
{
	struct stream s = {0};
	uint64_t bad;

	make(&s);
	s.ev[HEAD].b -= 4;
	cr_assert_eq(words_of(&s, &bad), WORDS - 4 + 1);
	cr_assert_eq(bad, 1);
	stream_free(&s);
}

/* As many words as the stream would have had one by one. */
Test(pins_damage, without_a_clock_every_word_counts)
{
	struct stream s = {0};
	uint64_t bad;

	make(&s);
	s.ev[0].b = 0;
	cr_assert_eq(words_of(&s, &bad), 0);
	cr_assert_eq(bad, WORDS + 1);
	stream_free(&s);
}

static void drop(struct stream *s, size_t at)
{
	memmove(&s->ev[at], &s->ev[at + 1], (--s->used - at) * sizeof(*s->ev));
}

Test(pins_damage, a_record_lost)
{
	for (size_t at = HEAD; at <= LAST; at++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		drop(&s, at);
		cr_assert_eq(words_of(&s, &bad), 1, "record %zu", at);
		cr_assert_eq(bad, 1, "record %zu: %lu", at, (unsigned long)bad);
		stream_free(&s);
	}
}

Test(pins_damage, a_record_in_place_of_the_one_before)
{
	for (size_t at = STEP; at <= LAST; at++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		s.ev[at - 1] = s.ev[at];
		cr_assert_eq(words_of(&s, &bad), 1, "record %zu", at);
		cr_assert_eq(bad, 1, "record %zu: %lu", at, (unsigned long)bad);
		stream_free(&s);
	}
}

Test(pins_damage, neighbours_swapped)
{
	for (size_t at = STEP; at <= LAST; at++) {
		struct stream s = {0};
		struct twin_event ev;
		uint64_t bad;

		make(&s);
		ev = s.ev[at];
		s.ev[at] = s.ev[at - 1];
		s.ev[at - 1] = ev;
		cr_assert_eq(words_of(&s, &bad), 1, "record %zu", at);
		cr_assert_geq(bad, 1);
		stream_free(&s);
	}
}

Test(pins_damage, another_record_in_between)
{
	for (size_t at = STEP; at <= LAST; at++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		stream_cs(&s, 200, 0x100, 1);
		memmove(&s.ev[at + 1], &s.ev[at], (s.used - 1 - at) * sizeof(*s.ev));
		s.ev[at] = (struct twin_event){.time = 200, .type = TWIN_EV_PIN_CS, .a = 0x100};
		cr_assert_eq(words_of(&s, &bad), 1, "before record %zu", at);
		cr_assert_geq(bad, 1);
		stream_free(&s);
	}
}

Test(pins_damage, the_stream_ends_within_a_burst)
{
	for (size_t end = STEP; end <= LAST; end++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		s.used = end;
		cr_assert_eq(words_of(&s, &bad), 0);
		cr_assert_eq(bad, 1, "after record %zu", end);
		stream_free(&s);
	}
}

/* Any record of any content: no word is made up before its header's time, nothing hangs. */
Test(pins_damage, noise)
{
	uint64_t x = 99;

	for (unsigned int round = 0; round < 3000; round++) {
		struct stream s = {0};
		uint64_t bad;

		make(&s);
		for (unsigned int i = 0; i < 1 + round % 4; i++) {
			struct twin_event *ev;

			x = x * 6364136223846793005ULL + 1442695040888963407ULL;
			ev = &s.ev[(x >> 33) % s.used];
			((uint8_t *)ev)[(x >> 20) % sizeof(*ev)] ^= (uint8_t)(x >> 40) | 1;
		}
		cr_assert_leq(words_of(&s, &bad), PIN_BURST_WORDS + 1);
		stream_free(&s);
	}
}

static int collect(void *ctx, const struct twin_event *ev)
{
	struct stream *s = ctx;

	stream_add(s, ev->time, ev->type, ev->a, ev->b);
	s->ev[s->used - 1].flags = ev->flags;
	return 0;
}

/* Written late and in between others; sorted, stored and read back as neighbours. */
Test(pins_damage, an_event_file_keeps_bursts_together, .init = enter_scratch, .fini = leave_scratch)
{
	char err[TRACE_ERR_SIZE];
	struct trace *t = trace_new();
	struct stream s = {0}, back = {0};
	struct twe_reader *r;
	uint64_t bad;

	cr_assert_eq(trace_record(t, "a.twe", ~0u, err), 0, "%s", err);
	stream_add(&s, 12 * US, TWIN_EV_MMIO_READ, 0, 0);
	make(&s);
	/* Their own times do not move the parts. */
	for (size_t i = 1 + STEP; i <= 1 + LAST; i++)
		s.ev[i].time = 13 * US;
	stream_add(&s, 10 * US, TWIN_EV_MMIO_READ, 1, 0);
	stream_add(&s, 11 * US, TWIN_EV_MMIO_READ, 2, 0);
	stream_push(&s, t);
	cr_assert_eq(trace_end(t, 60 * US, err), 0, "%s", err);
	r = twe_open("a.twe", err);
	cr_assert(r, "%s", err);
	cr_assert_eq(twe_read(r, 0, UINT64_MAX, ~0u, collect, &back, err), 0, "%s", err);
	cr_assert_eq(words_of(&back, &bad), WORDS + 1);
	cr_assert_eq(bad, 0);
	cr_assert_eq(back.used, s.used);
	cr_assert_eq(back.ev[HEAD].type, TWIN_EV_PIN_BURST);
	cr_assert_eq(back.ev[AFTER].a, 1, "10 us: after the burst that began then");
	twe_close(r);
	trace_free(t);
	stream_free(&s);
	stream_free(&back);
}
