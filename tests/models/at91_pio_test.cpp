// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rig.h"

#include <cstring>

#include "core/board.h"
#include "gpio/gpio_bank.h"

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
	AIMDR = 0xb4,
	ESR = 0xc0,
	LSR = 0xc4,
	FELLSR = 0xd0,
	REHLSR = 0xd4,
	LOCKSR = 0xe0,
	WPMR = 0xe4,
	WPSR = 0xe8
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

static tw::gpio_bank &bank(rig &r)
{
	return dynamic_cast<tw::gpio_bank &>(*tw::board_of(r.board).device_at(PIO_BASE));
}

/* A pin driven from outside changes on the first clock edge at or after the device's instant. */
Test(at91_pio, input)
{
	rig r;

	r.write(half_at(10), reg(PUDR), 1u << 7);
	bank(r).set_input(7, true, half_at(100) + 1);
	bank(r).set_input(7, false, half_at(200));
	tw_board_advance(r.board, half_at(102) - 1);
	cr_assert_eq(r.read(half_at(102) - 1, reg(PDSR)) >> 7 & 1, 0u);
	cr_assert_eq(r.read(half_at(102), reg(PDSR)) >> 7 & 1, 1u);
	cr_assert_eq(r.read(half_at(200) - 1, reg(PDSR)) >> 7 & 1, 1u);
	cr_assert_eq(r.read(half_at(200), reg(PDSR)) >> 7 & 1, 0u);
	/* Out of order: by time, and at one instant the later call counts. */
	bank(r).set_input(7, false, half_at(400));
	bank(r).set_input(7, true, half_at(300));
	bank(r).set_input(8, false, half_at(300));
	bank(r).set_input(8, true, half_at(300));
	cr_assert_eq(r.read(half_at(300), reg(PDSR)) >> 7 & 3, 3u);
	cr_assert_eq(r.read(half_at(400), reg(PDSR)) >> 7 & 3, 2u);
	/* The pull is of no account then, and a peripheral's pin shows its level, too. */
	r.write(half_at(500), reg(PUER), 1u << 7);
	r.write(half_at(500), reg(PDR), 1u << 7);
	cr_assert_eq(r.read(half_at(600), reg(PDSR)) >> 7 & 1, 0u);
}

/* As the pin controller's driver sets a type: which changes of the pad interrupt? */
Test(at91_pio, edge_interrupts)
{
	static const struct {
		uint32_t mode, polarity;
		bool on_rise, on_fall;
	} table[] = {
		{AIMDR, REHLSR, true, true},
		{AIMER, REHLSR, true, false},
		{AIMER, FELLSR, false, true},
	};
	rig r;
	uint64_t n = 100;

	bank(r).set_input(3, false, half_at(2));
	r.write(half_at(50), reg(ESR), 8);
	r.read(half_at(50), reg(ISR));
	r.write(half_at(51), reg(IER), 8);
	for (const auto &row : table) {
		r.write(half_at(n), reg(row.polarity), 8);
		r.write(half_at(n), reg(row.mode), 8);
		bank(r).set_input(3, true, half_at(n + 20));
		tw_board_advance(r.board, half_at(n + 20) - 1);
		cr_assert_not(r.irq(PIO_IRQ));
		tw_board_advance(r.board, half_at(n + 20));
		cr_assert_eq(r.irq(PIO_IRQ), row.on_rise);
		cr_assert_eq(r.read(half_at(n + 22), reg(ISR)), row.on_rise ? 8u : 0);
		cr_assert_not(r.irq(PIO_IRQ));
		bank(r).set_input(3, false, half_at(n + 40));
		tw_board_advance(r.board, half_at(n + 40));
		cr_assert_eq(r.irq(PIO_IRQ), row.on_fall);
		cr_assert_eq(r.read(half_at(n + 42), reg(ISR)), row.on_fall ? 8u : 0);
		n += 100;
	}
}

/* Up for as long as the level is there, whatever is read; masked meanwhile as handle_level_irq()
 * does. */
Test(at91_pio, level_interrupts)
{
	static const struct {
		uint32_t polarity;
		bool active;
	} table[] = {{FELLSR, false}, {REHLSR, true}};
	rig r;
	uint64_t n = 1000;

	for (const auto &row : table) {
		bank(r).set_input(3, !row.active, half_at(n));
		tw_board_advance(r.board, half_at(n));
		r.write(half_at(n + 2), reg(LSR), 8);
		r.write(half_at(n + 2), reg(row.polarity), 8);
		r.write(half_at(n + 2), reg(AIMER), 8);
		r.read(half_at(n + 3), reg(ISR));
		r.write(half_at(n + 3), reg(IER), 8);
		cr_assert_not(r.irq(PIO_IRQ));
		bank(r).set_input(3, row.active, half_at(n + 20));
		tw_board_advance(r.board, half_at(n + 20) - 1);
		cr_assert_not(r.irq(PIO_IRQ));
		tw_board_advance(r.board, half_at(n + 20));
		cr_assert(r.irq(PIO_IRQ));
		cr_assert_eq(r.read(half_at(n + 30), reg(ISR)), 8u);
		cr_assert(r.irq(PIO_IRQ), "the level is still there");
		r.write(half_at(n + 30), reg(IDR), 8);
		cr_assert_not(r.irq(PIO_IRQ));
		r.write(half_at(n + 40), reg(IER), 8);
		cr_assert(r.irq(PIO_IRQ));
		bank(r).set_input(3, !row.active, half_at(n + 50));
		tw_board_advance(r.board, half_at(n + 50));
		cr_assert_not(r.irq(PIO_IRQ));
		r.write(half_at(n + 60), reg(ESR), 8);
		cr_assert_eq(r.read(half_at(n + 60), reg(ISR)), 0u, "nothing is left over");
		r.write(half_at(n + 61), reg(IDR), 8);
		n += 1000;
	}
	/* A level that came and went is no edge for a mode set later. */
	r.write(half_at(n), reg(LSR), 8);
	bank(r).set_input(3, true, half_at(n + 2));
	bank(r).set_input(3, false, half_at(n + 4));
	tw_board_advance(r.board, half_at(n + 4));
	r.write(half_at(n + 6), reg(ESR), 8);
	cr_assert_eq(r.read(half_at(n + 6), reg(ISR)), 0u);
}

/* As pinctrl-at91.c muxes a pin to peripheral C with pull-up, and back to GPIO. */
Test(at91_pio, mux_as_the_driver_does)
{
	static const uint32_t to_peripheral[] = {IDR, 0x80, 0x94, 0x64, 0x54, 0x24, 0x90};
	rig r;
	uint64_t t = half_at(100);
	uint32_t mask = 1u << 24;

	for (uint32_t offset : to_peripheral)
		r.write(t++, reg(offset), mask);
	r.write(t, reg(0x70), r.read(t, reg(0x70)) & ~mask);
	r.write(t, reg(0x74), r.read(t, reg(0x74)) | mask);
	r.write(t, reg(PDR), mask);
	cr_assert_eq(r.read(t, reg(PSR)), ~mask);
	cr_assert_eq(r.read(t, reg(0x74)), mask);
	/* Whatever ODSR says now, the pad stays at its pull-up. */
	r.write(t, reg(OER), mask);
	r.write(t, reg(CODR), mask);
	cr_assert_eq(r.read(half_at(200), reg(PDSR)) & mask, mask);
	r.write(half_at(200), reg(PER), mask);
	cr_assert_eq(r.read(half_at(300), reg(PDSR)) & mask, 0u);
}

Test(at91_pio, write_protection)
{
	rig r;

	r.write(1, reg(WPMR), 1); /* without the key */
	cr_assert_eq(r.read(1, reg(WPMR)), 0u);
	r.write(2, reg(WPMR), 0x50494f01);
	cr_assert_eq(r.read(2, reg(WPMR)), 1u);
	r.write(3, reg(OER), 1);
	cr_assert_eq(r.read(3, reg(OSR)), 0u);
	r.write(3, reg(SODR), 1);
	cr_assert_eq(r.read(3, reg(ODSR)), 1u);
	cr_assert_eq(r.read(4, reg(WPSR)), 1u | OER << 8);
	cr_assert_eq(r.read(4, reg(WPSR)), 0u);
	r.write(5, reg(WPMR), 0x50494f00);
	r.write(6, reg(OER), 1);
	cr_assert_eq(r.read(6, reg(OSR)), 1u);
	cr_assert_eq(r.read(6, reg(LOCKSR)), 0u);
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
	/* Two drivers on one wire. */
	bank(r).set_input(4, false, half_at(100));
	r.write(half_at(200), reg(SODR), 1u << 4);
	r.write(half_at(200), reg(OER), 1u << 4);
	data = 0;
	cr_assert_eq(r.try_access(half_at(300), reg(PDSR), &data, false), -1);
	cr_assert(strstr(r.err, "gpio2: pin 4 is an output and driven from outside"), "%s", r.err);
}
