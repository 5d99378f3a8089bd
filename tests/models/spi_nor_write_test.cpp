// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Programming and erasing: what, when, and only if the command had its form. */
#include "spi_nor_alone.h"

#include "device/flash_fill.h"

static const struct {
	const char *what;
	bytes command;
	uint64_t takes;
} jobs[] = {
	{"PP", {0x02, 0, 0, 0, 1}, 340 * US},
	{"PP4", {0x12, 0, 0, 0, 0, 1}, 340 * US},
	{"PP4 of a page", bytes(517, 0x12), 340 * US},
	{"SE", {0xd8, 0, 0, 0}, 520 * MS},
	{"SE4", {0xdc, 0, 0, 0, 0}, 520 * MS},
	{"BE 60h", {0x60}, 103000 * MS},
	{"BE C7h", {0xc7}, 103000 * MS},
	{"WRR", {0x01, 0}, 140 * MS},
	{"WRR with CR", {0x01, 0, 0}, 140 * MS},
};

/* The exact picosecond: a status byte that begins when the time is over shows ready. */
Test(spi_nor_write, wip_falls_when_the_time_is_over)
{
	for (const auto &j : jobs) {
		chip c;
		uint64_t ready;

		c.run({0x06});
		cr_assert_eq(c.status(), 0x02, "%s", j.what);
		c.run(j.command);
		ready = c.now + j.takes;
		cr_assert_eq(c.status(), 0x03, "%s", j.what);
		cr_assert_eq(c.status_at(ready - 1), 0x03, "%s", j.what);

		chip d;

		d.run({0x06});
		d.run(j.command);
		cr_assert_eq(d.status_at(d.now + j.takes), 0x00, "%s", j.what);
	}
}

static const struct {
	const char *option;
	bytes command;
} options[] = {
	{"t_pp", {0x12, 0, 0, 0, 0, 1}},
	{"t_se", {0xdc, 0, 0, 0, 0}},
	{"t_be", {0xc7}},
	{"t_w", {0x01, 0}},
};

Test(spi_nor_write, times_are_options)
{
	for (const auto &o : options) {
		chip c(given{{o.option, "100.000001 us"}});
		uint64_t ready;

		c.run({0x06});
		c.run(o.command);
		ready = c.now + 100 * US + 1;
		c.nor.select(c.now += HIGH);
		c.word(0x05, 8);
		c.now = ready - 1;
		cr_assert_eq(c.word(0, 8), 0x03u, "%s", o.option);
		c.now = ready;
		cr_assert_eq(c.word(0, 8), 0x00u, "%s", o.option);
		c.nor.deselect(c.now);
	}
}

/* Bits of a word that belong to a status byte which begins when WIP falls, or 1 ps earlier. */
static const struct {
	unsigned int bits, begins;
	uint32_t earlier, then;
} words[] = {
	{16, 8, 0x0303, 0x0300},
	{15, 8, 0x0181, 0x0180}, /* a bit of the second is missing */
	{9, 8, 0x006, 0x006},	 /* seven are */
};

Test(spi_nor_write, wip_falls_within_a_word)
{
	for (const auto &w : words)
		for (uint64_t late : {0, 1}) {
			chip c;

			c.change(0x12, 0, {1});
			c.nor.select(c.now += HIGH);
			c.word(0x05, 8);
			/* 340 us after the rise, which was before HIGH and the opcode byte. */
			c.now += 340 * US - HIGH - BYTE - w.begins * 22727 - 1 + late;
			cr_assert_eq(c.word(0, w.bits), late ? w.then : w.earlier, "%u bits",
				     w.bits);
			c.nor.deselect(c.now);
		}
}

/* The longest time that an option takes does not wrap around. */
Test(spi_nor_write, a_time_without_end)
{
	chip c(given{{"t_se", "18446744073709551615 ps"}, {"t_suspend", "18446744 s"}});

	c.change(0xdc, 0);
	c.run({0x75});
	c.now += 1000000 * MS;
	cr_assert_eq(c.status(), 0x03);
}

/* The clock runs on after the last byte: the job begins when chip select rises, not before. */
Test(spi_nor_write, begins_when_chip_select_rises)
{
	chip c(given{{"t_pp", "100 us"}});
	uint64_t rise;

	c.run({0x06});
	c.nor.select(c.now += HIGH);
	for (uint8_t b : bytes{0x12, 0, 0, 0, 0, 1})
		c.word(b, 8);
	rise = c.now += 50 * US;
	c.nor.deselect(rise);
	cr_assert_eq(c.status_at(rise + 100 * US - 1), 0x03);
	cr_assert_eq(c.status(), 0x00);
}

static const struct {
	uint8_t opcode;
	bool taken;
} while_busy[] = {
	{0x05, true},  {0x07, true},  {0x35, true},  {0x30, true},  {0x85, true},  {0x03, false},
	{0x0b, false}, {0x13, false}, {0x0c, false}, {0x9f, false}, {0x5a, false}, {0x90, false},
	{0xab, false}, {0x16, false}, {0x17, false}, {0x06, false}, {0x04, false}, {0x01, false},
	{0x02, false}, {0x12, false}, {0xd8, false}, {0xdc, false}, {0x60, false}, {0xc7, false},
	{0x8a, false}, {0x7a, false}, {0x6b, false}, {0x4b, false}, {0xff, false},
};

Test(spi_nor_write, most_commands_are_ignored_while_busy)
{
	for (const auto &w : while_busy) {
		chip c(given{{"t_suspend", "1 ms"}});

		c.change(0x12, 0x1000, {0});
		c.run({w.opcode});
		cr_assert_eq(c.nor.ignored_commands(), w.taken ? 0u : 1u, "%02x", w.opcode);
		cr_assert_eq(c.status(), 0x03, "%02x", w.opcode);
		cr_assert_not(c.bare.faults.raised(), "%02x", w.opcode);
	}
}

Test(spi_nor_write, busy_chip_does_not_drive_miso)
{
	chip c(given{{"t_pp", "100 us"}});
	uint64_t began;

	c.change(0x12, 0x1000, {0xa5, 0x5a});
	began = c.now;
	cr_assert(c.cells(0x1000, 2) == bytes({0xff, 0xff}));
	c.now = began + 100 * US;
	cr_assert(c.cells(0x1000, 3) == bytes({0xa5, 0x5a, 0xff}));
}

Test(spi_nor_write, program_clears_bits_only)
{
	chip c;

	for (uint8_t value : {0xa5, 0x0f, 0xff}) {
		c.change(0x12, 0x1000, {value});
		c.now += MS;
	}
	cr_assert(c.cells(0xfff, 3) == bytes({0xff, 0x05, 0xff}));
}

Test(spi_nor_write, program_wraps_in_its_page)
{
	chip c;
	bytes data(514, 0x11);

	c.change(0x12, 0x3fe, {1, 2, 3, 4});
	c.now += MS;
	cr_assert(c.cells(0x3fe, 3) == bytes({1, 2, 0xff}));
	cr_assert(c.cells(0x200, 3) == bytes({3, 4, 0xff}));
	/* More than a page: the last 512 bytes count. */
	data[0] = data[1] = 0x00;
	data[512] = 0x22;
	data[513] = 0x33;
	c.change(0x12, 0x800, data);
	c.now += MS;
	cr_assert(c.cells(0x800, 3) == bytes({0x22, 0x33, 0x11}));
	cr_assert(c.cells(0x9ff, 2) == bytes({0x11, 0xff}));
}

/* Three address bytes reach the bank that the register selects. */
Test(spi_nor_write, banks)
{
	chip c(given{{"t_se", "1 ms"}});

	c.run({0x17, 0x01});
	c.run({0x06});
	c.run({0x02, 0x02, 0x00, 0x00, 0x77});
	c.now += MS;
	cr_assert_eq(c.cells(0x01020000, 1)[0], 0x77);
	cr_assert_eq(c.cells(0x00020000, 1)[0], 0xff);
	c.run({0x06});
	c.run({0xd8, 0x00, 0x00, 0x00});
	c.now += MS;
	cr_assert_eq(c.cells(0x01020000, 1)[0], 0xff);
}

Test(spi_nor_write, erase_a_sector)
{
	chip c(given{{"fill", "counter"}, {"t_se", "1 ms"}});

	c.change(0xdc, 0x00041234);
	c.now += MS;
	cr_assert_eq(c.status(), 0x00);
	cr_assert(c.cells(0x3ffff, 2) == bytes({0xfc, 0xff}));
	cr_assert(c.cells(0x7ffff, 5) == bytes({0xff, 0, 8, 0, 0}));
}

Test(spi_nor_write, erase_the_chip)
{
	chip c(given{{"fill", "prng"}, {"t_be", "1 ms"}});

	c.run({0x06});
	c.run({0xc7});
	c.now += MS;
	cr_assert_eq(c.status(), 0x00);
	for (uint32_t address : {0u, 0x01234567u, 0x03fffffcu})
		cr_assert(c.cells(address, 4) == bytes(4, 0xff));
}

/* WREN first unless `wren` is 0; then nothing may have happened, and WEL is as it was. */
static const struct {
	const char *what;
	bytes command;
	bool wren;
} not_executed[] = {
	{"program without WREN", {0x12, 0, 0, 0, 0, 0x00}, false},
	{"erase without WREN", {0xdc, 0, 0, 0, 0}, false},
	{"chip erase without WREN", {0xc7}, false},
	{"WRR without WREN", {0x01, 0x1c}, false},
	{"program without data", {0x12, 0, 0, 0, 0}, true},
	{"program without address", {0x12}, true},
	{"erase with three of four address bytes", {0xdc, 0, 0, 0}, true},
	{"erase with a byte too many", {0xdc, 0, 0, 0, 0, 0}, true},
	{"chip erase with a byte too many", {0xc7, 0}, true},
	{"WRR without data", {0x01}, true},
	{"WRR of three bytes", {0x01, 0, 0, 0}, true},
	{"WREN with a byte too many", {0x06, 0x00}, false},
	{"WRDI with a byte too many", {0x04, 0x00}, true},
	{"resume with nothing suspended", {0x7a}, true},
	{"resume with nothing suspended", {0x8a}, true},
	{"suspend with nothing running", {0x75}, true},
	{"suspend with nothing running", {0x85}, true},
};

Test(spi_nor_write, form_decides)
{
	for (const auto &n : not_executed) {
		chip c(given{{"fill", "counter"}});

		if (n.wren)
			c.run({0x06});
		c.run(n.command);
		cr_assert_eq(c.status(), n.wren ? 0x02 : 0x00, "%s", n.what);
		cr_assert_eq(c.nor.ignored_commands(), 1u, "%s", n.what);
		cr_assert(c.cells(4, 4) == bytes({0, 0, 0, 4}), "%s", n.what);
	}
}

/* Chip select rises within a byte: 9 clocks are no WREN, 7 not even an opcode. */
static const struct {
	const char *what;
	std::vector<unsigned int> bits; /* of words that are all 06h at their left */
	uint8_t status;
} clocks[] = {
	{"8 clocks", {8}, 0x02},   {"9 clocks", {9}, 0x00},
	{"7 clocks", {7}, 0x00},   {"15 clocks", {15}, 0x00},
	{"16 clocks", {16}, 0x00}, {"3 and 5 clocks", {3, 5}, 0x02},
	{"none", {}, 0x00},	   {"7 and 2 clocks", {7, 2}, 0x00},
};

Test(spi_nor_write, byte_boundaries)
{
	for (const auto &k : clocks) {
		chip c;
		uint32_t shifted = 0x0600, left = 16;

		c.nor.select(c.now += HIGH);
		for (unsigned int bits : k.bits) {
			c.word(shifted >> (left - bits) & ((1u << bits) - 1), bits);
			left -= bits;
		}
		c.nor.deselect(c.now);
		cr_assert_eq(c.status(), k.status, "%s", k.what);
	}
}

/* A page program cut within its last byte writes nothing at all. */
Test(spi_nor_write, program_cut_within_a_byte)
{
	chip c;

	c.run({0x06});
	c.nor.select(c.now += HIGH);
	for (uint8_t b : bytes{0x12, 0, 0, 0, 0, 0x00})
		c.word(b, 8);
	c.word(0, 4);
	c.nor.deselect(c.now);
	cr_assert_eq(c.status(), 0x02);
	cr_assert_eq(c.cells(0, 1)[0], 0xff);
}
