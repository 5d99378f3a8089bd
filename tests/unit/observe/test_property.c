// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random transactions and interrupts. A second reading of the rules knows each transaction from its
 * begin, since it made it, and goes through all events in order of time: no holding back.
 */
#include <criterion/criterion.h>

#include "watch.h"

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* What happens at an instant, as a set. */
struct happening {
	uint64_t time;
	bool from, to;
};

struct history {
	struct happening list[WATCH_MAX];
	size_t nr;
};

static void add(struct history *h, uint64_t time, bool from, bool to)
{
	size_t at = h->nr;

	if (!from && !to)
		return;
	while (at && h->list[at - 1].time > time) {
		h->list[at] = h->list[at - 1];
		at--;
	}
	h->list[at] = (struct happening){time, from, to};
	h->nr++;
	cr_assert_lt(h->nr, WATCH_MAX);
}

/* Instants are all different here. */
static struct watched read_history(const struct history *h)
{
	struct watched w = {0};
	uint64_t start = 0;
	bool open = false;

	for (size_t i = 0; i < h->nr; i++) {
		const struct happening *p = &h->list[i];

		if (p->to && open) {
			w.n++;
			w.total += p->time - start;
			w.last = p->time - start;
			open = false;
		}
		if (p->from && !open) {
			open = true;
			start = p->time;
		}
		w.from_seen += p->from;
		w.to_seen += p->to;
	}
	w.cut = open;
	return w;
}

static const struct word_shape shape = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};

/* Opens at falls of op 05 and at least 2 bytes, closes at the last edge of op 13 or fewer ... */
struct rule {
	const char *from, *to;
	bool (*is_from)(char what, uint32_t op, uint64_t bytes);
	bool (*is_to)(char what, uint32_t op, uint64_t bytes);
};

static bool fall_05(char what, uint32_t op, uint64_t bytes)
{
	return what == 'f' && bytes && op == 5;
}

static bool fall_2_or_more(char what, uint32_t op, uint64_t bytes)
{
	return what == 'f' && bytes >= 2;
}

static bool rise_13(char what, uint32_t op, uint64_t bytes)
{
	return what == 'r' && bytes && op == 0x13;
}

static bool last_3(char what, uint32_t op, uint64_t bytes)
{
	return what == 'l' && bytes == 3;
}

static bool last_any(char what, uint32_t op, uint64_t bytes)
{
	return what == 'l';
}

static bool edge_05(char what, uint32_t op, uint64_t bytes)
{
	return (what == 'f' || what == 'r') && bytes && op == 5;
}

static bool first_1(char what, uint32_t op, uint64_t bytes)
{
	return what == '1' && bytes == 1;
}

static bool interrupt(char what, uint32_t op, uint64_t bytes)
{
	return what == 'i';
}

static const struct rule rules[] = {
	{"spi1 cs0 fall op=05", "spi1 cs0 rise op=13", fall_05, rise_13},
	{"spi1 cs0 fall bytes>=2", "irq 9 raise", fall_2_or_more, interrupt},
	{"irq 9 raise", "spi1 sck last bytes=3", interrupt, last_3},
	{"spi1 sck last", "irq 9 raise", last_any, interrupt},
	{"spi1 cs0 edge op=05", "spi1 cs0 edge op=05", edge_05, edge_05},
	{"spi1 sck first bytes=1", "spi1 sck last", first_1, last_any},
	{"irq 9 raise", "irq 9 raise", interrupt, interrupt},
};

/* The story of one seed, told to both. Times of the pins end in 0 ns, of interrupts in 5. */
static void tell(uint32_t seed, const struct rule *rule, struct stream *s, struct history *h)
{
	uint64_t at = 100;

	stream_clock(s, 1, shape.hz);
	task(s, 1, 1, 1);
	for (int i = 0; i < 60; i++) {
		uint32_t op = next(&seed) % 2 ? 0x05 : 0x13;
		uint64_t words = next(&seed) % 5, last = 0, fall = at;
		uint64_t end = fall + 100 + 200 * words + 10 * (next(&seed) % 20);
		uint64_t irq = at + 10 * (next(&seed) % 160) + 5;

#define TELL(what, time)                                                                           \
	add(h, (time)*NS, rule->is_from(what, op, words), rule->is_to(what, op, words))
		stream_cs(s, fall * NS, 0x100, 0);
		TELL('f', fall);
		for (uint64_t k = 0; k < words; k++) {
			stream_word(s, &shape, (fall + 50 + 200 * k) / 10, k ? 0xaa : op, 0);
			last = fall + 50 + 200 * k + 150;
		}
		if (words) {
			TELL('1', fall + 50);
			TELL('l', last);
		}
		stream_add(s, irq * NS, TWIN_EV_IRQ_LINE, 9, 1);
		TELL('i', irq);
		stream_cs(s, end * NS, 0x100, 1);
		TELL('r', end);
		at = (irq > end ? irq - 5 : end) + 10 + 10 * (next(&seed) % 50);
	}
}

Test(property, held_back_or_known_from_the_begin)
{
	static struct history h;

	for (uint32_t seed = 1; seed <= 200; seed++)
		for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
			struct stream s = {0};
			struct watched want, got;

			h.nr = 0;
			tell(seed, &rules[i], &s, &h);
			want = read_history(&h);
			got = watch(rules[i].from, rules[i].to, &s, 1000 * US);
			cr_assert_eq(got.n, want.n, "seed %u, %s: %lu of %lu", seed, rules[i].from,
				     (long)got.n, (long)want.n);
			cr_assert_eq(got.total, want.total, "seed %u, %s", seed, rules[i].from);
			cr_assert_eq(got.last, want.last, "seed %u, %s", seed, rules[i].from);
			cr_assert_eq(got.from_seen, want.from_seen, "seed %u, %s", seed,
				     rules[i].from);
			cr_assert_eq(got.to_seen, want.to_seen, "seed %u, %s", seed, rules[i].from);
			cr_assert_eq(got.cut, want.cut, "seed %u, %s", seed, rules[i].from);
			stream_free(&s);
		}
}
