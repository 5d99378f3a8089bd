// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cinttypes>
#include <cstring>
#include <string>
#include <vector>

#include "core/registry.h"
#include "device/flash_fill.h"
#include "bare_environment.h"
#include "device/spi_nor.h"
#include "rig.h"

using bytes = std::vector<uint8_t>;
using given = std::vector<tw_option>;

/* The chip alone, with a chip select and a clock that the test moves. */
class chip
{
      public:
	explicit chip(const std::vector<tw_option> &options = {})
	    :
	      opts("flash0", tw_model_find("jedec,spi-nor")->options, options.data(),
		   options.size()),
	      nor(env, "flash0", opts)
	{
	}

	/* One transaction; returns what came back. */
	bytes run(const bytes &mosi)
	{
		bytes miso;

		nor.select(now += 1000000);
		for (uint8_t b : mosi)
			miso.push_back(static_cast<uint8_t>(word(b, 8)));
		nor.deselect(now);
		return miso;
	}

	uint32_t word(uint32_t mosi, unsigned int bits)
	{
		tw::spi_word w = {mosi, bits, mode, now, now + bits * 22727, CLOCK_HZ, divider};

		now = w.end;
		return nor.exchange(w);
	}

	/* `command`, then n bytes read. */
	bytes get(bytes command, size_t n)
	{
		size_t header = command.size();

		command.resize(header + n);

		bytes miso = run(command);

		for (size_t i = 0; i < header; i++)
			cr_assert_eq(miso[i], 0xff);
		return bytes(miso.begin() + header, miso.end());
	}

	uint8_t status()
	{
		return get({0x05}, 1)[0];
	}

	twin_cpu cpu = {};
	bare_environment bare;
	tw::environment &env = bare.env;
	tw::fault_sink &faults = bare.faults;
	tw::options opts;
	tw::spi_nor nor;
	uint64_t now = 0;
	uint32_t divider = 3;
	unsigned int mode = 0;
};

static const struct {
	const char *what;
	bytes command, expected;
} reads[] = {
	{"RDID", {0x9f}, {0x01, 0x02, 0x20, 0x4d, 0x00, 0x80, 0xff}},
	{"RDSR1 repeats", {0x05}, {0, 0, 0}},
	{"RDCR", {0x35}, {0}},
	{"BRRD", {0x16}, {0}},
	{"READ", {0x03, 0x12, 0x34, 0x56}, {0x34, 0x54, 0x00, 0x12, 0x34, 0x58}},
	{"FAST_READ", {0x0b, 0x12, 0x34, 0x54, 0xff}, {0x00, 0x12, 0x34, 0x54, 0x00}},
	{"READ4", {0x13, 0x03, 0x12, 0x34, 0x54}, {0x03, 0x12, 0x34, 0x54}},
	{"FAST_READ4", {0x0c, 0x03, 0x12, 0x34, 0x54, 0x00}, {0x03, 0x12, 0x34, 0x54}},
	{"wrap", {0x13, 0x03, 0xff, 0xff, 0xfe}, {0xff, 0xfc, 0x00, 0x00, 0x00, 0x00, 0x00}},
	{"high address bits", {0x13, 0xff, 0x12, 0x34, 0x54}, {0x03, 0x12, 0x34, 0x54}},
	{"RSFDP", {0x5a, 0, 0, 0, 0}, {'S', 'F', 'D', 'P', 6, 1, 0, 0xff, 0, 6, 1, 16, 16, 0, 0}},
	{"unknown opcode", {0x42}, {0xff, 0xff}},
};

Test(spi_nor, reads)
{
	chip c(given{{"fill", "counter"}});

	for (const auto &r : reads) {
		bytes got = c.get(r.command, r.expected.size());

		cr_assert(got == r.expected, "%s: %02x ...", r.what, got[0]);
	}
	cr_assert_eq(c.nor.ignored_commands(), 1u);
	cr_assert_not(c.faults.raised());
}

/* What a driver makes of the basic flash parameter table, by the rules of JESD216B. */
Test(spi_nor, sfdp_describes_the_chip)
{
	chip c;
	bytes table = c.get({0x5a, 0, 0, 16, 0}, 64);
	uint32_t word[17];

	for (size_t i = 1; i <= 16; i++)
		word[i] = table[4 * i - 4] | table[4 * i - 3] << 8 | table[4 * i - 2] << 16 |
			  (uint32_t)table[4 * i - 1] << 24;
	cr_assert_eq(word[1] & 3, 3u);			  /* no 4 KiB erase */
	cr_assert_eq(word[1] >> 17 & 3, 1u);		  /* 3 or 4 address bytes */
	cr_assert_eq(word[1] & 0x710000, 0u);		  /* one line only */
	cr_assert_eq((word[2] + 1ULL) / 8, 64u << 20);	  /* bytes */
	cr_assert_eq(1u << (word[8] & 0xff), 256u << 10); /* erase type 1 ... */
	cr_assert_eq(word[8] >> 8, 0xd8u);		  /* ... and no second */
	cr_assert_eq(1u << (word[11] >> 4 & 0xf), 512u);  /* page */
	cr_assert_eq(word[15] >> 20 & 7, 5u);
	cr_assert_eq(c.get({0x5a, 0, 0, 80, 0}, 1)[0], 0xff);
}

/* The bank register supplies bits 25:24, and with EXTADD the plain commands take four bytes. */
Test(spi_nor, bank_register)
{
	chip c(given{{"fill", "counter"}});

	c.run({0x17, 0x02});
	cr_assert_eq(c.get({0x16}, 1)[0], 0x02);
	cr_assert(c.get({0x03, 0x12, 0x34, 0x54}, 4) == bytes({0x02, 0x12, 0x34, 0x54}));
	c.run({0x17, 0x80});
	cr_assert(c.get({0x03, 0x01, 0x12, 0x34, 0x54}, 4) == bytes({0x01, 0x12, 0x34, 0x54}));
	cr_assert(c.get({0x13, 0x01, 0x12, 0x34, 0x54}, 4) == bytes({0x01, 0x12, 0x34, 0x54}));
	c.run({0xf0});
	cr_assert_eq(c.get({0x16}, 1)[0], 0);
}

Test(spi_nor, sixteen_bit_words)
{
	chip c(given{{"fill", "counter"}});

	c.nor.select(c.now += 1000000);
	cr_assert_eq(c.word(0x1300, 16), 0xffffu);
	cr_assert_eq(c.word(0x1234, 16), 0xffffu);
	cr_assert_eq(c.word(0x5400, 16), 0xff00u);
	cr_assert_eq(c.word(0, 16), 0x1234u);
	c.nor.deselect(c.now);
}

static void program(chip &c, uint32_t address, const bytes &data)
{
	bytes command = {0x12, uint8_t(address >> 24), uint8_t(address >> 16),
			 uint8_t(address >> 8), uint8_t(address)};

	command.insert(command.end(), data.begin(), data.end());
	c.run({0x06});
	cr_assert_eq(c.status() & 0x03, 0x02);
	c.run(command);
}

Test(spi_nor, program_takes_its_time)
{
	chip c(given{{"t_pp", "100 us"}});
	uint64_t began;

	program(c, 0x1000, {0xa5, 0x5a});
	began = c.now;
	cr_assert_eq(c.status(), 0x03);
	/* Busy: other commands are not answered. */
	cr_assert(c.get({0x13, 0, 0, 0x10, 0}, 2) == bytes({0xff, 0xff}));
	cr_assert_eq(c.nor.ignored_commands(), 1u);
	/* A status byte shows what is true when it begins: 1 us of CS high and 8 bits before it. */
	c.now = began + 100000000 - 1000000 - 8 * 22727 - 1;
	cr_assert_eq(c.status(), 0x03);
	cr_assert_eq(c.status(), 0x00);
	cr_assert(c.get({0x13, 0, 0, 0x10, 0}, 3) == bytes({0xa5, 0x5a, 0xff}));
	program(c, 0x1000, {0x0f});
	c.now += 100000000;
	cr_assert_eq(c.get({0x13, 0, 0, 0x10, 0}, 1)[0], 0x05);
}

/* The exact picosecond: a byte that begins when the time is over shows ready. */
Test(spi_nor, status_changes_within_one_transaction)
{
	chip c(given{{"t_pp", "100 us"}});
	uint64_t ready;

	program(c, 0, {1});
	ready = c.now + 100000000;
	c.nor.select(c.now += 1000000);
	c.word(0x05, 8);
	c.now = ready - 1;
	cr_assert_eq(c.word(0, 8), 0x03u);
	c.now = ready;
	cr_assert_eq(c.word(0, 8), 0x00u);
	c.nor.deselect(c.now);
}

Test(spi_nor, program_wraps_in_its_page)
{
	chip c;
	bytes data(514, 0x11);

	program(c, 0x3fe, {1, 2, 3, 4});
	c.now += 1000000000;
	cr_assert(c.get({0x13, 0, 0, 3, 0xfe}, 3) == bytes({1, 2, 0xff}));
	cr_assert(c.get({0x13, 0, 0, 2, 0}, 3) == bytes({3, 4, 0xff}));
	/* More than a page: the last 512 bytes count. */
	data[0] = data[1] = 0x00;
	data[512] = 0x22;
	data[513] = 0x33;
	program(c, 0x800, data);
	c.now += 1000000000;
	cr_assert(c.get({0x13, 0, 0, 8, 0}, 3) == bytes({0x22, 0x33, 0x11}));
	cr_assert(c.get({0x13, 0, 0, 9, 0xff}, 2) == bytes({0x11, 0xff}));
}

Test(spi_nor, erase_a_sector)
{
	chip c(given{{"fill", "counter"}, {"t_se", "1 ms"}});

	c.run({0x06});
	c.run({0xdc, 0x00, 0x04, 0x12, 0x34});
	cr_assert_eq(c.status(), 0x03);
	c.now += 1000000000;
	cr_assert_eq(c.status(), 0x00);
	cr_assert(c.get({0x13, 0, 3, 0xff, 0xff}, 2) == bytes({0xfc, 0xff}));
	cr_assert(c.get({0x13, 0, 7, 0xff, 0xff}, 5) == bytes({0xff, 0, 8, 0, 0}));
	c.run({0x06});
	c.run({0xc7});
	cr_assert_eq(c.status(), 0x03);
	c.now += 256 * 1000000000ULL;
	cr_assert_eq(c.get({0x13, 3, 0, 0, 1}, 1)[0], 0xff);
}

static const struct {
	const char *what;
	bytes command;
} not_executed[] = {
	{"program without WREN", {0x12, 0, 0, 0, 0, 0x00}},
	{"erase without WREN", {0xdc, 0, 0, 0, 0}},
	{"WRR without WREN", {0x01, 0x1c}},
};

Test(spi_nor, writes_need_wren)
{
	chip c;

	for (const auto &n : not_executed) {
		c.run(n.command);
		cr_assert_eq(c.status(), 0, "%s", n.what);
	}
	cr_assert_eq(c.nor.ignored_commands(), 3u);
	c.run({0x06});
	c.run({0xdc, 0, 0, 0}); /* one address byte is missing */
	cr_assert_eq(c.status(), 0x02);
	c.run({0x04});
	cr_assert_eq(c.status(), 0);
	c.run({0x06, 0x00}); /* not alone: no effect */
	cr_assert_eq(c.status(), 0);
}

Test(spi_nor, protection)
{
	chip c(given{{"fill", "counter"}, {"t_w", "1 us"}});

	c.run({0x06});
	c.run({0x01, 0x18, 0x00}); /* BP 6: the upper half */
	c.now += 1000000;
	cr_assert_eq(c.status(), 0x18);
	program(c, 0x02000000, {0});
	cr_assert_eq(c.status(), 0x5a); /* P_ERR, WEL stays */
	c.run({0x30});
	c.run({0x04});
	cr_assert_eq(c.status(), 0x18);
	c.run({0x06});
	c.run({0xdc, 0x03, 0xff, 0xff, 0xff});
	cr_assert_eq(c.status(), 0x3a); /* E_ERR */
	cr_assert_eq(c.get({0x13, 2, 0, 0, 0}, 1)[0], 0x02);
	c.run({0x30});
	c.run({0xdc, 0x01, 0xff, 0xff, 0xff}); /* below: allowed */
	cr_assert_eq(c.status(), 0x1b);
}

static const struct {
	const char *what;
	uint32_t divider;
	unsigned int mode, bits;
	bytes command;
	const char *error;
} limits[] = {
	{"READ4 at 44 MHz", 3, 0, 8, {0x13, 0}, nullptr},
	{"READ4 at 66 MHz",
	 2,
	 0,
	 8,
	 {0x13, 0},
	 "13h (READ4) at an SCK of 66000000 Hz; its maximum is 50"},
	{"READ at 132 MHz", 1, 0, 8, {0x03}, "03h (READ)"},
	{"FAST_READ4 at 132 MHz", 1, 3, 8, {0x0c, 0}, nullptr},
	{"mode 1", 3, 1, 8, {0x05}, "SPI mode 1; it knows 0 and 3"},
	{"9 bits", 3, 0, 9, {0x05}, "a word of 9 bits"},
};

Test(spi_nor, limits)
{
	for (const auto &l : limits) {
		chip c;

		c.divider = l.divider;
		c.mode = l.mode;
		c.nor.select(c.now += 1000);
		for (uint8_t b : l.command)
			c.word(b, l.bits);
		cr_assert_eq(c.faults.raised(), l.error != nullptr, "%s", l.what);
		cr_assert(strstr(c.faults.text().c_str(), l.error ? l.error : ""), "%s: %s", l.what,
			  c.faults.text().c_str());
	}
}

static const struct {
	bytes before;
	uint64_t high;
	bool fault;
} high_times[] = {
	{{0x05, 0}, 10000, false},
	{{0x05, 0}, 9999, true},
	{{0x06}, 10000, false},
	{{0x12, 0, 0, 0, 0, 0}, 50000, false},
	{{0x12, 0, 0, 0, 0, 0}, 49999, true},
};

Test(spi_nor, chip_select_high_time)
{
	for (const auto &h : high_times) {
		chip c;

		c.run({0x06});
		c.run(h.before);
		c.nor.select(c.now + h.high);
		cr_assert_eq(c.faults.raised(), h.fault, "%02x, %" PRIu64, h.before[0], h.high);
	}
}

/* Everything together: controller, GPIO chip select, flash; words as a scope would decode them. */
Test(spi_nor, through_the_controller)
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
Test(spi_nor, chip_select_lifted_at_the_end_of_a_word)
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
Test(spi_nor, chip_select_lifted_in_a_word)
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

Test(spi_nor, two_selected_at_once)
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
