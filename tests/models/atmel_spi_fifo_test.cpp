// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The FIFOs of the Atmel SPI from version 0x311 on. */
#include "atmel_spi_setup.h"

#include <cstring>

using namespace tw::atmel_spi_regs;

class fifo_rig : public rig
{
      public:
	explicit fifo_rig(const char *depth = "16") : rig(false)
	{
		spi_options = {{"version", "0x311"}, {"fifo", depth}};
		build();
	}
	/* SCBR 4, 8 bits, loop-back: a word is 64 half-cycles. */
	void enable(uint32_t mr = MASTER | PCS0 | MR_LLB | MR_WDRBT)
	{
		write(0, reg(CR), CR_SWRST);
		write(0, reg(CR), CR_FIFOEN);
		write(0, reg(MR), mr);
		write(0, reg(CSR0), CSR(4, 8, 0, 0, MODE0));
		write(0, reg(CR), CR_SPIEN);
	}
	void write16(uint64_t at, uint32_t offset, uint64_t value)
	{
		cr_assert_eq(try_access(at, reg(offset), &value, true, 2), 0, "%s", err);
	}
	uint32_t level(uint64_t at)
	{
		return read(at, reg(FLR));
	}
	uint32_t flags(uint64_t at)
	{
		return read(at, reg(SR)) & SR_FIFO;
	}
};

/* One FIFO fill as the kernel's driver makes it: 5 words, interrupt when all are there. */
Test(atmel_spi_fifo, as_the_driver_does)
{
	fifo_rig r;

	r.enable();
	r.write(half_at(100), reg(CR), CR_RXFCLR | CR_TXFCLR);
	cr_assert_eq(r.level(half_at(200)), 0u);
	r.write(half_at(300), reg(FMR), 5u << 24);
	cr_assert_eq(r.read(half_at(300), reg(FMR)), 5u << 24);
	r.read(half_at(400), reg(SR));
	r.write(half_at(2000), reg(TDR), 0x220011);
	r.write(half_at(2000), reg(TDR), 0x440033);
	r.write16(half_at(2000), TDR, 0x55);
	r.write(half_at(2000), reg(IER), SR_RXFTHF | SR_OVRES);
	/* The first is in the shifter. */
	cr_assert_eq(r.level(half_at(2001)), 4u);
	/* First SCK edge 2004, the fifth word ends 5 * 64 later. */
	tw_board_advance(r.board, half_at(2324) - 1);
	cr_assert_not(r.irq(SPI_IRQ));
	cr_assert_eq(r.level(half_at(2324) - 1), 4u << 16);
	tw_board_advance(r.board, half_at(2324));
	cr_assert(r.irq(SPI_IRQ));
	cr_assert_eq(r.read(half_at(2324), reg(SR)),
		     SR_RXFTHF | SR_TXFEF | SR_TXFTHF | SR_RDRF | SR_TDRE | SR_TXEMPTY | SR_SPIENS);
	cr_assert_not(r.irq(SPI_IRQ));
	cr_assert_eq(r.level(half_at(2325)), 5u << 16);
	for (uint32_t i = 1; i <= 5; i++)
		cr_assert_eq(r.read(half_at(2330 + i), reg(RDR)), i * 0x11 | PCS0);
	cr_assert_eq(r.level(half_at(2340)), 0u);
	cr_assert_eq(r.flags(half_at(2340)), SR_RXFEF);
	cr_assert_eq(r.flags(half_at(2340)), 0u);

	std::vector<twin_event> words = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(words.size(), 5u);
	for (uint64_t i = 0; i < 5; i++)
		cr_assert_eq(words[i].b, 2004 + 64 * i);
	cr_assert_eq(r.of(TWIN_EV_IRQ_LINE)[0].time, half_at(2324));
}

/* Each threshold flag when it is crossed in its own direction, cleared by reading SR. */
Test(atmel_spi_fifo, thresholds)
{
	fifo_rig r("8");
	uint64_t t = half_at(2000);

	r.enable();
	r.write(1, reg(FMR), 2u << 16 | 3u << 24);
	for (uint32_t i = 0; i < 3; i++)
		r.write(t, reg(TDR), 0x10001 * i);
	/* 5 wait. Word n (from 0) ends at 2068 + 64 n, when word n + 1 leaves the FIFO. */
	cr_assert_eq(r.flags(half_at(2068)), 0u);
	cr_assert_eq(r.flags(half_at(2132)), 0u);
	cr_assert_eq(r.flags(half_at(2196) - 1), 0u);
	cr_assert_eq(r.flags(half_at(2196)), SR_TXFTHF | SR_RXFTHF);
	cr_assert_eq(r.flags(half_at(2196)), 0u);
	/* On the threshold's far side nothing is crossed. */
	cr_assert_eq(r.flags(half_at(2260)), 0u);
	cr_assert_eq(r.flags(half_at(2324)), SR_TXFEF);
	/* Below and up again. */
	for (int i = 0; i < 3; i++)
		r.read(half_at(2330), reg(RDR));
	cr_assert_eq(r.level(half_at(2331)), 2u << 16);
	cr_assert_eq(r.flags(half_at(2388) - 1), 0u);
	cr_assert_eq(r.flags(half_at(2388)), SR_RXFTHF);
}

Test(atmel_spi_fifo, full_and_pointer_errors)
{
	fifo_rig r("4");
	uint64_t t = half_at(2000);

	r.enable(MASTER | PCS0 | MR_LLB);
	r.write(t, reg(TDR), 0x20001);
	r.write(t, reg(TDR), 0x40003);
	cr_assert_eq(r.level(t), 3u);
	cr_assert_eq(r.read(t, reg(SR)), SR_TDRE | SR_SPIENS);
	/* Two do not fit, one does. */
	r.write(t, reg(TDR), 0x60005);
	cr_assert_eq(r.level(t), 3u);
	cr_assert_eq(r.flags(t), SR_TXFPTEF);
	r.write16(t, TDR, 7);
	cr_assert_eq(r.read(t, reg(SR)), SR_SPIENS | SR_TXFFF | SR_TXFPTEF);
	/* Pointer errors stay. */
	cr_assert_eq(r.read(t, reg(SR)), SR_SPIENS | SR_TXFPTEF);
	/* Five words into four places without WDRBT: the last is lost. */
	t = half_at(3000);
	cr_assert_eq(r.read(t, reg(SR)), SR_SPIENS | SR_TDRE | SR_TXEMPTY | SR_RDRF | SR_OVRES |
						 SR_RXFFF | SR_TXFEF | SR_TXFTHF | SR_TXFPTEF);
	for (uint32_t i = 1; i <= 4; i++)
		cr_assert_eq(r.read(t, reg(RDR)) & 0xffff, i);
	cr_assert_eq(r.flags(t), SR_RXFEF | SR_TXFPTEF);
	r.read(t, reg(RDR));
	cr_assert_eq(r.flags(t), SR_RXFPTEF | SR_TXFPTEF);
	r.write(t, reg(CR), CR_SWRST);
	cr_assert_eq(r.read(t, reg(SR)), 0u);
}

/* With WDRBT the shifter waits while there is no room to receive. */
Test(atmel_spi_fifo, wdrbt_waits_for_room)
{
	fifo_rig r("2");

	r.enable();
	r.write(half_at(2000), reg(TDR), 0x20001); /* 2004 .. 2132 */
	r.write16(half_at(2100), TDR, 3);
	cr_assert_eq(r.level(half_at(2500)), 1u | 2u << 16);
	cr_assert_eq(r.read(half_at(2601), reg(RDR)) & 0xff, 1u); /* takes effect at 2602 */
	cr_assert_eq(r.level(half_at(2670) - 1), 1u << 16);
	cr_assert_eq(r.level(half_at(2670)), 2u << 16);
	cr_assert_eq(r.read(half_at(2680), reg(SR)) & SR_OVRES, 0u);
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[2].b, 2606u);
}

/* How many words TDRE and RDRF speak of. */
Test(atmel_spi_fifo, ready_modes)
{
	fifo_rig r("4");

	r.enable();
	r.write(1, reg(FMR), 0x11); /* two each */
	r.write(half_at(2000), reg(TDR), 0x20001);
	r.write16(half_at(2000), TDR, 3);
	/* Two wait, two fit; three wait, one fits. */
	cr_assert_eq(r.read(half_at(2001), reg(SR)) & SR_TDRE, SR_TDRE);
	r.write16(half_at(2002), TDR, 4);
	cr_assert_eq(r.read(half_at(2003), reg(SR)) & SR_TDRE, 0u);
	cr_assert_eq(r.read(half_at(2068), reg(SR)) & (SR_TDRE | SR_RDRF), SR_TDRE);
	cr_assert_eq(r.read(half_at(2132) - 1, reg(SR)) & SR_RDRF, 0u);
	cr_assert_eq(r.read(half_at(2132), reg(SR)) & SR_RDRF, SR_RDRF);
	r.write(half_at(2133), reg(FMR), 0x21); /* RXRDYM four */
	cr_assert_eq(r.read(half_at(2260) - 1, reg(SR)) & SR_RDRF, 0u);
	cr_assert_eq(r.read(half_at(2260), reg(SR)) & SR_RDRF, SR_RDRF);
}

/* With PS a 32-bit write is one word with its chip select. */
Test(atmel_spi_fifo, variable_select_is_single)
{
	fifo_rig r;

	r.enable(MASTER | MR_LLB | MR_PS);
	r.write(1, reg(CSR0 + 4), CSR(4, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 0xe0011);
	r.write(half_at(2000), reg(TDR), 0xd0022);
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.read(half_at(3000), reg(RDR)), 0xe0011u);
	cr_assert_eq(r.read(half_at(3000), reg(RDR)), 0xd0022u);
}

Test(atmel_spi_fifo, off_it_is_the_old_block)
{
	fifo_rig r;
	uint64_t data = 1;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB);
	cr_assert_eq(r.try_access(10, reg(TDR), &data, true, 2), -1);
	cr_assert(strstr(r.err, "spi1: write of 2 bytes at TDR"), "%s", r.err);
	r.write(half_at(2000), reg(TDR), 0x220011);
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 1u);
	cr_assert_eq(r.read(half_at(3000), reg(SR)), SR_SPIENS | SR_TDRE | SR_TXEMPTY | SR_RDRF);
	cr_assert_eq(r.level(half_at(3000)), 0u);
	/* Switching empties. */
	r.write(half_at(3001), reg(CR), CR_FIFOEN);
	cr_assert_eq(r.read(half_at(3002), reg(SR)) & SR_RDRF, 0u);
	r.write(half_at(3003), reg(TDR), 0x220011);
	r.write(half_at(3004), reg(CR), CR_FIFODIS);
	tw_board_advance(r.board, half_at(4000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 2u);
}

Test(atmel_spi_fifo, narrow_accesses_only_of_data)
{
	fifo_rig r;
	uint64_t data = 1;

	r.enable();
	cr_assert_eq(r.try_access(10, reg(FMR), &data, true, 2), -1);
	cr_assert_eq(r.try_access(11, reg(SR), &data, false, 1), -1);
	cr_assert_eq(r.try_access(12, reg(TDR), &data, true, 8), -1);
	cr_assert_eq(r.try_access(13, reg(TDR) + 2, &data, true, 2), -1);
	data = 1;
	cr_assert_eq(r.try_access(14, reg(TDR), &data, true, 1), 0, "%s", r.err);
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.try_access(half_at(3000), reg(RDR), &data, false, 1), 0, "%s", r.err);
	cr_assert_eq(data, 1u);
}

static const struct {
	const char *version, *depth, *error;
} bad_options[] = {
	{"0x121", "", "spi1: option 'version': version 1 of the block is not modelled"},
	{"0x311", "1", "spi1: option 'fifo': a FIFO holds 2 to 32 words"},
	{"0x311", "33", "'33' is more than 32"},
	{"0x223", "8", "spi1: option 'fifo': this version of the block has no FIFO"},
};

Test(atmel_spi_fifo, bad_options)
{
	rig r(false);

	r.make();
	for (const auto &b : bad_options) {
		tw_option given[] = {{"version", b.version}, {"fifo", b.depth}};
		tw_bus_device d = rig::device("spi1", "atmel,at91rm9200-spi", SPI_BASE, SPI_IRQ);

		d.options = given;
		d.nr_options = 2;
		cr_assert_eq(tw_board_add(r.board, &d, r.err), -1, "%s", b.error);
		cr_assert(strstr(r.err, b.error), "%s", r.err);
	}
}
