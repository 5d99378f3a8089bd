// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The flash behind the controller and its GPIO chip select. */
#include <criterion/criterion.h>

#include <cstring>
#include <vector>

#include "device/flash_fill.h"
#include "rig.h"

/* Everything together: controller, GPIO chip select, flash; words as a scope would decode them. */
Test(spi_nor_board, through_the_controller)
{
	static const uint8_t command[] = {0x13, 0x00, 0x01, 0x00, 0x00, 0, 0, 0, 0};
	tw_option option = {"fill", "prng"};
	rig r(false);
	uint64_t t = 1000000;

	r.build(&option, 1);
	r.write(1, PIO_BASE + 0x30, 1u << CS_PIN);
	r.write(2, PIO_BASE + 0x10, 1u << CS_PIN);
	r.write(3, SPI_BASE + 0x04, 0xe0011);
	r.write(4, SPI_BASE + 0x30, 0x302);
	r.write(5, SPI_BASE + 0x00, 1);
	r.write(t, PIO_BASE + 0x34, 1u << CS_PIN);
	for (size_t i = 0; i < sizeof(command); i++) {
		uint32_t rdr;

		r.write(t += 1000000, SPI_BASE + 0x0c, command[i]);
		rdr = r.read(t += 1000000, SPI_BASE + 0x08);
		cr_assert_eq(rdr & 0xff, i < 5 ? 0xffu : tw_fill_prng(0x10000 + i - 5), "byte %zu",
			     i);
	}
	r.write(t += 1000000, PIO_BASE + 0x30, 1u << CS_PIN);
	tw_board_advance(r.board, t += 1000000);

	std::vector<twin_event> word = r.of(TWIN_EV_PIN_WORD), form = r.of(TWIN_EV_PIN_WORD_FORM);
	std::vector<twin_event> cs = r.of(TWIN_EV_PIN_CS);

	cr_assert_eq(word.size(), sizeof(command));
	for (size_t i = 0; i < sizeof(command); i++) {
		uint64_t miso = i < 5 ? 0xff : tw_fill_prng(0x10000 + i - 5);

		cr_assert_eq(word[i].a, command[i] | miso << 32);
		cr_assert_eq(form[i].a, 1ULL << 8 | 0 | 8 << 16);
		cr_assert_eq(form[i].b, 3u);
		cr_assert_gt(word[i].time, cs[1].time);
		cr_assert_lt(word[i].time, cs[2].time);
	}
	cr_assert_eq(cs.size(), 3u);
}

/* Chip select rises at the very end of a word, before its flags do: the word counts, then the rise.
 */
Test(spi_nor_board, chip_select_lifted_at_the_end_of_a_word)
{
	rig r(false);
	tw_bus_device fast = rig::device("gpio3", "atmel,at91sam9x5-gpio", PIO_BASE + 0x1000, -1);
	tw_spi_device flash = {};

	r.make();
	r.add_buses();
	fast.clock_hz = 2 * CLOCK_HZ; /* its edges are half-cycles of the SPI's clock */
	flash.name = "flash0";
	flash.compatible = "jedec,spi-nor";
	flash.controller = "spi1";
	cr_assert_eq(tw_board_add(r.board, &fast, r.err), 0, "%s", r.err);
	cr_assert_eq(tw_board_add_spi(r.board, &flash, r.err), 0, "%s", r.err);
	cr_assert_eq(tw_board_wire_cs(r.board, "gpio3", 0, "spi1", 0, 1, r.err), 0, "%s", r.err);
	r.write(1, PIO_BASE + 0x1010, 1); /* ODSR 0: selected */
	r.write(3, SPI_BASE + 0x04, 0xe0011);
	r.write(4, SPI_BASE + 0x30, 0x302);
	r.write(5, SPI_BASE + 0x00, 1);
	r.write(half_at(2000), SPI_BASE + 0x0c, 0x06); /* 2003 to 2051 */
	r.write(half_at(2050) + 1, PIO_BASE + 0x1030, 1);
	tw_board_advance(r.board, half_at(2100));
	cr_assert_eq(r.of(TWIN_EV_PIN_CS)[2].time, half_at(2051));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD_FORM)[0].a, 1ULL << 8 | 8 << 16);
	/* WREN, one whole byte, was executed. */
	r.write(half_at(3000), PIO_BASE + 0x1034, 1);
	r.write(half_at(3100), SPI_BASE + 0x0c, 0x05);
	tw_board_advance(r.board, half_at(3500));
	r.write(half_at(3600), SPI_BASE + 0x0c, 0);
	tw_board_advance(r.board, half_at(4000));
	cr_assert_eq(r.of(TWIN_EV_PIN_WORD)[2].a >> 32, 0x02u);
}

/* A driver that lifts chip select too early: real bits would be cut, so it is said. */
Test(spi_nor_board, chip_select_lifted_in_a_word)
{
	rig r;
	uint64_t data = 0;

	r.write(1, PIO_BASE + 0x10, 1u << CS_PIN); /* ODSR 0: selected */
	r.write(3, SPI_BASE + 0x04, 0xe0011);
	r.write(4, SPI_BASE + 0x30, 0x302);
	r.write(5, SPI_BASE + 0x00, 1);
	r.write(1000000, SPI_BASE + 0x0c, 0x05);
	r.write(1100000, PIO_BASE + 0x30, 1u << CS_PIN);
	cr_assert_eq(r.try_access(2000000, SPI_BASE + 0x10, &data, false), -1);
	cr_assert(strstr(r.err, "chip select 0 changed at"), "%s", r.err);
}

Test(spi_nor_board, two_selected_at_once)
{
	rig r;
	tw_spi_device second = {};
	uint64_t data = 3u << CS_PIN;

	second.name = "flash1";
	second.compatible = "s25fl512s";
	second.controller = "spi1";
	second.cs = 1;
	cr_assert_eq(tw_board_add_spi(r.board, &second, r.err), 0, "%s", r.err);
	cr_assert_eq(tw_board_wire_cs(r.board, "gpio2", CS_PIN + 1, "spi1", 1, 1, r.err), 0);
	r.write(1, PIO_BASE + 0x10, data); /* both ODSR 0 */
	data = 0;
	cr_assert_eq(r.try_access(1000000, PIO_BASE + 0x3c, &data, false), -1);
	cr_assert(strstr(r.err, "spi1: flash0 and flash1 selected at the same time"), "%s", r.err);
}
