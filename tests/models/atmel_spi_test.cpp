// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "atmel_spi_setup.h"

#include <cstring>

using namespace tw::atmel_spi_regs;

/* One word written one picosecond after half-cycle 2000: it takes effect at half-cycle 2002. */
static const struct {
	const char *what;
	uint32_t csr;
	uint64_t first, rdrf, empty; /* half-cycles: first SCK edge, RDRF, TXEMPTY */
	unsigned int mode;
} words[] = {
	{"44 MHz", CSR(3, 8, 0, 0, MODE0), 2005, 2054, 2054, 0},
	{"even divider", CSR(4, 8, 0, 0, MODE0), 2006, 2070, 2070, 0},
	{"SCBR 1", CSR(1, 8, 0, 0, MODE0), 2003, 2020, 2020, 0},
	{"SCBR 255", CSR(255u, 8, 0, 0, MODE0), 2257, 6338, 6338, 0},
	{"16 bits", CSR(3, 16, 0, 0, MODE0), 2005, 2102, 2102, 0},
	{"9 bits", CSR(2, 9, 0, 0, MODE0), 2004, 2040, 2040, 0},
	{"DLYBS", CSR(3, 8, 5, 0, MODE0), 2012, 2060, 2060, 0},
	{"DLYBCT", CSR(3, 8, 0, 2, MODE0), 2005, 2054, 2182, 0},
	{"DLYBCT and even end", CSR(4, 8, 7, 1, MODE0), 2016, 2080, 2144, 0},
	{"mode 1", CSR(3, 8, 0, 0, 0u), 2005, 2054, 2054, 1},
	{"mode 2", CSR(3, 8, 0, 0, 3u), 2005, 2054, 2054, 2},
	{"mode 3", CSR(3, 8, 0, 0, 1u), 2005, 2054, 2054, 3},
};

static void check_word(size_t i)
{
	rig r;
	uint64_t rdrf = half_at(words[i].rdrf), empty = half_at(words[i].empty);
	uint32_t idle = SR_SPIENS | SR_TDRE | SR_TXEMPTY, busy = SR_SPIENS | SR_TDRE;

	setup(r, words[i].csr);
	r.write(1, reg(IER), SR_RDRF);
	r.write(half_at(2000) + 1, reg(TDR), 0x1a5);
	cr_assert_eq(r.read(rdrf - 1, reg(SR)), busy, "%s", words[i].what);
	cr_assert_not(r.irq(SPI_IRQ));
	cr_assert_eq(r.read(rdrf, reg(SR)), (empty == rdrf ? idle : busy) | SR_RDRF, "%s",
		     words[i].what);
	cr_assert(r.irq(SPI_IRQ));
	if (empty > rdrf)
		cr_assert_eq(r.read(empty - 1, reg(SR)) & SR_TXEMPTY, 0u, "%s", words[i].what);
	cr_assert_eq(r.read(empty, reg(SR)), idle | SR_RDRF, "%s", words[i].what);

	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD), form = r.of(TWIN_EV_PIN_WORD_FORM);
	unsigned int bits = 8 + (words[i].csr >> 4 & 0xf);
	uint64_t ones = (1u << bits) - 1;

	cr_assert_eq(word.size(), 1u);
	cr_assert_eq(word[0].time, half_at(words[i].first), "%s", words[i].what);
	cr_assert_eq(word[0].b, words[i].first, "%s: %" PRIu64, words[i].what, word[0].b);
	cr_assert_eq(word[0].a, (0x1a5 & ones) | ones << 32, "%s", words[i].what);
	cr_assert_eq(form[0].a, 1ULL << 8 | bits << 16 | words[i].mode << 24 | 1ULL << 32);
	cr_assert_eq(form[0].b, words[i].csr >> 8 & 0xff);

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines.size(), 1u);
	cr_assert_eq(lines[0].time, rdrf);
	cr_assert_eq(lines[0].a, (uint64_t)SPI_IRQ);
	cr_assert_eq(lines[0].b, 1u);
}

/* One board per process, so one test per row. */
#define WORD_TEST(n)                                                                               \
	Test(atmel_spi, word_##n)                                                                  \
	{                                                                                          \
		check_word(n);                                                                     \
	}
WORD_TEST(0)
WORD_TEST(1)
WORD_TEST(2)
WORD_TEST(3)
WORD_TEST(4)
WORD_TEST(5)
WORD_TEST(6)
WORD_TEST(7)
WORD_TEST(8)
WORD_TEST(9)
WORD_TEST(10)
WORD_TEST(11)

Test(atmel_spi, every_row_has_a_test)
{
	cr_assert_eq(sizeof(words) / sizeof(*words), 12u);
}

Test(atmel_spi, reset_values)
{
	static const uint32_t zero[] = {MR,	  RDR,	    SR,	  IMR,	CSR0,
					CSR0 + 4, CSR0 + 8, CSR3, WPMR, WPSR};
	rig r;

	for (uint32_t offset : zero)
		cr_assert_eq(r.read(5, reg(offset)), 0u, "offset 0x%x", offset);
	cr_assert_eq(r.read(5, reg(VERSION)), 0x213u);
	r.write(6, reg(CR), CR_SPIEN);
	cr_assert_eq(r.read(7, reg(SR)), SR_SPIENS | SR_TDRE | SR_TXEMPTY);
	r.write(8, reg(IER), SR_RDRF | SR_OVRES);
	r.write(9, reg(IDR), SR_OVRES);
	cr_assert_eq(r.read(10, reg(IMR)), SR_RDRF);
	r.write(11, reg(MR), ~0u);
	cr_assert_eq(r.read(12, reg(MR)), MR_MASK);
	r.write(13, reg(CR), CR_SWRST);
	cr_assert_eq(r.read(14, reg(MR)), 0u);
	cr_assert_eq(r.read(15, reg(SR)), 0u);
	cr_assert_eq(r.read(16, reg(IMR)), 0u);
}

Test(atmel_spi, access_costs_its_segment)
{
	rig r;
	uint64_t after, data = 0;

	cr_assert_eq(r.try_access(1000, reg(SR), &data, false, 4, &after), 0);
	cr_assert_eq(after, 1000 + APB_READ);
	cr_assert_eq(r.try_access(2000, reg(IER), &data, true, 4, &after), 0);
	cr_assert_eq(after, 2000 + APB_WRITE);
	cr_assert_eq(r.try_access(3000, PIO_BASE + 0x3c, &data, false, 4, &after), 0);
	cr_assert_eq(after, 3000 + SYS_READ);
	cr_assert_eq(r.try_access(4000, PIO_BASE + 0x30, &data, true, 4, &after), 0);
	cr_assert_eq(after, 4000 + SYS_WRITE);
}

/* Two words in a row: the clock goes on without a gap, TDR is free when the second moves on. */
Test(atmel_spi, double_buffer_is_back_to_back)
{
	rig r;

	setup(r, CSR(3, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 0x11);
	cr_assert(r.read(half_at(2001), reg(SR)) & SR_TDRE);
	r.write(half_at(2010), reg(TDR), 0x22);
	cr_assert_not(r.read(half_at(2011), reg(SR)) & SR_TDRE);
	/* First word: 2003 to 2051; the flags follow on the rising edge 2052. */
	cr_assert_eq(r.read(half_at(2052) - 1, reg(SR)), SR_SPIENS);
	cr_assert_eq(r.read(half_at(2052), reg(SR)), SR_SPIENS | SR_TDRE | SR_RDRF);
	cr_assert_eq(r.read(half_at(2060), reg(RDR)), 0xffu | PCS0);
	cr_assert_eq(r.read(half_at(2061), reg(SR)), SR_SPIENS | SR_TDRE);
	/* Second word: 2051 to 2099. */
	cr_assert_eq(r.read(half_at(2100) - 1, reg(SR)), SR_SPIENS | SR_TDRE);
	cr_assert_eq(r.read(half_at(2100), reg(SR)), SR_SPIENS | SR_TDRE | SR_RDRF | SR_TXEMPTY);

	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(word.size(), 2u);
	cr_assert_eq(word[0].b, 2003u);
	cr_assert_eq(word[1].b, 2051u);
	cr_assert_eq(word[1].time, half_at(2051));
}

Test(atmel_spi, dlybct_lies_between_words)
{
	rig r;

	setup(r, CSR(3, 8, 0, 1, MODE0));
	r.write(half_at(2000), reg(TDR), 1);
	r.write(half_at(2010), reg(TDR), 2);
	/* The second word stays in TDR until the delay is over: 2051 + 64 = 2115. */
	cr_assert_eq(r.read(half_at(2116) - 1, reg(SR)), SR_SPIENS | SR_RDRF);
	cr_assert_eq(r.read(half_at(2116), reg(SR)), SR_SPIENS | SR_RDRF | SR_TDRE);
	tw_board_advance(r.board, half_at(3000));

	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(word.size(), 2u);
	cr_assert_eq(word[1].b, 2115u);
}

/* Written during DLYBCT: starts when it is over, DLYBS does not count again. */
Test(atmel_spi, word_written_in_the_delay)
{
	rig r;

	setup(r, CSR(4, 8, 9, 1, MODE0));
	r.write(half_at(2000), reg(TDR), 1); /* 2018 to 2082, delay to 2146 */
	r.write(half_at(2100), reg(TDR), 2);
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2146u);
}

/* Written after everything is over: a first word again; NPCS stays inactive for 6 cycles. */
Test(atmel_spi, next_first_word)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 1); /* 2004 to 2068 */
	r.write(half_at(2070), reg(TDR), 2); /* NPCS free at 2068 + 12 */
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2080u + 4);
	r.write(half_at(4000), reg(TDR), 3);
	tw_board_advance(r.board, half_at(5000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[2].b, 4004u);
}

/* NPCS was kept active: DLYBS, which counts from it, does not apply again. */
Test(atmel_spi, csaat_needs_no_dlybs)
{
	rig r;

	setup(r, CSR(4, 8, 9, 0, MODE0 | CSR_CSAAT));
	r.write(half_at(2000), reg(TDR), 1);
	tw_board_advance(r.board, half_at(3000));
	r.write(half_at(4000), reg(TDR), 2);
	tw_board_advance(r.board, half_at(5000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[0].b, 2018u);
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 4004u);
}

/* Written half a cycle after the word's end: too late to go on without a gap. */
Test(atmel_spi, written_between_the_end_and_its_rising_edge)
{
	rig r;

	setup(r, CSR(3, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 1); /* 2003 to 2051 */
	r.write(half_at(2051) + 1, reg(TDR), 2);
	tw_board_advance(r.board, half_at(3000));
	/* NPCS inactive at 2052 for six cycles, then half a period. */
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2052u + 12 + 3);
}

Test(atmel_spi, dlybcs_replaces_the_six_cycles)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | 20u << 24);
	r.write(half_at(2000), reg(TDR), 1);
	r.write(half_at(2070), reg(TDR), 2);
	tw_board_advance(r.board, half_at(3000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2068u + 40 + 4);
}

Test(atmel_spi, overrun_is_kept_until_sr_is_read)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0) | 0, MASTER | PCS0 | MR_LLB);
	r.write(1, reg(IER), SR_OVRES);
	r.write(half_at(2000), reg(TDR), 0x11);
	r.write(half_at(2010), reg(TDR), 0x22);
	tw_board_advance(r.board, half_at(2132) - 1);
	cr_assert_not(r.irq(SPI_IRQ));
	tw_board_advance(r.board, half_at(2132));
	cr_assert(r.irq(SPI_IRQ));
	cr_assert_eq(r.read(half_at(2140), reg(SR)),
		     SR_SPIENS | SR_TDRE | SR_TXEMPTY | SR_RDRF | SR_OVRES);
	cr_assert_not(r.irq(SPI_IRQ));
	cr_assert_eq(r.read(half_at(2150), reg(SR)), SR_SPIENS | SR_TDRE | SR_TXEMPTY | SR_RDRF);
	/* Loop-back; the later word is the one that stays. */
	cr_assert_eq(r.read(half_at(2160), reg(RDR)), 0x22u | PCS0);
	cr_assert_eq(r.of(TWIN_EV_IRQ_LINE)[1].time, half_at(2140));
}

/* WDRBT: the second word waits until RDR is read, then half an SCK period: no overrun. */
Test(atmel_spi, wdrbt_waits_for_rdr)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_WDRBT);
	r.write(half_at(2000), reg(TDR), 0x11);
	r.write(half_at(2010), reg(TDR), 0x22);
	cr_assert_eq(r.read(half_at(2500), reg(SR)), SR_SPIENS | SR_RDRF);
	r.read(half_at(2601), reg(RDR)); /* takes effect at 2602 */
	tw_board_advance(r.board, half_at(2670) - 1);
	cr_assert_eq(r.read(half_at(2670) - 1, reg(SR)), SR_SPIENS | SR_TDRE);
	cr_assert_eq(r.read(half_at(2670), reg(SR)), SR_SPIENS | SR_TDRE | SR_RDRF | SR_TXEMPTY);
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2606u);
}

/* WDRBT with RDR unread before the first word: a first word when it is read. */
Test(atmel_spi, wdrbt_holds_a_first_word)
{
	rig r;

	setup(r, CSR(4, 8, 8, 0, MODE0), MASTER | PCS0 | MR_WDRBT);
	r.write(half_at(2000), reg(TDR), 0x11);
	tw_board_advance(r.board, half_at(2500));
	r.write(half_at(2500), reg(TDR), 0x22);
	cr_assert_eq(r.read(half_at(2600), reg(SR)), SR_SPIENS | SR_RDRF);
	r.read(half_at(2700), reg(RDR));
	tw_board_advance(r.board, half_at(4000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[1].b, 2716u);
}

Test(atmel_spi, txempty_and_tdre_interrupts)
{
	rig r;

	setup(r, CSR(4, 8, 0, 1, MODE0));
	r.write(10, reg(IER), SR_TXEMPTY);
	cr_assert(r.irq(SPI_IRQ));
	r.write(half_at(2000), reg(TDR), 1); /* ends 2068, delay to 2132 */
	cr_assert_not(r.irq(SPI_IRQ));
	tw_board_advance(r.board, half_at(2132) - 1);
	cr_assert_not(r.irq(SPI_IRQ));
	tw_board_advance(r.board, half_at(2132));
	cr_assert(r.irq(SPI_IRQ));

	std::vector<twin_event> lines = r.of(TWIN_EV_IRQ_LINE);

	cr_assert_eq(lines[0].time, half_at(2)); /* IER at 10 ps */
}

Test(atmel_spi, disable_finishes_the_word_and_drops_the_next)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 1);
	r.write(half_at(2010), reg(TDR), 2);
	r.write(half_at(2020), reg(CR), CR_SPIDIS);
	cr_assert_eq(r.read(half_at(2068) - 1, reg(SR)) & SR_SPIENS, SR_SPIENS);
	cr_assert_eq(r.read(half_at(2068), reg(SR)), SR_RDRF);
	r.write(half_at(2100), reg(TDR), 3); /* lost */
	tw_board_advance(r.board, half_at(5000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 1u);
	r.write(half_at(6000), reg(CR), CR_SPIEN);
	cr_assert_eq(r.read(half_at(6001), reg(SR)), SR_SPIENS | SR_TDRE | SR_TXEMPTY | SR_RDRF);
}

Test(atmel_spi, reset_drops_the_word)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 1);
	r.write(half_at(2020), reg(CR), CR_SWRST);
	tw_board_advance(r.board, half_at(5000));
	cr_assert_eq(r.read(half_at(5000), reg(SR)), 0u);
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), 0u);
}

Test(atmel_spi, write_protection)
{
	rig r;

	r.write(1, reg(WPMR), 0x12345601); /* wrong key */
	cr_assert_eq(r.read(2, reg(WPMR)), 0u);
	r.write(3, reg(WPMR), 0x53504901);
	cr_assert_eq(r.read(4, reg(WPMR)), 1u);
	r.write(5, reg(CSR0 + 4), 0x300);
	cr_assert_eq(r.read(6, reg(CSR0 + 4)), 0u);
	cr_assert_eq(r.read(7, reg(WPSR)), 0x3401u);
	cr_assert_eq(r.read(8, reg(WPSR)), 0u);
	r.write(9, reg(WPMR), 0x53504900);
	r.write(10, reg(CSR0 + 4), 0x300);
	cr_assert_eq(r.read(11, reg(CSR0 + 4)), 0x300u);
}

/* PS: chip select and LASTXFER come with each word; each has its own CSR. */
Test(atmel_spi, variable_peripheral_select)
{
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | MR_PS);
	r.write(half_at(100), reg(CSR0 + 8), CSR(2, 10, 0, 0, MODE0));
	r.write(half_at(2000), reg(TDR), 0x2aau | 0xbu << 16); /* NPCS2 */
	r.write(half_at(2010), reg(TDR), 0x55u | 0xeu << 16);  /* NPCS0 */
	tw_board_advance(r.board, half_at(3000));

	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD), form = r.of(TWIN_EV_PIN_WORD_FORM);

	cr_assert_eq(word[0].a & 0xffffffff, 0x2aau);
	cr_assert_eq(form[0].a & 0xffffff, 1u << 8 | 2 | 10 << 16);
	/* 2002 to 2042; NPCS0 six cycles later, then half a period of four cycles. */
	cr_assert_eq(word[0].b, 2002u);
	cr_assert_eq(word[1].b, 2042u + 12 + 4);
	cr_assert_eq(form[1].a & 0xffffff, 1u << 8 | 0 | 8 << 16);
}

static const struct {
	const char *what;
	uint32_t mr, csr, offset, value;
	bool write;
	const char *error;
} faults[] = {
	{"CR read", MASTER | PCS0, 0x300, CR, 0, false,
	 "spi1: read of CR (offset 0x0): write-only"},
	{"RDR write", MASTER | PCS0, 0x300, RDR, 7, true, "spi1: write of 0x7 to RDR (offset 0x8)"},
	{"hole", MASTER | PCS0, 0x300, 0x50, 0, false, "read of no register (offset 0x50)"},
	{"FIFO", MASTER | PCS0, 0x300, FMR, 0, false, "FMR (offset 0x40): not in this version"},
	{"FIFOEN", MASTER | PCS0, 0x300, CR, 1u << 30, true, "no FIFO in this version"},
	{"PDC", MASTER | PCS0, 0x300, RPR, 0, true, "RPR (offset 0x100): not in this"},
	{"PTCR", MASTER | PCS0, 0x300, PTCR, 0x202, true, "PTCR (offset 0x120): not in this"},
	{"no SCBR", MASTER | PCS0, 0, TDR, 1, true, "SCBR is 0"},
	{"17 bits", MASTER | PCS0, 0x390, TDR, 1, true, "BITS is above 16"},
	{"no PCS", MASTER | 0xf0000, 0x300, TDR, 1, true, "PCS 15"},
	{"slave", PCS0, 0x300, TDR, 1, true, "slave mode is not modelled"},
};

Test(atmel_spi, faults_name_register_and_value)
{
	rig r;
	uint64_t t = 1;

	for (const auto &f : faults) {
		uint64_t data = f.value;

		r.write(t++, reg(CR), CR_SWRST);
		r.write(t++, reg(MR), f.mr);
		r.write(t++, reg(CSR0), f.csr);
		r.write(t++, reg(CR), CR_SPIEN);
		cr_assert_eq(r.try_access(t++, reg(f.offset), &data, f.write), -1, "%s", f.what);
		cr_assert(strstr(r.err, f.error), "%s: '%s'", f.what, r.err);
	}
}

Test(atmel_spi, access_sizes)
{
	rig r;
	uint64_t data = 0;

	cr_assert_eq(r.try_access(1, reg(TDR), &data, true, 1), -1);
	cr_assert(strstr(r.err, "spi1: write of 1 bytes at TDR"), "%s", r.err);
	cr_assert_eq(r.try_access(2, reg(SR) + 2, &data, false, 2), -1);
	cr_assert_eq(r.try_access(3, reg(SR), &data, false, 8), -1);
	cr_assert_eq(r.try_access(4, reg(SR), &data, false, 4), 0);
}

Test(atmel_spi, meta_events)
{
	rig r;

	r.read(0, reg(SR));

	std::vector<twin_event> clock = r.of(TWIN_EV_CLOCK), line = r.of(TWIN_EV_LINE);
	std::string names;

	cr_assert_eq(clock.size(), 1u);
	cr_assert_eq(clock[0].a, 1u);
	cr_assert_eq(clock[0].b, CLOCK_HZ);
	for (const twin_event &l : line) {
		for (const twin_event &s : r.of(TWIN_EV_STRING))
			if (s.a == l.b)
				names.append(reinterpret_cast<const char *>(&s.b), s.flags);
		names += ' ';
	}
	cr_assert_eq(names, "spi1_sck spi1_mosi spi1_miso spi1_cs0 ", "%s", names.c_str());
	cr_assert_eq(line[3].a, 1u << 8 | 16);
}

/* The controller's own chip select: a device that no GPIO pin is wired to. */
static void native_rig(rig &r)
{
	tw_spi_device flash = {};

	r.make();
	r.add_buses();
	flash.name = "flash0";
	flash.compatible = "jedec,spi-nor";
	flash.controller = "spi1";
	cr_assert_eq(tw_board_add_spi(r.board, &flash, r.err), 0, "%s", r.err);
}

static const struct {
	const char *what;
	uint32_t csr_low, cr;
	uint64_t fall, first, second, rise; /* half-cycles */
	size_t edges;
} native[] = {
	/* Two words 2004..2068..2132; then no data: NPCS rises. */
	{"plain", MODE0, 0, 2000, 2004, 2068, 2132, 2},
	{"CSAAT", MODE0 | CSR_CSAAT, 0, 2000, 2004, 2068, 0, 1},
	{"CSAAT, LASTXFER", MODE0 | CSR_CSAAT, CR_LASTXFER, 2000, 2004, 2068, 3000, 2},
	/* Released at 2068 for six cycles, half a period to the first edge. */
	{"CSNAAT", MODE0 | CSR_CSNAAT, 0, 2000, 2004, 2084, 2148, 4},
};

static void check_native(size_t i)
{
	rig r(false);

	native_rig(r);
	setup(r, CSR(4, 8, 0, 0, native[i].csr_low));
	r.write(half_at(2000), reg(TDR), 0x9f);
	r.write(half_at(2010), reg(TDR), 0);
	tw_board_advance(r.board, half_at(2900));
	r.write(half_at(3000), reg(CR), native[i].cr);

	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS), word = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(cs.size(), 1 + native[i].edges, "%s", native[i].what);
	cr_assert_eq(cs[0].flags, 1);
	cr_assert_eq(cs[0].b, 1u);
	cr_assert_eq(cs[1].time, half_at(native[i].fall), "%s", native[i].what);
	cr_assert_eq(cs[1].b, 0u);
	if (native[i].rise) {
		cr_assert_eq(cs.back().time, half_at(native[i].rise), "%s", native[i].what);
		cr_assert_eq(cs.back().b, 1u);
	}
	cr_assert_eq(word[0].b, native[i].first, "%s", native[i].what);
	cr_assert_eq(word[1].b, native[i].second, "%s", native[i].what);
}

Test(atmel_spi, native_plain)
{
	check_native(0);
}

Test(atmel_spi, native_csaat)
{
	check_native(1);
}

Test(atmel_spi, native_lastxfer)
{
	check_native(2);
}

Test(atmel_spi, native_csnaat)
{
	check_native(3);
}

/* What stops a CPU in the real driver: the interrupt edge lies on the grid, whatever the phase. */
Test(atmel_spi, phase_of_the_write_does_not_move_the_grid)
{
	rig r;

	setup(r, CSR(3, 8, 0, 0, MODE0));
	for (uint64_t i = 0; i < 16; i++) {
		uint64_t half = 2000 + 1000 * i;

		r.write(half_at(half) - i * 500 % 7575, reg(TDR), i);
		tw_board_advance(r.board, half_at(half + 500));
		r.read(half_at(half + 500), reg(RDR));
		cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[i].b, half + 3);
	}
}
