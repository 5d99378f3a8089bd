// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The half-cycle grid, against plain 128-bit arithmetic; words taken from a burst. */
#include <criterion/criterion.h>
#include <inttypes.h>

#include "stream.h"
#include "trace/pins_order.h"

static uint64_t state = 7;

static uint64_t random64(void)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return state ^ state >> 29;
}

static uint64_t plain(uint64_t n, uint64_t hz)
{
	return (uint64_t)((unsigned __int128)n * 1000000000000ULL / (2 * (unsigned __int128)hz));
}

static const uint64_t clocks[] = {
	1,	  3,	     32768,	12000000,     50000000,
	66666667, 132000000, 133333333, 999999999989, 1000000000000,
};

Test(grid, times_are_those_of_the_definition)
{
	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		struct pin_grid g = pin_grid_of(clocks[i]);

		for (unsigned int k = 0; k < 2000; k++) {
			uint64_t n = random64() >> (random64() & 63);

			if ((unsigned __int128)n * 1000000000000ULL / 2 / clocks[i] > UINT64_MAX)
				continue;
			cr_assert_eq(pin_grid_time(&g, n), plain(n, clocks[i]),
				     "%" PRIu64 " Hz, n %" PRIu64, clocks[i], n);
			cr_assert_eq(pin_half_cycle(n, clocks[i]), plain(n, clocks[i]));
		}
		/* Around the last half-cycle for which 64 bits are enough. */
		for (uint64_t n = g.narrow_to - 2; n < g.narrow_to + 3; n++)
			cr_assert_eq(pin_grid_time(&g, n), plain(n, clocks[i]));
	}
}

Test(grid, first_half_cycle_from_a_time)
{
	for (size_t i = 3; i < sizeof(clocks) / sizeof(*clocks); i++) {
		struct pin_grid g = pin_grid_of(clocks[i]);

		for (unsigned int k = 0; k < 2000; k++) {
			uint64_t time = random64() >> (8 + (random64() & 31));
			uint64_t n = pin_grid_from(&g, time);

			cr_assert_geq(plain(n, clocks[i]), time);
			cr_assert(!n || plain(n - 1, clocks[i]) < time, "%" PRIu64 " Hz, %" PRIu64,
				  clocks[i], time);
		}
	}
	cr_assert_eq(pin_grid_from(&(struct pin_grid){1, 1, 3, 1, 0}, UINT64_MAX), UINT64_MAX);
}

Test(grid, no_clock)
{
	cr_assert_eq(pin_grid_of(0).hz, 0);
	cr_assert_eq(pin_grid_of(1000000000001).hz, 0);
	cr_assert_eq(pin_half_cycle(5, 0), 0);
}

Test(grid, lengths_are_those_of_each_interval)
{
	for (unsigned int k = 0; k < 4000; k++) {
		uint64_t hz = clocks[3 + k % 7], n = random64() >> 24, step = random64() >> 44;
		uint64_t count = random64() % 300, length = random64() >> (40 + random64() % 20);
		struct pin_grid g = pin_grid_of(hz);
		struct pin_lengths l = pin_grid_lengths(&g, n, step, count, length);
		uint64_t shortest = plain(length, hz), total = 0, longer = 0;

		for (uint64_t i = 0; i < count; i++) {
			uint64_t one = plain(n + i * step + length, hz) - plain(n + i * step, hz);

			longer += one == shortest + 1;
			total += one;
		}
		cr_assert_eq(l.shortest, shortest);
		cr_assert_eq(l.longer, longer, "%" PRIu64 " Hz, case %u", hz, k);
		cr_assert_eq(l.total, total);
	}
}

/* 12 bits: 4 words per record, high byte first. 50 MHz: a half-cycle is 10 ns. */
Test(pins, words_of_a_burst)
{
	static const uint8_t mosi[] = "\x01\x23\x04\x56\x07\x89\x0a\xbc\x0d\xef";
	static const uint8_t miso[] = "\x0f\xff\x00\x00\x0a\xaa\x05\x55\x01\x01";
	const struct word_shape shape = {.controller = 2,
					 .cs = 3,
					 .bits = 12,
					 .mode = 3,
					 .hz = 50000000,
					 .scbr = 2,
					 .floats = 1};
	struct pin_order o = {0};
	struct pin_words words;
	struct stream s = {0};
	struct pin_word w;

	stream_clock(&s, 2, shape.hz);
	stream_burst(&s, &shape, 700, 60, 5, mosi, miso);
	stream_cs(&s, 8200 * NS, 0x203, 1);
	cr_assert_eq(s.used, 1 + 2 + 2 + 1);
	for (size_t i = 0; i < 5; i++) {
		cr_assert_not(pin_order_before(&o, &s.ev[i], &words));
		cr_assert_not(pin_order_event(&o, &s.ev[i], &words));
	}
	/* First edges at 7000, 7600, 8200: what happens at 8200 comes before the third word. */
	cr_assert(pin_order_before(&o, &s.ev[5], &words));
	cr_assert_eq(words.n, 2);
	w = pin_words_nth(&words, 1);
	cr_assert_eq(w.mosi, 0x456);
	cr_assert_eq(w.miso, 0);
	cr_assert_eq(pin_word_first(&w), 7600 * NS);
	cr_assert_eq(pin_word_last(&w), 7600 * NS + 23 * 20 * NS);
	cr_assert(w.controller == 2 && w.cs == 3 && w.cpha && w.cpol && w.floats);
	cr_assert_not(pin_order_before(&o, &s.ev[5], &words));
	cr_assert(pin_order_rest(&o, &words));
	cr_assert_eq(words.n, 3);
	cr_assert_eq(words.word.mosi, 0x789);
	cr_assert_eq(words.word.n0, 820);
	w = pin_words_nth(&words, 2);
	cr_assert_eq(w.mosi, 0xdef);
	cr_assert_eq(w.miso, 0x101);
	cr_assert_not(pin_order_rest(&o, &words));
	cr_assert_eq(o.decoder.bad, 0);
	pin_order_free(&o);
	stream_free(&s);
}
