// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Request lines of the Atmel SPI, its data registers as a DMA controller uses them, quiet events.
 */
#include "atmel_spi_setup.h"
#include "fake_dma.h"

#include <cstring>

#include "core/board.h"
#include "line_watch.h"

using namespace tw::atmel_spi_regs;

#define LOOP (MASTER | PCS0 | MR_LLB | MR_WDRBT)

static std::vector<fake_dma::rise> rises_of(const fake_dma &dma, unsigned int interface)
{
	std::vector<fake_dma::rise> found;

	for (const fake_dma::rise &r : dma.rises)
		if (r.interface == interface)
			found.push_back(r);
	return found;
}

/*
 * Started at half-cycle 2000. The first write comes 30001 ps = 7.9 half-cycles later and takes
 * effect at 2008: first SCK edge at 2011, end at 2059 (8 bits), RDRF at 2060. Without WDRBT the
 * words follow each other. With WDRBT the next waits until RDR is read, 40003 ps = 10.6
 * half-cycles after RDRF, from the edge 12 after it for half a period: 64 from word to word.
 */
static void check_stream(unsigned int width, unsigned int bits, bool wdrbt = false)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);
	uint64_t clocked = 6 * bits, distance = clocked + (wdrbt ? 16 : 0); /* half-cycles */

	for (uint32_t i = 0; i < 8; i++)
		dma.to_send.push_back(0xfedcba00u + 0x101 * i);
	dma.width = width;
	setup(r, CSR(3, bits, 0, 0, MODE0), wdrbt ? LOOP : LOOP & ~MR_WDRBT);
	r.write(half_at(2000), DMA_BASE, 1);
	tw_board_advance(r.board, half_at(4000));

	std::vector<twin_event> words = r.of(TWIN_EV_PIN_WORD);
	std::vector<fake_dma::rise> tx = rises_of(dma, fake_dma::tx), rx = rises_of(dma, 1);
	uint64_t mask = width == 1 ? 0xff : (1u << bits) - 1;

	cr_assert_eq(words.size(), 8u);
	for (const twin_event &e : r.events)
		cr_assert_neq(e.type, TWIN_EV_PIN_WORD, "all in one burst");
	cr_assert_eq(dma.received.size(), 8u);
	cr_assert_eq(rx.size(), 8u);
	cr_assert_eq(tx.size(), 8u);
	cr_assert_eq(tx[0].time, 0u); /* SPIEN */
	for (uint64_t i = 0; i < 8; i++) {
		uint64_t sent = (0xba00u + 0x101 * i) & mask, rdrf = 2012 + clocked + distance * i;

		cr_assert_eq(words[i].b, 2011 + distance * i);
		cr_assert_eq(words[i].a & 0xffffffff, sent);
		cr_assert_eq(dma.received[i], width == 4 ? sent | PCS0 : sent);
		cr_assert_eq(rx[i].time, half_at(rdrf));
		cr_assert_eq(dma.received_at[i], half_at(rdrf) + 40003);
		/* TDR is free when the word that waited starts; none waits behind the last. */
		if (i < 7)
			cr_assert_eq(tx[i + 1].time, half_at(rdrf + (wdrbt ? 12 : 0)));
	}
}

Test(atmel_spi_dma, bytes)
{
	check_stream(1, 8);
}

Test(atmel_spi_dma, half_words)
{
	check_stream(2, 16);
}

Test(atmel_spi_dma, words)
{
	check_stream(4, 16);
}

Test(atmel_spi_dma, wdrbt_costs_the_latency_of_the_read)
{
	check_stream(1, 8, true);
}

/* A byte-wide access of RDR shows the low byte; what is above it is lost. */
Test(atmel_spi_dma, narrow_access_of_a_wide_word)
{
	check_stream(1, 12);
}

Test(atmel_spi_dma, lines_follow_the_flags)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);

	r.write(100, reg(MR), MASTER | PCS0);
	r.write(100, reg(CSR0), CSR(4, 8, 0, 0, MODE0));
	cr_assert_eq(dma.rises.size(), 0u);
	/* At 101 ps: the next rising edge is half-cycle 2. */
	r.write(101, reg(CR), CR_SPIEN);
	cr_assert_eq(dma.rises.size(), 1u);
	cr_assert_eq(dma.rises[0].interface, 0u);
	cr_assert_eq(dma.rises[0].time, half_at(2));
	/* TDRE has no low pulse when the word moves on at once, but one when it waits. */
	r.write(half_at(2000), reg(TDR), 1);
	cr_assert_eq(dma.rises.size(), 1u);
	r.write(half_at(2010), reg(TDR), 2);
	/* 2004 to 2068, where both flags rise. */
	tw_board_advance(r.board, half_at(2068));
	cr_assert_eq(dma.rises.size(), 3u);
	for (size_t i : {1, 2})
		cr_assert_eq(dma.rises[i].time, half_at(2068));
	/* Disabled: no word is accepted any more, so none is asked for; SPIEN asks again. */
	r.write(half_at(2080), reg(CR), CR_SPIDIS);
	r.read(half_at(2090), reg(RDR));
	tw_board_advance(r.board, half_at(2132));
	r.write(half_at(2201), reg(CR), CR_SPIEN);
	cr_assert_eq(dma.rises.size(), 5u);
	cr_assert_eq(dma.rises[3].interface, 1u);
	cr_assert_eq(dma.rises[3].time, half_at(2132));
	cr_assert_eq(dma.rises[4].interface, 0u);
	cr_assert_eq(dma.rises[4].time, half_at(2202));
}

static const struct {
	const char *what;
	uint32_t mr, csr0, csr1;
	uint64_t period; /* cycles */
} promises[] = {
	{"44 MHz", MASTER | PCS0, CSR(3, 8, 0, 0, MODE0), 0, 24},
	{"16 bits, slow", MASTER | PCS0, CSR(255, 16, 0, 9, MODE0), 0, 4080},
	{"NPCS1", MASTER | 0xdu << 16, CSR(3, 8, 0, 0, MODE0), CSR(5, 9, 0, 0, MODE0), 45},
	{"decoder", MASTER | 5u << 16 | MR_PCSDEC, CSR(3, 8, 0, 0, 0), CSR(5, 9, 0, 0, 0), 45},
	{"nobody", MASTER | 0xfu << 16, CSR(3, 8, 0, 0, MODE0), 0, 0},
	{"no clock", MASTER | PCS0, CSR(0, 8, 0, 0, MODE0), 0, 0},
	{"with each word", MASTER | PCS0 | MR_PS, CSR(3, 8, 0, 0, MODE0), 0, 0},
};

Test(atmel_spi_dma, promises_the_words_distance)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);
	uint64_t t = 0;

	for (const auto &p : promises) {
		r.write(t++, reg(MR), p.mr);
		r.write(t++, reg(CSR0), p.csr0);
		r.write(t++, reg(CSR0 + 4), p.csr1);
		for (uint64_t period : dma.period)
			cr_assert_eq(period, half_at(2 * p.period), "%s", p.what);
	}
}

Test(atmel_spi_dma, only_the_data_registers)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);

	setup(r, CSR(3, 8, 0, 0, MODE0));
	dma.to_send = {1};
	dma.data_register[fake_dma::tx] = SPI_BASE + CSR0;
	r.write(100, DMA_BASE, 1);

	uint64_t data = 0;

	cr_assert_eq(r.try_access(1000000, reg(SR), &data, false), -1);
	cr_assert(strstr(r.err, "write of 0x1 to CSR0 (offset 0x30): by a DMA controller"), "%s",
		  r.err);
}

Test(atmel_spi_dma, no_such_line)
{
	rig r;
	tw_bus_device d = rig::device("dma0", "test,dma", DMA_BASE, -1);

	cr_assert_eq(tw_board_add(r.board, &d, r.err), 0);
	cr_assert_eq(tw_board_wire_dma(r.board, "dma0", 0, "spi1", "rxtx", r.err), -1);
	cr_assert_str_eq(r.err, "spi1: no DMA request line 'rxtx'");
}

/*
 * Whatever is enabled, and whoever moves the words: no line changes at a time that the visible
 * calendar has passed already. A CPU that ran up to that time would have missed it.
 */
ParameterizedTestParameters(atmel_spi_dma, no_line_changes_in_the_past)
{
	return every<60>();
}

ParameterizedTest(int *seed, atmel_spi_dma, no_line_changes_in_the_past)
{
	rig r;
	dice d(*seed);
	fake_dma &dma = add_fake_dma(r);
	line_watch watch(r);
	uint64_t now = 1000;

	dma.to_send.assign(400, 0x5a);
	dma.latency[1] = 20000 + d.below(700000);
	setup(r, CSR(1 + d.below(9), 8, 0, d.below(2), MODE0), LOOP & ~(MR_WDRBT * d.below(2)));
	r.write(now, reg(IER), SR_TXEMPTY);
	r.write(now, DMA_BASE, 1);
	for (int i = 0; i < 60; i++) {
		now += d.below(3000000);
		switch (d.below(4)) {
		case 0:
			r.write(now, reg(IER), 1u << d.below(11));
			break;
		case 1:
			r.write(now, reg(IDR), 1u << d.below(11));
			break;
		case 2:
			r.read(now, reg(SR));
			break;
		default:
			tw_board_advance(r.board, now);
		}
	}
	cr_assert_not(watch.late);
	cr_assert_gt(watch.changes.size(), 1u, "nothing was tested");
}

/* Masked while DMA moves the words, the calendar that a CPU waits for has nothing for 200 us. */
Test(atmel_spi_dma, nothing_in_sight_during_dma)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);
	tw::board &board = tw::board_of(r.board);

	dma.to_send.assign(64, 0x55);
	setup(r, CSR(3, 8, 0, 0, MODE0), LOOP);
	r.write(1000, reg(IER), SR_OVRES);
	r.write(2000, DMA_BASE, 1);
	/* First own event: the write after 30001 ps. */
	cr_assert_eq(board.events().next(), 2000 + 30001 + 200000000ULL);
	r.write(1000000, reg(IER), SR_TXEMPTY);
	cr_assert_lt(board.events().next(), 1000000 + half_at(48));
}

/*
 * The chip select's pad changes 100 us after the write that asks for it. Until then a whole
 * transaction passes that nobody looks at; the flash must have seen it when the pad changes.
 */
Test(atmel_spi_dma, words_come_before_a_later_chip_select_edge)
{
	rig r;
	fake_dma &dma = add_fake_dma(r);
	uint64_t t = 1000000;

	r.write(0, PIO_BASE + 0x10, 1u << CS_PIN);
	r.write(0, PIO_BASE + 0x34, 1u << CS_PIN);
	tw_board_advance(r.board, t);
	r.costs_[TWIN_COST_PIN_DELAY] = 100000000;
	dma.to_send = {0x9f, 0, 0, 0};
	setup(r, CSR(3, 8, 0, 0, MODE0), MASTER | PCS0 | MR_WDRBT, t);
	r.write(t, PIO_BASE + 0x30, 1u << CS_PIN);
	r.write(t, DMA_BASE, 1);
	tw_board_advance(r.board, t + 150000000);
	cr_assert_eq(dma.received.size(), 4u);
	cr_assert_eq(dma.received[1], 0x01u);
	cr_assert_eq(dma.received[2], 0x02u);
	cr_assert_eq(dma.received[3], 0x20u);
	cr_assert_geq(r.of(TWIN_EV_PIN_CS).back().time, t + 100000000);
}
