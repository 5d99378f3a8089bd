// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rig.h"

#include <cstring>

enum {
	PER = 0,
	PDR = 4,
	PSR = 8,
	OER = 0x10,
	ODR = 0x14,
	OSR = 0x18,
	SODR = 0x30,
	CODR = 0x34,
	ODSR = 0x38,
	PDSR = 0x3c,
	IER = 0x40,
	IDR = 0x44,
	IMR = 0x48,
	ISR = 0x4c,
	MDER = 0x50,
	PUDR = 0x60,
	PUER = 0x64,
	OWER = 0xa0,
	AIMER = 0xb0,
	LSR = 0xc4,
	FELLSR = 0xd0,
	REHLSR = 0xd4
};

#define CS (1u << CS_PIN)

static uint64_t reg(uint32_t offset)
{
	return PIO_BASE + offset;
}

Test(at91_pio, set_clear_status_triples)
{
	static const uint32_t triples[][3] = {
		{0x00, 0x04, 0x08}, {0x10, 0x14, 0x18}, {0x20, 0x24, 0x28}, {0x30, 0x34, 0x38},
		{0x40, 0x44, 0x48}, {0x50, 0x54, 0x58}, {0x60, 0x64, 0x68}, {0x84, 0x80, 0x88},
		{0x90, 0x94, 0x98}, {0xa0, 0xa4, 0xa8}, {0xb0, 0xb4, 0xb8}, {0xd4, 0xd0, 0xd8},
	};
	rig r;
	uint64_t t = 1;

	cr_assert_eq(r.read(t++, reg(PSR)), ~0u);
	for (const auto &o : triples) {
		r.write(t++, reg(o[1]), ~0u);
		cr_assert_eq(r.read(t++, reg(o[2])), 0u, "offset 0x%x", o[2]);
		r.write(t++, reg(o[0]), 0x81u);
		r.write(t++, reg(o[1]), 0x80u);
		cr_assert_eq(r.read(t++, reg(o[2])), 1u, "offset 0x%x", o[2]);
		r.write(t++, reg(o[1]), ~0u);
	}
	for (uint32_t plain : {0x70, 0x74, 0x8c, 0x100, 0x118}) {
		r.write(t++, reg(plain), plain);
		cr_assert_eq(r.read(t++, reg(plain)), plain);
	}
}

Test(at91_pio, odsr_is_written_through_owsr)
{
	rig r;

	r.write(1, reg(OWER), 0xf0);
	r.write(2, reg(SODR), 0x11);
	r.write(3, reg(ODSR), 0xa2);
	cr_assert_eq(r.read(4, reg(ODSR)), 0xa1u);
}

/* The pad follows on the clock's grid after the pin delay; the write itself is at once in ODSR. */
Test(at91_pio, chip_select_edges)
{
	rig r;

	r.costs_[TWIN_COST_PIN_DELAY] = 10000;
	r.write(1, reg(SODR), CS);
	r.write(2, reg(OER), CS);
	r.write(half_at(1000) + 5, reg(CODR), CS);
	cr_assert_eq(r.read(half_at(1000) + 6, reg(ODSR)) & CS, 0u);
	cr_assert_eq(r.read(half_at(1000) + 7, reg(PDSR)) & CS, CS);
	/* 10005 ps after edge 500: past edge 501 (7575), so edge 502. */
	tw_board_advance(r.board, half_at(1004) - 1);
	cr_assert_eq(r.of(TWIN_EV_PIN_CS).size(), 1u);
	cr_assert_eq(r.read(half_at(1004), reg(PDSR)) & CS, 0u);
	r.write(half_at(2000), reg(SODR), CS);
	r.write(half_at(2000) + 1000, reg(CODR), CS);
	r.write(half_at(2000) + 9000, reg(SODR), CS);
	tw_board_advance(r.board, half_at(3000));

	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS);
	static const uint64_t halves[] = {0, 1004, 2004, 2004, 2006};

	cr_assert_eq(cs.size(), 5u);
	for (size_t i = 0; i < 5; i++) {
		cr_assert_eq(cs[i].time, half_at(halves[i]), "edge %zu at %" PRIu64, i, cs[i].time);
		cr_assert_eq(cs[i].a, 1u << 8 | 0);
		cr_assert_eq(cs[i].b, (i + 1) % 2);
		cr_assert_eq(cs[i].flags, i == 0);
	}
}

/* An output that nobody drives is held inactive by the board; so is a multi-driver pin that is 1.
 */
Test(at91_pio, undriven_chip_select_is_inactive)
{
	rig r;

	r.write(half_at(100), reg(OER), CS); /* ODSR 0: active */
	tw_board_advance(r.board, half_at(200));
	r.write(half_at(200), reg(ODR), CS); /* inactive */
	tw_board_advance(r.board, half_at(300));
	r.write(half_at(300), reg(OER), CS); /* active */
	tw_board_advance(r.board, half_at(400));
	r.write(half_at(400), reg(PDR), CS); /* inactive */
	tw_board_advance(r.board, half_at(500));
	cr_assert_eq(r.of(TWIN_EV_PIN_CS).size(), 5u);
	r.write(half_at(500), reg(PER), CS); /* active */
	tw_board_advance(r.board, half_at(600));
	r.write(half_at(600), reg(MDER), CS);
	r.write(half_at(601), reg(SODR), CS); /* inactive */
	tw_board_advance(r.board, half_at(700));

	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS);

	cr_assert_eq(cs.size(), 7u);
	cr_assert_eq(cs[6].b, 1u);
}

Test(at91_pio, change_interrupt)
{
	rig r;

	r.write(half_at(10), reg(OER), 0x3);
	tw_board_advance(r.board, half_at(20));
	r.read(half_at(20), reg(ISR));
	r.write(half_at(20) + 1, reg(IER), 0x1);
	r.write(half_at(30) + 1, reg(SODR), 0x3);
	tw_board_advance(r.board, half_at(32) - 1);
	cr_assert_not(r.irq(PIO_IRQ));
	tw_board_advance(r.board, half_at(32));
	cr_assert(r.irq(PIO_IRQ));
	cr_assert_eq(r.read(half_at(40), reg(ISR)), 0x3u);
	cr_assert_not(r.irq(PIO_IRQ));
	cr_assert_eq(r.read(half_at(41), reg(ISR)), 0u);
	/* Only falling edges of pin 0 from now on. */
	r.write(half_at(42), reg(AIMER), 0x1);
	r.write(half_at(43), reg(FELLSR), 0x1);
	r.write(half_at(44), reg(CODR), 0x1);
	tw_board_advance(r.board, half_at(50));
	cr_assert(r.irq(PIO_IRQ));
	r.read(half_at(50), reg(ISR));
	r.write(half_at(51), reg(SODR), 0x1);
	tw_board_advance(r.board, half_at(60));
	cr_assert_not(r.irq(PIO_IRQ));
}

Test(at91_pio, pulls_show_on_inputs)
{
	rig r;

	cr_assert_eq(r.read(half_at(10), reg(PDSR)), ~0u);
	r.write(half_at(20), reg(PUDR), 0x5);
	cr_assert_eq(r.read(half_at(30), reg(PDSR)), ~0x5u);
}

Test(at91_pio, faults)
{
	rig r;
	uint64_t data = 1;

	cr_assert_eq(r.try_access(1, reg(SODR), &data, false), -1);
	cr_assert(strstr(r.err, "gpio2: read of SODR (offset 0x30): write-only"), "%s", r.err);
	cr_assert_eq(r.try_access(2, reg(PDSR), &data, true), -1);
	cr_assert(strstr(r.err, "read-only"), "%s", r.err);
	data = 1;
	cr_assert_eq(r.try_access(3, reg(0x1f0), &data, true), -1);
	cr_assert(strstr(r.err, "not modelled"), "%s", r.err);
}
