// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cinttypes>
#include <vector>

#include "bare_environment.h"
#include "burst_words.h"
#include "spi/word_log.h"

using word = tw::word_log::word;

/* 50 MHz: a half-cycle is 10 ns. */
#define HZ 50000000ULL
#define HALF 10000ULL
#define FORM(bits) (1ULL << 8 | (bits) << 16)

static word make(uint64_t half, uint32_t mosi = 0, uint32_t miso = 0, uint64_t form = FORM(8ULL),
		 uint32_t scbr = 2)
{
	return {half * HALF, half, mosi, miso, form, scbr};
}

struct bench {
	explicit bench(uint32_t size = 4096) : records(size) {}

	static void drain(void *ctx)
	{
		static_cast<bench *>(ctx)->take();
	}

	void take()
	{
		events.insert(events.end(), ring.events, ring.events + ring.used);
		ring.used = 0;
	}

	const std::vector<twin_event> &seen()
	{
		take();
		return events;
	}

	std::vector<twin_event> records, events;
	twin_ring ring = {records.data(), static_cast<uint32_t>(records.size()), 0, TWIN_CLASS_PIN,
			  0};
	bare_environment bare;
	tw::event_log log{&ring, drain, this};
	tw::environment env{bare.events,	   log,	       bare.faults, bare.lines,
			    tw::cost_table(bare.costs), bare.quiet, bare.memory, bare};
	tw::word_log words{env};
};

static void check(const twin_event &e, uint16_t type, uint64_t half, uint64_t a, uint64_t b)
{
	cr_assert_eq(e.type, type);
	cr_assert_eq(e.time, half * HALF);
	cr_assert_eq(e.a, a, "a %" PRIx64, e.a);
	cr_assert_eq(e.b, b, "b %" PRIx64, e.b);
	cr_assert_eq(e.task, 0u);
	cr_assert_eq(e.cpu, 0u);
}

Test(word_log, a_word_alone_is_recorded_at_once)
{
	bench b;

	b.words.add(make(100, 0xa5, 0x3c), false);
	cr_assert_eq(b.seen().size(), 2u);
	check(b.events[0], TWIN_EV_PIN_WORD, 100, 0xa5 | 0x3cULL << 32, 100);
	check(b.events[1], TWIN_EV_PIN_WORD_FORM, 100, FORM(8), 2);
	cr_assert_eq(b.bare.quiet.events().next(), TWIN_TIME_NEVER);
}

/* 9 words from half-cycle 100 on, 40 apart: 8 in the first record of data, one in the second. */
Test(word_log, words_in_step_are_one_burst)
{
	bench b;

	for (uint32_t i = 0; i < 9; i++) {
		cr_assert_eq(b.seen().size(), 0u);
		b.words.add(make(100 + 40 * i, 0x10 + i, 0xf0 - i), i < 8);
	}
	cr_assert_eq(b.seen().size(), 4u);
	check(b.events[0], TWIN_EV_PIN_BURST, 100, FORM(8), 9 | 2ULL << 32);
	check(b.events[1], TWIN_EV_PIN_BURST_STEP, 100, 100, 40);
	check(b.events[2], TWIN_EV_PIN_BURST_DATA, 100, 0x1716151413121110, 0xe9eaebecedeeeff0);
	check(b.events[3], TWIN_EV_PIN_BURST_DATA, 100, 0x18, 0xe8);
	cr_assert_eq(b.events[2].flags, 0u);
	cr_assert_eq(b.events[3].flags, 1u);
	cr_assert_eq(b.bare.quiet.events().next(), TWIN_TIME_NEVER);
	/* What was left of a longer burst does not show in the next. */
	b.words.add(make(1000, 0xff, 0xff), true);
	b.words.add(make(1040, 0xff, 0xff), false);
	cr_assert_eq(b.seen().size(), 7u);
	check(b.events[6], TWIN_EV_PIN_BURST_DATA, 1000, 0xffff, 0xffff);
}

Test(word_log, words_of_more_than_8_bits_take_two_bytes)
{
	bench b;

	for (uint32_t i = 0; i < 5; i++)
		b.words.add(make(100 + 50 * i, 0x100 + i, 0xab0 + i, FORM(12ULL)), i < 4);
	cr_assert_eq(b.seen().size(), 4u);
	check(b.events[0], TWIN_EV_PIN_BURST, 100, FORM(12), 5 | 2ULL << 32);
	check(b.events[2], TWIN_EV_PIN_BURST_DATA, 100, 0x0301020101010001, 0xb30ab20ab10ab00a);
	check(b.events[3], TWIN_EV_PIN_BURST_DATA, 100, 0x0401, 0xb40a);
}

/* Two words in step, then one that does not go on with them. The first two end at 114 and 154. */
static const struct {
	const char *what;
	word third;
} breaks[] = {
	{"another step", make(181)},
	{"chip select", make(180, 0, 0, FORM(8ULL) | 1)},
	{"floating MISO", make(180, 0, 0, FORM(8ULL) | 1ULL << 32)},
	{"bits", make(180, 0, 0, FORM(9ULL))},
	{"divider", make(180, 0, 0, FORM(8ULL), 1)},
};

Test(word_log, anything_else_begins_anew)
{
	for (const auto &c : breaks) {
		bench b;

		b.words.add(make(100, 1), true);
		b.words.add(make(140, 2), true);
		b.words.add(c.third, true);
		cr_assert_eq(b.seen().size(), 3u, "%s", c.what);
		check(b.events[0], TWIN_EV_PIN_BURST, 100, FORM(8), 2 | 2ULL << 32);
		b.log.end();
		cr_assert_eq(b.seen().size(), 5u, "%s", c.what);
		check(b.events[3], TWIN_EV_PIN_WORD, c.third.half, 0, c.third.half);
		check(b.events[4], TWIN_EV_PIN_WORD_FORM, c.third.half, c.third.form, c.third.scbr);
	}
}

/* 8 bits with SCBR 2: the last edge is 30 half-cycles after the first. */
Test(word_log, overlapping_words_are_no_burst)
{
	for (uint64_t step : {29, 30}) {
		bench b;

		b.words.add(make(100), true);
		b.words.add(make(100 + step), false);
		cr_assert_eq(b.seen().size(), step == 29 ? 4u : 3u);
	}
}

Test(word_log, more_than_16_bits_are_recorded_alone)
{
	bench b;

	b.words.add(make(100, 0xdeadbeef, 0x12345678, FORM(32ULL)), true);
	b.words.add(make(300, 1, 2, FORM(32ULL)), true);
	cr_assert_eq(b.seen().size(), 4u);
	check(b.events[0], TWIN_EV_PIN_WORD, 100, 0x12345678deadbeef, 100);
}

Test(word_log, at_most_1024_words)
{
	bench b;

	for (uint32_t i = 0; i < 1500; i++)
		b.words.add(make(100 + 31 * i, i & 0xff), i < 1499);
	cr_assert_eq(b.seen().size(), 2 + 128 + 2 + 60u); /* 1024 / 8; 476 / 8 rounded up */
	check(b.events[0], TWIN_EV_PIN_BURST, 100, FORM(8), 1024 | 2ULL << 32);
	check(b.events[130], TWIN_EV_PIN_BURST, 100 + 31 * 1024, FORM(8), 476 | 2ULL << 32);
	check(b.events[131], TWIN_EV_PIN_BURST_STEP, 100 + 31 * 1024, 100 + 31 * 1024, 31);
}

/* The first word is at 1 us: what is held is recorded at 101 us, whatever comes. */
Test(word_log, at_most_100_us)
{
	bench b;

	b.words.add(make(100), true);
	b.words.add(make(140), true);
	cr_assert_eq(b.bare.quiet.events().next(), 101000000u);
	b.bare.quiet.events().run_until(100999999);
	cr_assert_eq(b.seen().size(), 0u);
	b.bare.quiet.events().run_until(101000000);
	cr_assert_eq(b.seen().size(), 3u);
	cr_assert_eq(b.bare.quiet.events().next(), TWIN_TIME_NEVER);
	/* The next word in step begins another burst. */
	b.words.add(make(180), true);
	cr_assert_eq(b.bare.quiet.events().next(), 1800000 + 100000000u);
}

Test(word_log, the_end_of_the_run_records_what_is_held)
{
	bench b;

	b.words.add(make(100, 7), true);
	cr_assert_eq(b.seen().size(), 0u);
	b.log.end();
	cr_assert_eq(b.events.size(), 2u, "end() drains");
	check(b.events[0], TWIN_EV_PIN_WORD, 100, 7, 100);
	b.log.end();
	cr_assert_eq(b.seen().size(), 2u);
}

/* The records of a burst fit behind the mark at which the ring is drained: one piece. */
Test(word_log, a_burst_is_not_torn)
{
	bench b(2048);

	b.ring.used = 2048 - 255;
	for (uint32_t i = 0; i < 1024; i++)
		b.words.add(make(100 + 31 * i), true);
	cr_assert_eq(b.ring.used, 130u);
}

/* Any words, any hints: the same words come out, in order. */
Test(word_log, nothing_is_lost)
{
	uint64_t x = 1;
	auto below = [&x](uint64_t n) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		return (x >> 33) % n;
	};

	for (unsigned int round = 0; round < 200; round++) {
		bench b(1 + static_cast<uint32_t>(below(300)));
		std::vector<twin_event> want, got;
		uint64_t half = 10, step = 40;
		word w = make(0);

		for (unsigned int i = 0; i < 400; i++) {
			if (!below(12))
				step = 31 * (1 + below(3)) + below(2);
			if (!below(40))
				w.form = FORM(8 + below(11)) | below(2) << 32;
			half += step + (w.form >> 16 & 0xff) * 4 - 32;
			w.time = half * HALF;
			w.half = half;
			w.mosi = static_cast<uint32_t>(below(256));
			w.miso = static_cast<uint32_t>(below(256));
			want.push_back({w.time, TWIN_EV_PIN_WORD, 0, 0, 0,
					w.mosi | static_cast<uint64_t>(w.miso) << 32, half});
			want.push_back({w.time, TWIN_EV_PIN_WORD_FORM, 0, 0, 0, w.form, w.scbr});
			b.bare.quiet.events().run_until(w.time);
			b.words.add(w, below(30) != 0);
		}
		b.log.end();
		got = with_words_alone(b.seen(), HZ);
		cr_assert_eq(got.size(), want.size());
		cr_assert_lt(b.events.size(), want.size());
		for (size_t i = 0; i < got.size(); i++) {
			cr_assert_eq(got[i].time, want[i].time);
			cr_assert_eq(got[i].type, want[i].type);
			cr_assert_eq(got[i].a, want[i].a, "round %u, record %zu", round, i);
			cr_assert_eq(got[i].b, want[i].b);
		}
	}
}
