// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rig.h"

#include <cstring>

static void expect_error(const rig &r, int result, const char *text)
{
	cr_assert_eq(result, -1, "expected: %s", text);
	cr_assert(strstr(r.err, text), "expected '%s', got '%s'", text, r.err);
	cr_assert_not(strchr(r.err, '\n'));
}

Test(board, bad_bus_devices)
{
	rig r;
	tw_bus_device d = rig::device("spi9", "atmel,at91rm9200-spi", 0xf0000000, 5);
	tw_bus_device bad;

	bad = d, bad.compatible = "atmel,at91rm9200-spl";
	expect_error(r, tw_board_add(r.board, &bad, r.err), "did you mean 'atmel,at91rm9200-spi'?");
	bad = d, bad.compatible = "jedec,spi-nor";
	expect_error(r, tw_board_add(r.board, &bad, r.err), "no bus model for 'jedec,spi-nor'");
	bad = d, bad.name = "spi1";
	expect_error(r, tw_board_add(r.board, &bad, r.err), "there is a device 'spi1' already");
	bad = d, bad.irq = 256;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "interrupt line 256");
	bad = d, bad.size = 0;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "empty or wraps");
	bad = d, bad.base = ~0ULL - 0x10;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "empty or wraps");
	bad = d, bad.base = SPI_BASE + 0x3fff;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "overlaps spi1");
	bad = d, bad.clock_hz = 0;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "peripheral clock of 0 Hz");

	tw_option option = {"verion", "1"};

	bad = d, bad.options = &option, bad.nr_options = 1;
	expect_error(r, tw_board_add(r.board, &bad, r.err), "did you mean 'version'?");
	cr_assert_eq(tw_board_add(r.board, &d, r.err), 0, "%s", r.err);
}

Test(board, bad_spi_devices_and_wires)
{
	rig r;
	tw_spi_device d = {}, bad;

	d.name = "flash1";
	d.compatible = "spansion,s25fl512s";
	d.controller = "spi1";
	d.cs = 1;
	bad = d, bad.controller = "spi2";
	expect_error(r, tw_board_add_spi(r.board, &bad, r.err), "did you mean 'spi1'?");
	bad = d, bad.controller = "gpio2";
	expect_error(r, tw_board_add_spi(r.board, &bad, r.err), "gpio2: not an SPI controller");
	bad = d, bad.cs = 0;
	expect_error(r, tw_board_add_spi(r.board, &bad, r.err), "belongs to flash0");
	bad = d, bad.cs = -1;
	expect_error(r, tw_board_add_spi(r.board, &bad, r.err), "no chip select -1");
	expect_error(r, tw_board_wire_cs(r.board, "spi1", 1, "spi1", 1, 1, r.err), "not a GPIO");
	expect_error(r, tw_board_wire_cs(r.board, "gpio2", 32, "spi1", 1, 1, r.err), "no pin 32");
	expect_error(r, tw_board_wire_cs(r.board, "gpio2", 1, "spi1", 0, 1, r.err), "two pins");
	expect_error(r, tw_board_wire_cs(r.board, "gpio2", CS_PIN, "spi1", 1, 1, r.err),
		     "wired twice");
}

Test(board, bad_images)
{
	rig r;
	tw_option option = {"image", "/nonexistent/flash.bin"};
	tw_spi_device d = {};

	d.name = "flash1";
	d.compatible = "jedec,spi-nor";
	d.controller = "spi1";
	d.cs = 1;
	d.options = &option;
	d.nr_options = 1;
	expect_error(r, tw_board_add_spi(r.board, &d, r.err),
		     "flash1: image '/nonexistent/flash.bin': No such file");
	option.value = "/dev/null";
	expect_error(r, tw_board_add_spi(r.board, &d, r.err), "not a regular file");
}

Test(board, addresses)
{
	rig r;
	uint64_t data = 0x55;

	cr_assert_str_eq(tw_board_model_at(r.board, SPI_BASE, 0x4000), "spi1");
	cr_assert_str_eq(tw_board_model_at(r.board, SPI_BASE + 0x3ffc, 4), "spi1");
	cr_assert_null(tw_board_model_at(r.board, SPI_BASE + 0x3ffc, 8));
	cr_assert_null(tw_board_model_at(r.board, SPI_BASE - 4, 4));
	cr_assert_null(tw_board_model_at(r.board, ~0ULL, 4));
	expect_error(r, r.try_access(1, 0x1000, &data, true),
		     "write of 4 bytes at 0x1000 (value 0x55): no device");
	expect_error(r, r.try_access(2, SPI_BASE + 0x3ffc, &data, false, 8), "no device");
	r.read(100, SPI_BASE + 0x10);
	expect_error(r, r.try_access(99, SPI_BASE + 0x10, &data, false), "access at 99 ps after");
}

Test(board, one_per_process)
{
	rig r;

	cr_assert_null(tw_board_new(&r.config, r.err));
	cr_assert(strstr(r.err, "one board per process"), "%s", r.err);
}

Test(board, needs_cpus_and_a_timer_line)
{
	rig r(false);
	tw_board_config bad = r.config;

	bad.timer_line = 256;
	cr_assert_null(tw_board_new(&bad, r.err));
	bad = r.config, bad.nr_cpus = 0;
	cr_assert_null(tw_board_new(&bad, r.err));
	r.make();
}

/* A mask leaves classes out; a full ring is drained, nothing is lost. */
Test(board, event_mask_and_ring)
{
	rig r;

	r.ring_.mask = TWIN_CLASS_META;
	r.ring_.size = 2;
	r.read(0, SPI_BASE + 0x10);
	cr_assert_eq(r.of(TWIN_EV_LINE).size(), 4u);
	cr_assert_eq(r.of(TWIN_EV_PIN_CS).size(), 0u);
}
