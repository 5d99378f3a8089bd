// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Bus timing by hand: two words, NPCS0 driven by the controller. Both are written at half-cycle
 * 2000 (the second right after the first), or the second at `late`. With f half-cycles:
 *
 *   first edge   2000 + (DLYBS ? 2 DLYBS : SCBR)     word        2 SCBR BITS
 *   DLYBCT       64 per step                         NPCS high   12, or 2 DLYBCS from 6 up
 *
 * Flags and NPCS change on even half-cycles.
 */
#include "atmel_spi_setup.h"

using namespace tw::atmel_spi_regs;

#define CS_STAYS 0

/* clang-format off */
static const struct {
	const char *what;
	uint32_t csr, mr;
	uint64_t late;	  /* when the second word is written; 0: with the first */
	uint64_t edge[2]; /* first SCK edges */
	uint64_t rdrf[2];
	uint64_t empty;	  /* TXEMPTY after the second */
	uint64_t rise[2]; /* NPCS inactive after the first, second word; CS_STAYS */
	unsigned int mode;
} rows[] = {
	{"44 MHz", CSR(3, 8, 0, 0, MODE0), 0, 0,
	 {2003, 2051}, {2052, 2100}, 2100, {CS_STAYS, 2100}, 0},
	{"mode 1, 9 bits", CSR(5, 9, 0, 0, 0u), 0, 0,
	 {2005, 2095}, {2096, 2186}, 2186, {CS_STAYS, 2186}, 1},
	{"mode 2, 16 bits", CSR(2, 16, 0, 0, 3u), 0, 0,
	 {2002, 2066}, {2066, 2130}, 2130, {CS_STAYS, 2130}, 2},
	{"mode 3, SCBR 1", CSR(1, 8, 0, 0, 1u), 0, 0,
	 {2001, 2017}, {2018, 2034}, 2034, {CS_STAYS, 2034}, 3},
	{"DLYBS once", CSR(4, 8, 100, 0, MODE0), 0, 0,
	 {2200, 2264}, {2264, 2328}, 2328, {CS_STAYS, 2328}, 0},
	{"DLYBCT", CSR(4, 8, 0, 3, MODE0), 0, 0,
	 {2004, 2260}, {2068, 2324}, 2516, {CS_STAYS, 2516}, 0},
	{"DLYBCT, odd", CSR(3, 8, 0, 1, MODE0), 0, 0,
	 {2003, 2115}, {2052, 2164}, 2228, {CS_STAYS, 2228}, 0},
	{"DLYBS and DLYBCT", CSR(3, 8, 7, 1, MODE0), 0, 0,
	 {2014, 2126}, {2062, 2174}, 2238, {CS_STAYS, 2238}, 0},
	{"longest delays", CSR(255u, 8, 255u, 255u, MODE0), 0, 0,
	 {2510, 22910}, {6590, 26990}, 43310, {CS_STAYS, 43310}, 0},
	/* Written at 2100, in the delay (2068 to 2132): no new DLYBS. */
	{"late, in DLYBCT", CSR(4, 8, 9, 1, MODE0), 0, 2100,
	 {2018, 2146}, {2082, 2210}, 2274, {CS_STAYS, 2274}, 0},
	/* Written at 3000: a first word again, with DLYBS. */
	{"late", CSR(4, 8, 9, 0, MODE0), 0, 3000,
	 {2018, 3018}, {2082, 3082}, 3082, {2082, 3082}, 0},
	/* NPCS may fall again at 2082 + 12 and 2068 + 100. */
	{"late, NPCS just high", CSR(4, 8, 9, 0, MODE0), 0, 2084,
	 {2018, 2112}, {2082, 2176}, 2176, {2082, 2176}, 0},
	{"the same with DLYBCS", CSR(4, 8, 0, 0, MODE0), 50u << 24, 2070,
	 {2004, 2172}, {2068, 2236}, 2236, {2068, 2236}, 0},
	{"CSAAT", CSR(4, 8, 9, 0, MODE0 | CSR_CSAAT), 0, 0,
	 {2018, 2082}, {2082, 2146}, 2146, {CS_STAYS, CS_STAYS}, 0},
	/* NPCS is active already: half an SCK period. */
	{"CSAAT, late", CSR(4, 8, 9, 0, MODE0 | CSR_CSAAT), 0, 3000,
	 {2018, 3004}, {2082, 3068}, 3068, {CS_STAYS, CS_STAYS}, 0},
	/* Written between E = 2051 and the flags' edge 2052: too late to follow on. */
	{"CSAAT, half a cycle late", CSR(3, 8, 0, 0, MODE0 | CSR_CSAAT), 0, 2051,
	 {2003, 2055}, {2052, 2104}, 2104, {CS_STAYS, CS_STAYS}, 0},
	{"CSNAAT", CSR(4, 8, 0, 0, MODE0 | CSR_CSNAAT), 0, 0,
	 {2004, 2084}, {2068, 2148}, 2148, {2068, 2148}, 0},
	/* NPCS high 2082 to 2094, DLYBS again. */
	{"CSNAAT and DLYBS", CSR(4, 8, 9, 0, MODE0 | CSR_CSNAAT), 0, 0,
	 {2018, 2112}, {2082, 2176}, 2176, {2082, 2176}, 0},
	/* NPCS is released when DLYBCT is over. */
	{"CSNAAT and DLYBCT", CSR(4, 8, 0, 1, MODE0 | CSR_CSNAAT), 0, 0,
	 {2004, 2148}, {2068, 2212}, 2276, {2132, 2276}, 0},
};
/* clang-format on */

static void add_jumper(rig &r)
{
	tw_spi_device d = {};

	r.make();
	r.add_buses();
	d.name = "jumper0";
	d.compatible = "linux,spi-loopback-test";
	d.controller = "spi1";
	cr_assert_eq(tw_board_add_spi(r.board, &d, r.err), 0, "%s", r.err);
}

/* First instant, of the half-cycles before `to`, at which a flag of SR is set. */
static void expect_flag(rig &r, uint32_t flag, uint64_t half, const char *what)
{
	cr_assert_eq(r.read(half_at(half) - 1, reg(SR)) & flag, 0u, "%s: flag %x before %" PRIu64,
		     what, flag, half);
	cr_assert_eq(r.read(half_at(half), reg(SR)) & flag, flag, "%s: flag %x at %" PRIu64, what,
		     flag, half);
}

static void check_pins(rig &r, size_t i)
{
	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD), cs = r.of(TWIN_EV_PIN_CS);
	std::vector<uint64_t> rises;

	cr_assert_eq(word.size(), 2u, "%s", rows[i].what);
	for (size_t n = 0; n < 2; n++) {
		cr_assert_eq(word[n].b, rows[i].edge[n], "%s: word %zu at %" PRIu64, rows[i].what,
			     n, word[n].b);
		cr_assert_eq(word[n].time, half_at(rows[i].edge[n]));
		cr_assert_eq(r.of(TWIN_EV_PIN_WORD_FORM)[n].a >> 24 & 0xff, rows[i].mode);
	}
	/* Initial level, fall at 2000, then what the row says. */
	cr_assert_eq(cs[1].time, half_at(2000));
	cr_assert_eq(cs[1].b, 0u);
	for (const twin_event &e : cs)
		if (e.b && !e.flags)
			rises.push_back(e.time);
	for (size_t n = 0, seen = 0; n < 2; n++)
		if (rows[i].rise[n])
			cr_assert_eq(rises.at(seen++), half_at(rows[i].rise[n]), "%s",
				     rows[i].what);
	cr_assert_eq(rises.size(), (size_t)(!!rows[i].rise[0] + !!rows[i].rise[1]));
}

ParameterizedTestParameters(atmel_spi_timing, two_words)
{
	return every<NR(rows)>();
}

ParameterizedTest(int *row, atmel_spi_timing, two_words)
{
	const auto &t = rows[*row];
	bool late = t.late > t.rdrf[0];
	rig r(false);

	add_jumper(r);
	setup(r, t.csr, MASTER | PCS0 | t.mr);
	r.write(half_at(2000), reg(TDR), 0x5a5a);
	if (!late)
		r.write(half_at(t.late ? t.late : 2000), reg(TDR), 0x3c3c);
	expect_flag(r, SR_RDRF, t.rdrf[0], t.what);
	r.read(half_at(t.rdrf[0]) + 1, reg(RDR));
	if (late)
		r.write(half_at(t.late), reg(TDR), 0x3c3c);
	expect_flag(r, SR_RDRF, t.rdrf[1], t.what);
	if (t.empty > t.rdrf[1])
		expect_flag(r, SR_TXEMPTY, t.empty, t.what);
	cr_assert(r.read(half_at(t.empty), reg(SR)) & SR_TXEMPTY, "%s", t.what);
	check_pins(r, static_cast<size_t>(*row));
}

/* LASTXFER, written while words are under way, counts for the word written last. */
static const struct {
	const char *what;
	uint64_t at;
	uint64_t rise;
} last_rows[] = {
	{"first word in the shifter, second waits", 2010, 2132},
	{"second word in the shifter", 2100, 2132},
	{"nothing under way", 2200, 2200},
};

ParameterizedTestParameters(atmel_spi_timing, last_transfer)
{
	return every<NR(last_rows)>();
}

ParameterizedTest(int *row, atmel_spi_timing, last_transfer)
{
	rig r(false);

	add_jumper(r);
	setup(r, CSR(4, 8, 0, 0, MODE0 | CSR_CSAAT));
	r.write(half_at(2000), reg(TDR), 1); /* 2004, 2068, to 2132 */
	r.write(half_at(2000), reg(TDR), 2);
	r.write(half_at(last_rows[*row].at), reg(CR), CR_LASTXFER);
	tw_board_advance(r.board, half_at(3000));

	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS);

	cr_assert_eq(cs.size(), 3u, "%s", last_rows[*row].what);
	cr_assert_eq(cs[2].time, half_at(last_rows[*row].rise), "%s", last_rows[*row].what);
}

/* LASTXFER of TDR (PS 1) goes with its word. */
Test(atmel_spi_timing, last_transfer_in_the_word)
{
	rig r(false);

	add_jumper(r);
	setup(r, CSR(4, 8, 0, 0, MODE0 | CSR_CSAAT), MASTER | MR_PS);
	r.write(half_at(2000), reg(TDR), 1 | PCS0 | TDR_LASTXFER); /* 2004 to 2068 */
	r.write(half_at(2000), reg(TDR), 2 | PCS0);
	tw_board_advance(r.board, half_at(3000));

	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS), word = r.of(TWIN_EV_PIN_WORD);

	cr_assert_eq(cs.size(), 4u);
	cr_assert_eq(cs[2].time, half_at(2068));
	cr_assert_eq(cs[3].time, half_at(2080));
	cr_assert_eq(word.back().b, 2084u);
}

/* Software that is late: four words, written when TDRE allows, RDR read only after the last. */
static const struct {
	uint32_t wdrbt;
	size_t words;
	uint32_t overrun, last;
} late_rows[] = {
	{0, 4, SR_OVRES, 4},
	/* The second waits in TDR, the others were never written. */
	{MR_WDRBT, 1, 0, 1},
};

ParameterizedTestParameters(atmel_spi_timing, overrun_only_without_wdrbt)
{
	return every<NR(late_rows)>();
}

ParameterizedTest(int *row, atmel_spi_timing, overrun_only_without_wdrbt)
{
	const auto &t = late_rows[*row];
	rig r;

	setup(r, CSR(4, 8, 0, 0, MODE0), MASTER | PCS0 | MR_LLB | t.wdrbt);
	for (uint64_t i = 0; i < 4; i++) {
		uint64_t at = half_at(2000 + 1000 * i);

		if (r.read(at, reg(SR)) & SR_TDRE)
			r.write(at, reg(TDR), i + 1);
	}
	tw_board_advance(r.board, half_at(8000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD).size(), t.words);
	cr_assert_eq(r.read(half_at(8000), reg(SR)) & SR_OVRES, t.overrun);
	cr_assert_eq(r.read(half_at(8000), reg(RDR)) & 0xff, t.last);
}
