// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The whole path: SPI controller, flash and DMA controller, programmed as spi-atmel.c and
 * at_hdmac.c do it for a transfer of 512 bytes in both directions (WDRBT, 44 MHz, channel 0
 * receives, channel 1 sends), here with opcode and address in front.
 */
#include "device/flash_fill.h"
#include "whole_path.h"

/* First rising edge of the clock at or after t, found by counting. */
static uint64_t edge_from(uint64_t t)
{
	uint64_t k = t / 7576;

	while (half_at(2 * k) < t)
		k++;
	return k;
}

/*
 * The first word is written when descriptor and four words of memory are read: at rising edge k it
 * moves to the shifter and its clock starts 3 half-cycles later. From then on each word takes 48
 * half-cycles, so RDRF is seen at k + 26. With WDRBT the next word waits for the read of RDR, R +
 * PR = 93012 ps = 12.28 cycles later: on edge k + 26 + 13 = k + 39. TDR is filled long before.
 */
Test(at_hdmac_spi, full_duplex)
{
	whole_path w;
	uint64_t first = edge_from(TX_START + DESCRIPTOR + 4 * MEM_READ + PERIPH_WRITE);
	uint64_t last_read = half_at(2 * (first + 39 * 511 + 26)) + REQUEST + PERIPH_READ;
	uint64_t sent = half_at(2 * (first + 39 * 510)) + REQUEST + PERIPH_WRITE + MEM_WRITE;
	uint64_t end = last_read + 2 * MEM_WRITE + MEM_WRITE;
	std::vector<twin_event> words;
	std::vector<uint64_t> rises;

	w.start();
	tw_board_advance(w.r.board, end - 1);
	/* The sender is done since the last word was written to TDR, the receiver is not. */
	cr_assert_eq(w.r.read(end - 1, DMAC_BASE + EBCISR), 0x202u);
	cr_assert_not(w.r.irq(DMAC_IRQ));
	tw_board_advance(w.r.board, end);
	cr_assert(w.r.irq(DMAC_IRQ));
	cr_assert_eq(w.r.read(end, DMAC_BASE + EBCISR), 0x101u);
	cr_assert_eq(w.r.read(end, DMAC_BASE + CHSR), 0x00ff0000u);
	words = w.r.of(TWIN_EV_PIN_WORD);
	cr_assert_eq(words.size(), LENGTH);
	for (uint64_t i = 0; i < LENGTH; i++)
		cr_assert_eq(words[i].b, 2 * (first + 39 * i) + 3, "word %" PRIu64, i);
	for (const twin_event &e : w.r.of(TWIN_EV_IRQ_LINE))
		if (e.a == DMAC_IRQ && e.b)
			rises.push_back(e.time);
	cr_assert_eq(rises, std::vector<uint64_t>({sent, end}));

	/* Not synced yet; then the flash's bytes behind the five of the command. */
	cr_assert_eq(w.ram[0x8000 + 5], 0);
	tw_board_dma(w.r.board, TWIN_DMA_TAKE, BUFFER, LENGTH, 1);
	for (uint32_t i = 5; i < LENGTH; i++)
		cr_assert_eq(w.ram[0x8000 + i], tw_fill_counter(ADDRESS + i - 5), "%u", i);
	/* No overrun, nothing left. */
	cr_assert_eq(w.r.read(end, reg(tw::atmel_spi_regs::SR)) & 0x20b, 0x202u);
}

/* The driver's timeout path: both channels are terminated in the middle; the bus stands still. */
Test(at_hdmac_spi, terminated)
{
	whole_path w;
	uint64_t stop = 50000000, n;

	w.start();
	w.r.write(stop, DMAC_BASE + CHDR, 0x101);
	w.r.write(stop, DMAC_BASE + CHDR, 0x202);
	cr_assert_eq(w.r.read(stop + 200000, DMAC_BASE + CHSR) & 0xff, 0u);
	tw_board_advance(w.r.board, 300000000);
	n = w.r.of(TWIN_EV_PIN_WORD).size();
	/* 39 cycles a word: some 130 words. At most two more than were read: shifter and TDR. */
	cr_assert(n > 128 && n < 134, "%" PRIu64, n);
	cr_assert_eq(w.r.read(300000000, DMAC_BASE + EBCISR), 0u);
	cr_assert_not(w.r.irq(DMAC_IRQ));
}

/* Nothing of the 512 words is visible before the end, so the board's calendar sleeps meanwhile. */
Test(at_hdmac_spi, the_board_sleeps)
{
	whole_path w;
	tw::calendar &board = tw::board_of(w.r.board).events();

	w.start();
	tw_board_advance(w.r.board, TX_START + 10 * MEM_READ);
	/* 512 words of at least 24 cycles are to come, two of them may be under way. */
	cr_assert_gt(board.next(), TX_START + half_at(2 * 24 * 508));
}
