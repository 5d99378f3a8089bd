// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * When a channel's accesses take place. Instants are sums of the bench's constants, worked out by
 * hand: R request, PR and PW peripheral, MR and MW memory, D descriptor.
 */
#include "at_hdmac_bench.h"

#define R REQUEST
#define PR PERIPH_READ
#define PW PERIPH_WRITE
#define MR MEM_READ
#define MW MEM_WRITE
#define D DESCRIPTOR

#define T0 1000000ULL /* CHER, from the beginning of a case */
#define F (T0 + D)    /* the descriptor is there */
#define A 2000000ULL  /* first item */
#define P 181818ULL   /* 8 bits at 44 MHz */
/* End of the k-th access when nothing is in its way. */
#define READ(k) (A + (k)*P + R + PR)
#define WRITE(k) (A + (k)*P + R + PW)

/* One buffer on channel 0, started at base + T0: the interrupt comes at base + irq, not before. */
static void run(bench &b, uint64_t base, uint32_t cfg, uint64_t saddr, uint64_t daddr,
		uint32_t ctrla, uint32_t ctrlb, uint64_t irq)
{
	b.describe(LIST, saddr, daddr, ctrla, ctrlb | LAST_OF_LIST, 0);
	b.start(base + T0, 0, cfg, LIST);
	b.advance(base + irq - 1);
	cr_assert_not(b.irq(), "before %" PRIu64, irq);
	cr_assert_eq(b.read(base + irq - 1, CHSR) & 0xff, 1u);
	b.advance(base + irq);
	cr_assert(b.irq(), "at %" PRIu64, irq);
	cr_assert_eq(b.read(base + irq, CHSR), 0x00ff0000u);
	/* Count and DONE are in the descriptor. */
	cr_assert_eq(b.word(LIST + 8), ctrla | DONE);
	cr_assert_eq(b.read(base + irq, bench::channel(0, CTRLA)), ctrla);
	cr_assert_eq(b.read(base + irq, EBCISR), 0x101u);
	cr_assert_not(b.irq());
	cr_assert_eq(b.read(base + irq, EBCISR), 0u);
}

static const struct {
	const char *what;
	uint32_t cfg, ctrla;
	uint64_t n, irq;
} receptions[] = {
	/* A burst at eight bytes in the FIFO, then CTRLA goes back. */
	{"words, half", RX_CFG, 8 | DST_WORD, 8, READ(7) + 2 * MW + MW},
	/* The second burst has what came during the first. */
	{"bytes, half", RX_CFG, 10, 10, READ(9) + 2 * MW + MW},
	{"bytes, any", FIFO_ANY(RX_CFG), 10, 10, READ(9) + MW + MW},
	{"words, any", FIFO_ANY(RX_CFG), 12 | DST_WORD, 12, READ(11) + MW + MW},
	{"words, all", FIFO_ALL(RX_CFG), 16 | DST_WORD, 16, READ(15) + 4 * MW + MW},
	{"bytes, all", FIFO_ALL(RX_CFG), 15, 15, READ(14) + 15 * MW + MW},
	{"half-words, half", RX_CFG, 18 | DST_HALF, 18, READ(17) + MW + MW},
	{"one byte", RX_CFG, 1, 1, READ(0) + MW + MW},
};

Test(at_hdmac_timing, peripheral_to_memory)
{
	bench b;
	uint64_t base = 0;

	b.ready();
	for (const auto &c : receptions) {
		uint64_t first = b.peripheral().log.size();

		b.memory(TWIN_DMA_GIVE, BUFFER, c.n, true);
		b.peripheral().receive(base + A, P, c.n);
		run(b, base, c.cfg, PACED_DATA_IN, BUFFER, c.ctrla, PER2MEM, c.irq);
		cr_assert_eq(b.peripheral().log.size(), first + c.n, "%s", c.what);
		/* Nobody has synced: the CPU does not see it yet. */
		cr_assert_neq(b.ram[0x8000], static_cast<uint8_t>(first), "%s", c.what);
		b.memory(TWIN_DMA_TAKE, BUFFER, c.n, true);
		for (uint64_t i = 0; i < c.n; i++) {
			const paced::access &a = b.peripheral().log[first + i];

			cr_assert_eq(a.time, base + READ(i), "%s %" PRIu64, c.what, i);
			cr_assert_eq(a.size, 1u);
			cr_assert_eq(b.ram[0x8000 + i], static_cast<uint8_t>(first + i), "%s",
				     c.what);
		}
		base += 100000000;
	}
}

/* FIFOCFG "all": the FIFO is full while four words go to memory, and the next read waits for it. */
Test(at_hdmac_timing, a_full_fifo_holds_a_read)
{
	const uint64_t free = READ(15) + 4 * MW;
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 20, true);
	b.peripheral().receive(A, P, 20);
	run(b, 0, FIFO_ALL(RX_CFG), PACED_DATA_IN, BUFFER, 20 | DST_WORD, PER2MEM,
	    READ(19) + MW + MW);
	cr_assert_eq(b.peripheral().log[15].time, READ(15));
	cr_assert_eq(b.peripheral().log[16].time, free + PR);
	cr_assert_eq(b.peripheral().log[17].time, READ(17));
}

static const struct {
	const char *what;
	uint32_t cfg, ctrla;
	unsigned int width, n; /* of the destination's items */
} transmissions[] = {
	{"words to bytes, half", TX_CFG, 5 | SRC_WORD, 1, 20},
	{"bytes to bytes, half", TX_CFG, 21, 1, 21},
	{"bytes to bytes, all", FIFO_ALL(TX_CFG), 21, 1, 21},
	{"bytes to bytes, any", FIFO_ANY(TX_CFG), 21, 1, 21},
	{"words to half-words", TX_CFG, 5 | SRC_WORD | DST_HALF, 2, 10},
	{"half-words to words", TX_CFG, 18 | SRC_HALF | DST_WORD, 4, 9},
	{"one word", TX_CFG, 1 | SRC_WORD | DST_WORD, 4, 1},
};

/*
 * Memory is read ahead, so that a request is answered by one write. Reading 16 bytes takes up to
 * 1.22 us, but requests are 1.5 us apart here: none waits for memory.
 */
Test(at_hdmac_timing, memory_to_peripheral)
{
	const uint64_t pace = 1500000, first = T0 + D + 16 * MR;
	bench b;
	uint64_t base = 0;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 64, false);
	for (const auto &c : transmissions) {
		uint64_t before = b.peripheral().log.size(), last = first + (c.n - 1) * pace;

		b.peripheral().send(base + first, pace, c.n);
		run(b, base, c.cfg, BUFFER, PACED_DATA_OUT, c.ctrla, MEM2PER, last + R + PW + MW);
		for (unsigned int i = 0; i < c.n; i++) {
			const paced::access &a = b.peripheral().log[before + i];
			uint32_t value = 0;

			for (unsigned int k = 0; k < c.width; k++)
				value |= static_cast<uint32_t>(
						 bench::pattern(0x8000 + i * c.width + k))
					 << 8 * k;
			cr_assert_eq(a.time, base + first + i * pace + R + PW, "%s %u", c.what, i);
			cr_assert_eq(a.value, value, "%s %u", c.what, i);
			cr_assert_eq(a.size, c.width);
		}
		base += 100000000;
	}
}

/*
 * The line is up all the time. Four words are read at once; the first half-word is written as soon
 * as they are there, then one per R + PW. After four half-words half the FIFO is free and the last
 * two words are read meanwhile.
 */
Test(at_hdmac_timing, a_line_that_stays_up)
{
	const uint64_t first = F + 4 * MR + PW;
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 24, false);
	b.peripheral().send(1000, 1, 12);
	run(b, 0, TX_CFG, BUFFER, PACED_DATA_OUT, 6 | SRC_WORD | DST_HALF, MEM2PER,
	    first + 11 * (R + PW) + MW);
	cr_assert_eq(b.peripheral().log.size(), 12u);
	for (uint64_t i = 0; i < 12; i++)
		cr_assert_eq(b.peripheral().log[i].time, first + i * (R + PW));
}

/* FIFOCFG "all": memory is read only when the FIFO is empty, and the fifth word waits for it. */
Test(at_hdmac_timing, a_request_waits_for_memory)
{
	const uint64_t first = F + 4 * MR + PW, fourth = first + 3 * (R + PW);
	const uint64_t fifth = fourth + 4 * MR + PW;
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 32, false);
	b.peripheral().send(1000, 1, 8);
	run(b, 0, FIFO_ALL(TX_CFG), BUFFER, PACED_DATA_OUT, 8 | SRC_WORD | DST_WORD, MEM2PER,
	    fifth + 3 * (R + PW) + MW);
	cr_assert_eq(b.peripheral().log[3].time, fourth);
	cr_assert_eq(b.peripheral().log[4].time, fifth);
	cr_assert_eq(b.peripheral().log[7].time, fifth + 3 * (R + PW));
}

/* One request per four words; the line is looked at again after the fourth. */
Test(at_hdmac_timing, chunks_of_four)
{
	const uint64_t fourth = A + R + 4 * PR;
	const uint64_t times[] = {
		A + R + PR,	 A + R + 2 * PR,      A + R + 3 * PR,	   fourth,
		fourth + R + PR, fourth + R + 2 * PR, fourth + R + 3 * PR, fourth + R + 4 * PR};
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 32, true);
	b.peripheral().receive(A, 1000, 8);
	run(b, 0, RX_CFG, PACED_DATA_IN, BUFFER, 8 | SRC_CHUNK_4 | SRC_WORD | DST_WORD, PER2MEM,
	    times[7] + 2 * MW + MW);
	for (int i = 0; i < 8; i++)
		cr_assert_eq(b.peripheral().log[i].time, times[i], "%d", i);
	b.memory(TWIN_DMA_TAKE, BUFFER, 32, true);
	cr_assert_eq(b.word(BUFFER + 28), 0x1f1e1d1cu);
}

/* The same to a peripheral: the last chunk is what is left, two bytes. */
Test(at_hdmac_timing, chunks_of_four_to_a_peripheral)
{
	const uint64_t first = A + R + PW, fifth = A + R + 4 * PW + R + PW;
	const uint64_t times[] = {first,	  first + PW, first + 2 * PW,
				  first + 3 * PW, fifth,      fifth + PW};
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 6, false);
	b.peripheral().send(A, 1, 6);
	run(b, 0, TX_CFG, BUFFER, PACED_DATA_OUT, 6 | DST_CHUNK_4, MEM2PER, times[5] + MW);
	for (int i = 0; i < 6; i++)
		cr_assert_eq(b.peripheral().log[i].time, times[i], "%d", i);
}

static const struct {
	const char *what;
	uint32_t ctrla, ctrlb;
	unsigned int bytes;
	uint64_t took; /* after F */
} copies[] = {
	/* 16 bytes in, 16 bytes out, one after the other. */
	{"words", 8 | SRC_WORD | DST_WORD, MEM2MEM, 32, 2 * (4 * MR + 4 * MW)},
	{"bytes", 5, MEM2MEM, 5, 5 * MR + 5 * MW},
	{"words to bytes", 3 | SRC_WORD, MEM2MEM, 12, 3 * MR + 12 * MW},
	{"bytes to half-words", 18 | DST_HALF, MEM2MEM, 18, 16 * MR + 8 * MW + 2 * MR + MW},
	{"by two interfaces", 8 | SRC_WORD | DST_WORD, MEM2MEM | 1u << 4, 32,
	 2 * (4 * MR + 4 * MW)},
};

Test(at_hdmac_timing, memory_to_memory)
{
	bench b;
	uint64_t base = 0, target = 0x9000;

	b.ready();
	for (const auto &c : copies) {
		b.memory(TWIN_DMA_GIVE, BUFFER, 64, false);
		b.memory(TWIN_DMA_GIVE, RAM_BASE + target, 64, true);
		run(b, base, MEM_CFG, BUFFER, RAM_BASE + target, c.ctrla, c.ctrlb, F + c.took + MW);
		b.memory(TWIN_DMA_TAKE, RAM_BASE + target, 64, true);
		for (unsigned int i = 0; i < 64; i++)
			cr_assert_eq(b.ram[target + i],
				     bench::pattern((i < c.bytes ? 0x8000 : target) + i), "%s %u",
				     c.what, i);
		b.memory(TWIN_DMA_TAKE, BUFFER, 64, true);
		base += 100000000;
		target += 0x100;
	}
}

/* Both lines rise at once: one access waits for the other on interface 2. */
static void two_channels(unsigned int rx, unsigned int tx, uint32_t gcfg, const bool *tx_first,
			 int rounds)
{
	bench b;

	b.ready();
	b.write(0, GCFG, gcfg);
	b.memory(TWIN_DMA_GIVE, BUFFER, 16, true);
	b.memory(TWIN_DMA_GIVE, BUFFER + 16, 16, false);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 16, PER2MEM | LAST_OF_LIST, 0);
	b.describe(LIST + 32, BUFFER + 16, PACED_DATA_OUT, 16, MEM2PER | LAST_OF_LIST, 0);
	b.start(1000, rx, RX_CFG, LIST);
	b.start(1000, tx, TX_CFG, LIST + 32);
	b.peripheral().receive(A, P, 16);
	b.peripheral().send(A, P, 16);
	b.advance(A + 17 * P);
	cr_assert_eq(b.peripheral().log.size(), 32u);
	for (int i = 0; i < rounds; i++) {
		const paced::access &x = b.peripheral().log[2 * i],
				    &y = b.peripheral().log[2 * i + 1];
		uint64_t from = A + i * P + R;

		cr_assert_eq(x.write, tx_first[i], "round %d", i);
		cr_assert_eq(y.write, !tx_first[i]);
		cr_assert_eq(x.time, from + (x.write ? PW : PR));
		cr_assert_eq(y.time, from + PR + PW);
	}
}

Test(at_hdmac_timing, the_lower_channel_goes_first)
{
	static const bool tx_first[] = {false, false, false, false};

	two_channels(0, 1, 0, tx_first, 4);
}

Test(at_hdmac_timing, whatever_it_does)
{
	static const bool tx_first[] = {true, true, true, true};

	two_channels(7, 2, 0, tx_first, 4);
}

/* Served last: 1, so 0 is next; then 1 after 0 in the same round, and so on. */
Test(at_hdmac_timing, round_robin)
{
	static const bool tx_first[] = {false, false, false, false};

	two_channels(0, 1, 0x10, tx_first, 4);
}

/* Three copies of one byte, started at once, on interface 0: when each is complete. */
static void three_channels(uint32_t gcfg, const uint64_t *complete)
{
	bench b;

	b.ready();
	b.write(0, GCFG, gcfg);
	b.memory(TWIN_DMA_GIVE, BUFFER, 8, true);
	for (unsigned int n = 0; n < 3; n++) {
		b.write(0, bench::channel(n, SADDR), BUFFER + n);
		b.write(0, bench::channel(n, DADDR), BUFFER + 4 + n);
		b.write(0, bench::channel(n, CTRLA), 1);
	}
	b.write(T0, CHER, 7);
	for (unsigned int n = 0; n < 3; n++) {
		cr_assert_eq(b.read(T0 + complete[n] - 1, EBCISR), 0u, "%u", n);
		cr_assert_eq(b.read(T0 + complete[n], EBCISR), 0x101u << n, "%u", n);
	}
}

/* The write of channel 0 comes before the other channels' reads. */
Test(at_hdmac_timing, three_by_priority)
{
	static const uint64_t complete[] = {MR + MW, 2 * (MR + MW), 3 * (MR + MW)};

	three_channels(0, complete);
}

Test(at_hdmac_timing, three_in_turn)
{
	static const uint64_t complete[] = {3 * MR + MW, 3 * MR + 2 * MW, 3 * MR + 3 * MW};

	three_channels(0x10, complete);
}

/* An access that has started is not interrupted by a channel with priority. */
Test(at_hdmac_timing, what_has_started_goes_on)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 16, true);
	b.memory(TWIN_DMA_GIVE, BUFFER + 16, 16, false);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 1, PER2MEM | LAST_OF_LIST, 0);
	b.describe(LIST + 32, BUFFER + 16, PACED_DATA_OUT, 1, MEM2PER | LAST_OF_LIST, 0);
	b.start(1000, 0, RX_CFG, LIST);
	b.start(1000, 1, TX_CFG, LIST + 32);
	b.peripheral().send(A, P, 1);
	b.peripheral().receive(A + 1, P, 1);
	b.advance(A + P);
	cr_assert(b.peripheral().log[0].write);
	cr_assert_eq(b.peripheral().log[0].time, A + R + PW);
	cr_assert_eq(b.peripheral().log[1].time, A + R + PW + PR);
}

/* A line that falls before the access has started is forgotten; the access counts from its rise. */
Test(at_hdmac_timing, a_request_withdrawn)
{
	bench b;
	tw::dma_output &line = b.peripheral().rx_line();

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 1, true);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 1, PER2MEM | LAST_OF_LIST, 0);
	b.start(1000, 0, RX_CFG, LIST);
	b.advance(A);
	line.set(true, A);
	b.advance(A + R - 1);
	line.set(false, A + R - 1);
	b.advance(A + 10 * R);
	cr_assert_eq(b.peripheral().log.size(), 0u);
	b.peripheral().receive(A + 20 * R, 1, 1);
	b.advance(A + 30 * R);
	cr_assert_eq(b.peripheral().log.size(), 1u);
	cr_assert_eq(b.peripheral().log[0].time, A + 21 * R + PR);
}
