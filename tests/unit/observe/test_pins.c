// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Transactions of spi1 at 50 MHz, SCBR 1: half-cycle n is at 10 n ns, a word of 8 bits has its
 * first edge at its n0 and its last 15 half-cycles later.
 */
#include <criterion/criterion.h>

#include "watch.h"

static const struct word_shape shape = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 1};

/* Falls at `at` ns; words of 200 ns from 100 ns later on, the first holds `op`; rises 50 ns later.
 */
static uint64_t transaction(struct stream *s, uint64_t at, unsigned int line, uint32_t op,
			    uint64_t words)
{
	struct word_shape w = shape;
	uint64_t end = at + 100 + 200 * words + 50;

	w.controller = line >> 8;
	w.cs = line & 0xff;
	stream_cs(s, at * NS, line, 0);
	for (uint64_t i = 0; i < words; i++)
		stream_word(s, &w, (at + 100 + 200 * i) / 10, i ? 0xaa : op, 0);
	stream_cs(s, end * NS, line, 1);
	return end;
}

static struct stream begun(void)
{
	struct stream s = {0};

	stream_clock(&s, 1, shape.hz);
	stream_clock(&s, 0, shape.hz);
	stream_cs_initial(&s, 0x100, 1);
	task(&s, 1, 1, 1);
	return s;
}

/* What a scope user sets up: several status reads, then the data; the first status read counts. */
Test(pins, from_the_first_status_read_to_the_end_of_the_data)
{
	struct stream s = begun();
	struct watched w;

	transaction(&s, 1000, 0x100, 0x05, 2);
	transaction(&s, 3000, 0x100, 0x05, 2);
	transaction(&s, 5000, 0x100, 0x05, 2);
	transaction(&s, 7000, 0x100, 0x13, 5); /* rises at 8150 */
	transaction(&s, 10000, 0x100, 0x9f, 3);
	transaction(&s, 20000, 0x100, 0x05, 2);
	transaction(&s, 22000, 0x100, 0x13, 10); /* rises at 24150 */
	w = watch("spi1 cs0 fall op=05", "spi1 cs0 rise op=13", &s, 30 * US);
	cr_expect_eq(w.n, 2);
	cr_expect_eq(w.first, 7150 * NS);
	cr_expect_eq(w.last, 4150 * NS);
	cr_expect_eq(w.from_seen, 4);
	cr_expect_eq(w.to_seen, 2);
	stream_free(&s);
}

/*
 * Events before the first word are held back until it says what the transaction is: the interrupt
 * comes after the edge that opens the span, and before that edge is known to.
 */
Test(pins, an_event_between_the_edge_and_its_first_word)
{
	struct stream s = begun();
	struct watched w;

	stream_cs(&s, 1000 * NS, 0x100, 0);
	stream_add(&s, 1040 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	stream_word(&s, &shape, 110, 0x05, 0);
	stream_add(&s, 1400 * NS, TWIN_EV_IRQ_LINE, 9, 0);
	stream_add(&s, 1500 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	stream_cs(&s, 2000 * NS, 0x100, 1);
	w = watch("spi1 cs0 fall op=05", "irq 9 raise", &s, 3 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 40 * NS);
	w = watch("spi1 cs0 fall op=06", "irq 9 raise", &s, 3 * US);
	cr_expect_eq(w.n, 0);
	cr_expect_eq(w.to_seen, 2);
	stream_free(&s);
}

/* Lengths of CS low by condition, of transactions of 2, 5 and 5 bytes and an empty one. */
static const struct {
	const char *condition;
	uint64_t n, total; /* ns */
} conditions[] = {
	{"", 4, 550 + 1150 + 1150 + 150},
	{" op=05", 1, 550},
	{" op=13", 2, 2300},
	{" op=77", 0, 0},
	{" bytes=5", 2, 2300},
	{" bytes=2", 1, 550},
	{" bytes=0", 1, 150},
	{" bytes=3", 0, 0},
	{" bytes>=2", 3, 2850},
	{" bytes>=3", 2, 2300},
	{" bytes>=6", 0, 0},
	{" bytes>=0", 4, 3000},
	{" op=13 bytes>=5", 2, 2300},
	{" op=05 bytes>=5", 0, 0},
};

Test(pins, conditions_on_the_transaction)
{
	struct stream s = begun();
	char from[64], to[64];

	transaction(&s, 1000, 0x100, 0x05, 2);
	transaction(&s, 3000, 0x100, 0x13, 5);
	transaction(&s, 5000, 0x100, 0x13, 5);
	transaction(&s, 7000, 0x100, 0, 0);
	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]); i++) {
		struct watched w;

		snprintf(from, sizeof(from), "spi1 cs0 fall%s", conditions[i].condition);
		w = watch(from, "spi1 cs0 rise", &s, 30 * US);
		cr_expect_eq(w.n, conditions[i].n, "%s: n %lu", from, (long)w.n);
		cr_expect_eq(w.total, conditions[i].total * NS, "%s: %lu", from, (long)w.total);
		snprintf(to, sizeof(to), "spi1 cs0 rise%s", conditions[i].condition);
		w = watch(from, to, &s, 30 * US);
		cr_expect_eq(w.n, conditions[i].n, "to%s: n %lu", to, (long)w.n);
	}
	stream_free(&s);
}

/* CS setup and hold by their edges, and the clocked part between: 15 half-cycles of the last word.
 */
Test(pins, clock_edges)
{
	struct stream s = begun();
	struct watched w;

	transaction(&s, 1000, 0x100, 0x13, 3); /* 1100 .. 1650, rises at 1750 */
	transaction(&s, 3000, 0x100, 0x05, 1); /* 3100 .. 3250, rises at 3350 */
	w = watch("spi1 cs0 fall", "spi1 sck first", &s, 9 * US);
	cr_expect_eq(w.n, 2);
	cr_expect_eq(w.total, 200 * NS);
	w = watch("spi1 sck last", "spi1 cs0 rise", &s, 9 * US);
	cr_expect_eq(w.n, 2);
	cr_expect_eq(w.first, 100 * NS);
	cr_expect_eq(w.last, 100 * NS);
	w = watch("spi1 sck first", "spi1 sck last", &s, 9 * US);
	cr_expect_eq(w.first, 550 * NS);
	cr_expect_eq(w.last, 150 * NS);
	w = watch("spi1 sck first op=05", "spi1 sck last bytes=1", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 150 * NS);
	w = watch("spi1 sck last op=13", "spi1 sck first op=05", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 1450 * NS);
	stream_free(&s);
}

/* Interrupts among the words stay in order with the last edge, which is known later. */
Test(pins, events_before_the_last_clock_edge)
{
	struct stream s = begun();
	struct watched w;

	stream_cs(&s, 1000 * NS, 0x100, 0);
	stream_word(&s, &shape, 110, 0x13, 0); /* .. 1250 */
	stream_add(&s, 1300 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	stream_add(&s, 1310 * NS, TWIN_EV_IRQ_LINE, 9, 0);
	stream_word(&s, &shape, 150, 0x00, 0); /* .. 1650 */
	stream_add(&s, 1600 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	stream_add(&s, 1610 * NS, TWIN_EV_IRQ_LINE, 9, 0);
	stream_cs(&s, 1900 * NS, 0x100, 1);
	stream_add(&s, 2000 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	w = watch("spi1 sck last", "irq 9 raise", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 350 * NS, "from 1650 to 2000, not from 1250 to 1300");
	w = watch("irq 9 raise", "spi1 sck last", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 350 * NS, "from 1300 to 1650");
	stream_free(&s);
}

/* A transaction that goes on at the end of the run: what it would have become is not known. */
Test(pins, a_transaction_without_end)
{
	struct stream s = begun();
	struct watched w;

	stream_cs(&s, 1000 * NS, 0x100, 0);
	stream_word(&s, &shape, 110, 0x13, 0);
	stream_add(&s, 1500 * NS, TWIN_EV_IRQ_LINE, 9, 1);
	w = watch("spi1 cs0 fall op=13", "irq 9 raise", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 500 * NS);
	w = watch("spi1 cs0 fall bytes=1", "irq 9 raise", &s, 9 * US);
	cr_expect_eq(w.n, 0);
	cr_expect_eq(w.from_seen, 0);
	cr_expect_eq(w.to_seen, 1);
	w = watch("spi1 sck last", "irq 9 raise", &s, 9 * US);
	cr_expect_eq(w.from_seen, 0);
	w = watch("spi1 cs0 fall", "spi1 cs0 rise", &s, 9 * US);
	cr_expect_eq(w.n, 0);
	cr_expect_eq(w.cut, 1);
	stream_free(&s);
}

/* Other controllers, other chip selects, and pins whose first level is told. */
Test(pins, only_the_pin_that_is_meant)
{
	struct stream s = begun();
	struct watched w;

	stream_cs_initial(&s, 0x101, 0);
	transaction(&s, 1000, 0x100, 0x05, 1); /* 350 ns */
	transaction(&s, 3000, 0x001, 0x05, 2); /* 550 */
	transaction(&s, 5000, 0x102, 0x05, 3); /* 750 */
	w = watch("spi1 cs0 fall", "spi1 cs0 rise", &s, 9 * US);
	cr_expect(w.n == 1 && w.first == 350 * NS);
	w = watch("spi0 cs1 fall op=05", "spi0 cs1 rise", &s, 9 * US);
	cr_expect(w.n == 1 && w.first == 550 * NS);
	w = watch("spi1 cs2 fall op=05", "spi1 cs2 rise op=05", &s, 9 * US);
	cr_expect(w.n == 1 && w.first == 750 * NS);
	w = watch("spi1 cs1 edge", "spi1 cs1 edge", &s, 9 * US);
	cr_expect_eq(w.from_seen + w.from_outside, 0, "its level at the begin is no edge");
	w = watch("spi1 sck first", "spi1 sck last", &s, 9 * US);
	cr_expect_eq(w.n, 2, "any chip select of the controller");
	stream_free(&s);
}

/* What one controller clocks decides nothing of the other's transaction. */
Test(pins, two_transactions_at_once)
{
	struct word_shape other = shape;
	struct stream s = begun();
	struct watched w;

	other.controller = 0;
	stream_cs(&s, 1000 * NS, 0x100, 0);
	stream_cs(&s, 1010 * NS, 0x000, 0);
	stream_word(&s, &other, 103, 0x9f, 0);
	stream_word(&s, &shape, 125, 0x05, 0);
	stream_word(&s, &other, 145, 0x05, 0);
	stream_cs(&s, 1700 * NS, 0x000, 1);
	stream_word(&s, &shape, 180, 0x00, 0);
	stream_cs(&s, 2000 * NS, 0x100, 1);
	w = watch("spi1 cs0 fall op=05 bytes=2", "spi1 sck last", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 950 * NS);
	w = watch("spi0 cs0 fall op=9f bytes=2", "spi1 cs0 rise", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	cr_expect_eq(w.first, 990 * NS);
	stream_free(&s);
}

/* The first byte of a word of 16 bits is its upper one. */
Test(pins, wide_words)
{
	struct word_shape w16 = shape;
	struct stream s = begun();
	struct watched w;

	w16.bits = 16;
	stream_cs(&s, 1000 * NS, 0x100, 0);
	stream_word(&s, &w16, 110, 0x1305, 0);
	stream_word(&s, &w16, 150, 0x0505, 0);
	stream_cs(&s, 2000 * NS, 0x100, 1);
	w = watch("spi1 cs0 fall op=13 bytes=4", "spi1 cs0 rise", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	w = watch("spi1 cs0 fall op=05", "spi1 cs0 rise", &s, 9 * US);
	cr_expect_eq(w.n, 0);
	stream_free(&s);
}

/* A chip select that a GPIO drives has another number than the words of its controller say. */
Test(pins, words_of_a_chip_select_by_gpio)
{
	struct stream s = begun();
	struct watched w;

	stream_cs(&s, 1000 * NS, 0x103, 0);
	stream_word(&s, &shape, 110, 0x13, 0);
	stream_cs(&s, 2000 * NS, 0x103, 1);
	w = watch("spi1 cs3 fall op=13", "spi1 cs3 rise bytes=1", &s, 9 * US);
	cr_expect_eq(w.n, 1);
	stream_free(&s);
}
