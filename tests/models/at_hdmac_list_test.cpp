// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Lists of descriptors, and what the driver makes of them. */
#include "at_hdmac_bench.h"

#include "cpu/calendar.h"

#define R REQUEST
#define PR PERIPH_READ
#define PW PERIPH_WRITE
#define MR MEM_READ
#define MW MEM_WRITE
#define D DESCRIPTOR
#define A 2000000ULL
#define P 181818ULL
#define LINK(n) (LIST + 64 * (n))

/* n buffers of four bytes, one behind the other, on channel 0; as the driver chains them. */
static void receive_list(bench &b, unsigned int n, uint32_t middle)
{
	b.memory(TWIN_DMA_GIVE, BUFFER, 4 * n, true);
	for (unsigned int i = 0; i < n; i++) {
		bool last = i == n - 1;

		b.describe(LINK(i), PACED_DATA_IN, BUFFER + 4 * i, 4 | DST_WORD,
			   PER2MEM | (last ? LAST_OF_LIST : middle), last ? 0 : LINK(i + 1));
	}
	b.start(1000000, 0, RX_CFG, LINK(0));
}

/*
 * After the last item of a buffer: one word to memory, CTRLA back, the next descriptor. The next
 * item is there by then: its request counts from the buffer's start; so does the one after it.
 */
Test(at_hdmac_list, from_one_buffer_to_the_next)
{
	const uint64_t done = A + 3 * P + R + PR, next = done + MW + MW + D;
	const uint64_t last = A + 11 * P + R + PR;
	bench b;

	b.ready();
	receive_list(b, 3, NO_BTC);
	b.peripheral().receive(A, P, 12);
	b.advance(A + 20 * P);

	const std::vector<paced::access> &log = b.peripheral().log;

	cr_assert_eq(log.size(), 12u);
	cr_assert_eq(log[3].time, done);
	cr_assert_eq(log[4].time, next + R + PR);
	cr_assert_eq(log[5].time, next + 2 * (R + PR));
	cr_assert_eq(log[6].time, A + 6 * P + R + PR);
	cr_assert_eq(log[8].time, next + 4 * P + R + PR);
	cr_assert_eq(log[11].time, last);
	/* The driver's IEN: one interrupt, at the end. */
	cr_assert_eq(b.interrupts(), std::vector<uint64_t>({last + MW + MW}));
	cr_assert_eq(b.read(A + 20 * P, EBCISR), 0x101u);
	for (unsigned int i = 0; i < 3; i++)
		cr_assert_eq(b.word(LINK(i) + 8), 4u | DST_WORD | DONE);
	b.memory(TWIN_DMA_TAKE, BUFFER, 12, true);
	cr_assert_eq(b.word(BUFFER), 0x03020100u);
	cr_assert_eq(b.word(BUFFER + 8), 0x0b0a0908u);
}

/* What the driver's atc_get_bytes_left() reads: DSCR names the next one, CTRLA counts items. */
Test(at_hdmac_list, residue)
{
	bench b;

	b.ready();
	receive_list(b, 2, NO_BTC);
	b.peripheral().receive(A, P, 8);
	for (uint64_t i = 0; i < 8; i++) {
		uint64_t read = A + i * P + R + PR;
		uint32_t done = i % 4;

		if (i == 4 || i == 5) /* late, see above: is checked there */
			continue;
		cr_assert_eq(b.read(read - 1, bench::channel(0, CTRLA)) & 0xffff, done, "%" PRIu64,
			     i);
		cr_assert_eq(b.read(read - 1, bench::channel(0, DSCR)), i < 4 ? LINK(1) : 0);
		cr_assert_eq(b.read(read, bench::channel(0, CTRLA)), (done + 1) | DST_WORD);
		cr_assert_eq(b.read(read, bench::channel(0, SADDR)), PACED_DATA_IN & 0xffffffff);
	}
	/* Complete: all of the last one is done, no other one follows. */
	b.advance(A + 10 * P);
	cr_assert_eq(b.read(A + 10 * P, bench::channel(0, CTRLA)), 4 | DST_WORD);
	cr_assert_eq(b.read(A + 10 * P, bench::channel(0, DSCR)), 0u);
}

/* Memory read ahead counts as done. */
Test(at_hdmac_list, residue_of_a_transmission)
{
	bench b;
	uint64_t t = 1000000 + D;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 40, false);
	b.describe(LIST, BUFFER, PACED_DATA_OUT, 10 | SRC_WORD, MEM2PER | LAST_OF_LIST, 0);
	b.start(1000000, 0, TX_CFG, LIST);
	cr_assert_eq(b.read(t + 4 * MR - 1, bench::channel(0, CTRLA)) & 0xffff, 0u);
	cr_assert_eq(b.read(t + 4 * MR, bench::channel(0, CTRLA)) & 0xffff, 4u);
	cr_assert_eq(b.read(t + 100 * MR, bench::channel(0, CTRLA)) & 0xffff, 4u);
	cr_assert_eq(b.read(t + 100 * MR, bench::channel(0, SADDR)), BUFFER + 16);
}

/* A ring (cyclic): an interrupt per buffer, DONE in a descriptor does not stop it. */
Test(at_hdmac_list, a_ring)
{
	bench b;
	std::vector<uint64_t> expected;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 4, true);
	for (unsigned int i = 0; i < 2; i++)
		b.describe(LINK(i), PACED_DATA_IN, BUFFER + 2 * i, 2, PER2MEM, LINK(1 - i));
	b.start(1000000, 0, RX_CFG, LINK(0));
	/* Slow enough for every buffer to be ready before its first item. */
	b.peripheral().receive(A, 1000000, 8);
	for (uint64_t i = 1; i < 8; i += 2) {
		uint64_t irq = A + i * 1000000 + R + PR + 2 * MW + MW;

		b.advance(irq);
		cr_assert_eq(b.read(irq, EBCISR), 1u);
		expected.push_back(irq);
	}
	b.advance(20000000);
	cr_assert_eq(b.interrupts(), expected);
	cr_assert_eq(b.read(20000000, CHSR) & 1, 1u);
}

/* With SOD a descriptor that is DONE ends the ring. */
Test(at_hdmac_list, stop_on_done)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 4, true);
	for (unsigned int i = 0; i < 2; i++)
		b.describe(LINK(i), PACED_DATA_IN, BUFFER + 2 * i, 2, PER2MEM, LINK(1 - i));
	b.start(1000000, 0, RX_CFG | 1u << 16, LINK(0));
	b.peripheral().receive(A, 1000000, 8);

	uint64_t end = A + 3000000 + R + PR + 2 * MW + MW + D;

	cr_assert_eq(b.read(end - 1, CHSR) & 1, 1u);
	cr_assert_eq(b.read(end, CHSR) & 1, 0u);
	b.advance(20000000);
	cr_assert_eq(b.peripheral().log.size(), 4u);
}

/* The source of the second buffer goes on where the first one ended. */
Test(at_hdmac_list, one_side_fetched)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 32, false);
	b.memory(TWIN_DMA_GIVE, BUFFER + 0x1000, 64, true);
	b.describe(LINK(0), BUFFER, BUFFER + 0x1000, 8, MEM2MEM | 1u << 16, LINK(1));
	b.describe(LINK(1), 0, BUFFER + 0x1020, 8, MEM2MEM | LAST_OF_LIST, 0);
	b.start(1000000, 0, MEM_CFG, LINK(0));
	b.advance(10000000);
	b.memory(TWIN_DMA_TAKE, BUFFER + 0x1000, 64, true);
	for (unsigned int i = 0; i < 8; i++) {
		cr_assert_eq(b.ram[0x9000 + i], bench::pattern(0x8000 + i));
		cr_assert_eq(b.ram[0x9020 + i], bench::pattern(0x8008 + i));
	}
}

/* Without a list: the registers are the buffer; nothing is written back. */
Test(at_hdmac_list, no_list)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 16, false);
	b.memory(TWIN_DMA_GIVE, BUFFER + 0x1000, 16, true);
	b.write(1000, bench::channel(4, SADDR), BUFFER);
	b.write(1000, bench::channel(4, DADDR), BUFFER + 0x1000);
	b.write(1000, bench::channel(4, CTRLA), 4 | SRC_WORD | DST_WORD);
	b.write(1000, bench::channel(4, CFG), MEM_CFG);
	b.write(1000, CHER, 1u << 4);
	b.advance(1000000);
	cr_assert_eq(b.interrupts(), std::vector<uint64_t>({1000 + 4 * MR + 4 * MW}));
	cr_assert_eq(b.read(1000000, EBCISR), 0x1010u);
}

/* As the driver's memset: a fixed source; and decrementing addresses. */
Test(at_hdmac_list, addressing)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 64, false);
	b.memory(TWIN_DMA_GIVE, BUFFER + 0x1000, 64, true);
	b.describe(LINK(0), BUFFER + 4, BUFFER + 0x1000, 6 | SRC_WORD | DST_WORD,
		   MEM2MEM | 2u << 24 | NO_BTC, LINK(1));
	b.describe(LINK(1), BUFFER + 7, BUFFER + 0x1020, 8, MEM2MEM | 1u << 24 | LAST_OF_LIST, 0);
	b.start(1000000, 0, MEM_CFG, LINK(0));
	b.advance(10000000);
	b.memory(TWIN_DMA_TAKE, BUFFER + 0x1000, 64, true);
	for (unsigned int i = 0; i < 24; i++)
		cr_assert_eq(b.ram[0x9000 + i], bench::pattern(0x8004 + i % 4));
	for (unsigned int i = 0; i < 8; i++)
		cr_assert_eq(b.ram[0x9020 + i], bench::pattern(0x8007 - i));
}

/*
 * As the driver's interleaved transfer: chunks of two words with holes of one word in the source
 * (hole 2) and of none in the destination (hole 1).
 */
Test(at_hdmac_list, picture_in_picture)
{
	bench b;

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 64, false);
	b.memory(TWIN_DMA_GIVE, BUFFER + 0x1000, 64, true);
	b.describe(LIST, BUFFER, BUFFER + 0x1000, 10 | SRC_WORD | DST_WORD,
		   MEM2MEM | 1u << 8 | 1u << 12 | LAST_OF_LIST, 0);
	b.prepare(1000, 0, MEM_CFG, LIST);
	b.write(1000, bench::channel(0, SPIP), 2u << 16 | 2);
	b.write(1000, bench::channel(0, DPIP), 2u << 16 | 1);
	b.write(1000, CHER, 1);
	b.advance(10000000);
	b.memory(TWIN_DMA_TAKE, BUFFER + 0x1000, 64, true);
	for (unsigned int i = 0; i < 40; i++)
		cr_assert_eq(b.ram[0x9000 + i], bench::pattern(0x8000 + i + i / 8 * 4), "%u", i);
}

Test(at_hdmac_list, events)
{
	bench b;

	b.ready();
	receive_list(b, 2, NO_BTC);
	b.peripheral().receive(A, 1000000, 8);
	b.advance(20000000);
	b.take();

	static const struct {
		uint16_t type;
		uint64_t time;
	} expected[] = {
		{TWIN_EV_DMA_START, 1000000 + D},
		{TWIN_EV_DMA_DONE, A + 3000000 + R + PR + 2 * MW},
		{TWIN_EV_DMA_START, A + 3000000 + R + PR + 2 * MW + D},
		{TWIN_EV_DMA_DONE, A + 7000000 + R + PR + 2 * MW},
	};
	size_t found = 0;

	for (const twin_event &e : b.events) {
		if (e.type != TWIN_EV_DMA_START && e.type != TWIN_EV_DMA_DONE)
			continue;
		cr_assert_lt(found, 4u);
		cr_assert_eq(e.type, expected[found].type);
		cr_assert_eq(e.time, expected[found].time);
		cr_assert_eq(e.a, DMAC_BASE << 8 | 0);
		cr_assert_eq(e.b, 4u);
		found++;
	}
	cr_assert_eq(found, 4u);
}

/*
 * With the peripheral's promise the board need not look before 499 further requests can have come.
 * Without an interrupt enabled only the order of the event stream makes it look.
 */
Test(at_hdmac_list, nothing_is_in_sight_meanwhile)
{
	bench b;
	tw::calendar &board = tw::board_of(b.board).events();

	b.ready();
	b.memory(TWIN_DMA_GIVE, BUFFER, 500, true);
	b.describe(LIST, PACED_DATA_IN, BUFFER, 500 | DST_WORD, PER2MEM | LAST_OF_LIST, 0);
	b.peripheral().receive(A, P, 500, true);
	b.start(1000000, 0, RX_CFG, LIST);
	cr_assert_eq(board.next(), 1000000 + D);
	b.advance(1000000 + D);
	cr_assert_eq(board.next(), 1000000 + D + 499 * P);
	b.write(1500000, EBCIDR, 0x10001);
	cr_assert_eq(board.next(), A + 200000000);
	b.write(1500000, EBCIER, 1);
	cr_assert_leq(board.next(), A + 499 * P);
	b.advance(A + 500 * P);
	cr_assert_eq(b.interrupts(), std::vector<uint64_t>({A + 499 * P + R + PR + MW + MW}));
}
