// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What the flash answers, bit by bit, and the limits of the bus. */
#include "spi_nor_alone.h"

static const struct {
	const char *what;
	bytes command, expected;
} reads[] = {
	{"RDID", {0x9f}, {0x01, 0x02, 0x20, 0x4d, 0x00, 0x80, 0xff}},
	{"READ_ID", {0x90, 0, 0, 0}, {0x01, 0x19, 0x01}},
	{"READ_ID, other order", {0x90, 0, 0, 1}, {0x19, 0x01, 0x19}},
	{"RES", {0xab, 0, 0, 0}, {0x19, 0x19}},
	{"RDSR1 repeats", {0x05}, {0, 0, 0}},
	{"RDSR2", {0x07}, {0, 0}},
	{"RDCR", {0x35}, {0}},
	{"BRRD", {0x16}, {0}},
	{"READ", {0x03, 0x12, 0x34, 0x56}, {0x34, 0x54, 0x00, 0x12, 0x34, 0x58}},
	{"FAST_READ", {0x0b, 0x12, 0x34, 0x54, 0xff}, {0x00, 0x12, 0x34, 0x54, 0x00}},
	{"READ4", {0x13, 0x03, 0x12, 0x34, 0x54}, {0x03, 0x12, 0x34, 0x54}},
	{"FAST_READ4", {0x0c, 0x03, 0x12, 0x34, 0x54, 0x00}, {0x03, 0x12, 0x34, 0x54}},
	{"wrap", {0x13, 0x03, 0xff, 0xff, 0xfe}, {0xff, 0xfc, 0x00, 0x00, 0x00, 0x00, 0x00}},
	{"high address bits", {0x13, 0xff, 0x12, 0x34, 0x54}, {0x03, 0x12, 0x34, 0x54}},
	{"RSFDP", {0x5a, 0, 0, 0, 0}, {'S', 'F', 'D', 'P', 6, 1, 0, 0xff, 0, 6, 1, 16, 16, 0, 0}},
};

Test(spi_nor, reads)
{
	chip c(given{{"fill", "counter"}});

	for (const auto &r : reads) {
		bytes got = c.get(r.command, r.expected.size());

		cr_assert(got == r.expected, "%s: %02x ...", r.what, got[0]);
	}
	cr_assert_eq(c.nor.ignored_commands(), 0u);
	cr_assert_not(c.bare.faults.raised());
}

/* Opcodes of other chips that drivers try: 4 and 32 KiB erase, resets, 4 byte mode, any register.
 */
static const uint8_t unknown[] = {0x20, 0x21, 0x40, 0x52, 0x5c, 0xd7, 0x66, 0x99, 0xb7,
				  0x3e, 0x3f, 0x44, 0x48, 0x61, 0x65, 0x70, 0x71, 0x98};

Test(spi_nor, unknown_opcodes_are_ignored)
{
	chip c(given{{"fill", "counter"}});
	uint64_t count = 0;

	for (uint8_t opcode : unknown) {
		c.run({0x06});
		cr_assert(c.get({opcode}, 6) == bytes(6, 0xff), "%02x", opcode);
		cr_assert_eq(c.nor.ignored_commands(), ++count, "%02x", opcode);
		cr_assert_eq(c.status(), 0x02, "%02x", opcode);
	}
	cr_assert_not(c.bare.faults.raised());
}

static const struct {
	uint8_t opcode;
	const char *error;
} missing[] = {
	{0x3b, "flash0: opcode 3Bh (DOR): it uses two data lines, and one is wired"},
	{0x3c, "3Ch (4DOR): it uses two data lines"},
	{0x6b, "6Bh (QOR): it uses four data lines"},
	{0x6c, "6Ch (4QOR): it uses four data lines"},
	{0xeb, "EBh (QIOR)"},
	{0x32, "32h (QPP): it uses four data lines"},
	{0x0e, "0Eh (4DDRFR): it uses both edges of the clock"},
	{0x4b, "4Bh (OTPR): the OTP area is not modelled"},
	{0xe4, "E4h (PPBE): advanced sector protection is not modelled"},
	{0xb9, "B9h (BRAC): it is not modelled"},
};

Test(spi_nor, missing_commands_are_model_faults)
{
	for (const auto &m : missing) {
		chip c;

		c.get({m.opcode}, 2);
		c.expect_fault(m.error);
	}
}

static std::vector<uint32_t> sfdp_words(chip &c)
{
	bytes table = c.get({0x5a, 0, 0, 16, 0}, 64);
	std::vector<uint32_t> word(17);

	for (size_t i = 1; i <= 16; i++)
		word[i] = table[4 * i - 4] | table[4 * i - 3] << 8 | table[4 * i - 2] << 16 |
			  (uint32_t)table[4 * i - 1] << 24;
	return word;
}

/* What a driver makes of the basic flash parameter table, by the rules of JESD216B. */
Test(spi_nor, sfdp_describes_the_chip)
{
	chip c;
	std::vector<uint32_t> word = sfdp_words(c);

	cr_assert_eq(word[1] & 3, 3u);			  /* no 4 KiB erase */
	cr_assert_eq(word[1] >> 17 & 3, 1u);		  /* 3 or 4 address bytes */
	cr_assert_eq(word[1] & 0x710000, 0u);		  /* one line only */
	cr_assert_eq((word[2] + 1ULL) / 8, 64u << 20);	  /* bytes */
	cr_assert_eq(1u << (word[8] & 0xff), 256u << 10); /* erase type 1 ... */
	cr_assert_eq(word[8] >> 8, 0xd8u);		  /* ... and no second */
	cr_assert_eq(1u << (word[11] >> 4 & 0xf), 512u);  /* page */
	cr_assert_eq(word[13], 0x757a858au);		  /* suspend and resume */
	cr_assert_eq(word[15] >> 20 & 7, 5u);
	cr_assert_eq(word[16] & 1 << 12, 0u); /* no 66h/99h */
	cr_assert_eq(c.get({0x5a, 0, 0, 80, 0}, 1)[0], 0xff);
}

/* Times, rounded up: 5 x 128 ms, 26 x 4 s, 6 x 64 us, 6 x 8 us; twice, six times: the longest. */
Test(spi_nor, sfdp_times)
{
	chip c;
	std::vector<uint32_t> word = sfdp_words(c);

	cr_assert_eq(word[10], 2u << 9 | 4u << 4 | 2, "%08x", word[10]);
	cr_assert_eq(word[11] >> 24, 0x80u | 2 << 5 | 25, "%08x", word[11]);
	cr_assert_eq(word[11] >> 8 & 0x3f, 1u << 5 | 5, "%08x", word[11]);
	cr_assert_eq(word[11] & 0xf, 0u, "%08x", word[11]);
	cr_assert_eq(word[12], 0x4508a1a8u, "%08x", word[12]);
}

Test(spi_nor, early_chips_have_no_sfdp)
{
	chip c(given{{"sfdp", "absent"}});

	cr_assert(c.get({0x5a, 0, 0, 0, 0}, 4) == bytes(4, 0xff));
	cr_assert_eq(c.nor.ignored_commands(), 1u);
}

static const struct {
	size_t offset;
	bytes expected;
} cfi[] = {
	{0x06, bytes(10, 0xff)},
	{0x10, {'Q', 'R', 'Y', 2, 0, 0, 0, 0, 0, 0, 0}},
	{0x1f, {9, 9, 10, 17, 1, 1, 2, 2}}, /* 512 us, 1024 ms, 131 s; times 2, 2, 4, 4 */
	{0x27, {26, 0x02, 0x01, 9, 0}},	    /* 64 MiB, pages of 512 */
	{0x2c, {1, 0xff, 0, 0, 4}},	    /* 256 sectors of 1024 x 256 bytes */
	{0x31, {0xff, 0xff}},
};

Test(spi_nor, id_goes_on_with_cfi)
{
	chip c;
	bytes table = c.get({0x9f}, 0x40);

	for (const auto &f : cfi)
		for (size_t i = 0; i < f.expected.size(); i++)
			cr_assert_eq(table[f.offset + i], f.expected[i], "at %zx: %02x",
				     f.offset + i, table[f.offset + i]);
}

/* The bank register supplies bits 25:24, and with EXTADD the plain commands take four bytes. */
Test(spi_nor, bank_register)
{
	chip c(given{{"fill", "counter"}, {"t_reset", "1 us"}});

	c.run({0x17, 0x02});
	cr_assert_eq(c.one(0x16), 0x02);
	cr_assert(c.get({0x03, 0x12, 0x34, 0x54}, 4) == bytes({0x02, 0x12, 0x34, 0x54}));
	cr_assert(c.cells(0x00123454, 4) == bytes({0x00, 0x12, 0x34, 0x54}));
	c.run({0x17, 0x80});
	cr_assert(c.get({0x03, 0x01, 0x12, 0x34, 0x54}, 4) == bytes({0x01, 0x12, 0x34, 0x54}));
	cr_assert(c.get({0x0b, 0x01, 0x12, 0x34, 0x54, 0}, 4) == bytes({0x01, 0x12, 0x34, 0x54}));
	c.run({0x17, 0x7f}); /* no other bits */
	cr_assert_eq(c.one(0x16), 0x03);
	c.run({0x17, 0x00, 0x00}); /* two bytes: not executed */
	cr_assert_eq(c.one(0x16), 0x03);
	c.run({0xf0});
	cr_assert_eq(c.one(0x16), 0);
}

Test(spi_nor, sixteen_bit_words)
{
	chip c(given{{"fill", "counter"}});

	c.nor.select(c.now += HIGH);
	cr_assert_eq(c.word(0x1300, 16), 0xffffu);
	cr_assert_eq(c.word(0x1234, 16), 0xffffu);
	cr_assert_eq(c.word(0x5400, 16), 0xff00u);
	cr_assert_eq(c.word(0, 16), 0x1234u);
	c.nor.deselect(c.now);
}

/* 13h 03123454h in ten bits each; the 40 header bits end with a word, the data bits do not. */
Test(spi_nor, words_that_are_not_bytes)
{
	static const struct {
		uint32_t mosi, bits, miso;
	} words[] = {
		{0x04c, 10, 0x3ff}, {0x031, 10, 0x3ff}, {0x08d, 10, 0x3ff}, {0x054, 10, 0x3ff},
		{0x000, 12, 0x031}, {0x000, 9, 0x046},	{0x000, 11, 0x454},
	};
	chip c(given{{"fill", "counter"}});

	c.nor.select(c.now += HIGH);
	for (const auto &w : words)
		cr_assert_eq(c.word(w.mosi, w.bits), w.miso, "of %x", w.mosi);
	c.nor.deselect(c.now);
	cr_assert_not(c.bare.faults.raised());
}

static const struct {
	const char *what;
	uint32_t divider;
	unsigned int mode;
	bytes command;
	const char *error;
} limits[] = {
	{"READ4 at 44 MHz", 3, 0, {0x13, 0}, nullptr},
	{"READ4", 2, 0, {0x13, 0}, "13h (READ4) at an SCK of 66000000 Hz; its maximum is 50 MHz"},
	{"READ at 132 MHz", 1, 0, {0x03}, "03h (READ) at an SCK of 132000000 Hz"},
	{"RES at 66 MHz", 2, 0, {0xab}, "ABh (RES)"},
	{"FAST_READ4 at 132 MHz", 1, 3, {0x0c, 0}, nullptr},
	{"PP4 at 132 MHz", 1, 3, {0x12, 0}, nullptr},
	{"mode 1", 3, 1, {0x05}, "SPI mode 1; it knows 0 and 3"},
	{"mode 2", 3, 2, {0x05}, "SPI mode 2; it knows 0 and 3"},
};

Test(spi_nor, limits)
{
	for (const auto &l : limits) {
		chip c;

		c.divider = l.divider;
		c.mode = l.mode;
		c.run(l.command);
		if (l.error)
			c.expect_fault(l.error);
		cr_assert_not(c.bare.faults.raised(), "%s", l.what);
	}
}

/* Clock and mode are checked at every word, also when cells stream, in words of any length. */
static const struct {
	unsigned int bits;
	uint32_t divider;
	unsigned int mode;
	const char *error;
} changes[] = {
	{8, 2, 0, "opcode 13h (READ4) at an SCK of 66000000 Hz"},
	{16, 2, 0, "opcode 13h (READ4) at an SCK of 66000000 Hz"},
	{12, 2, 0, "opcode 13h (READ4) at an SCK of 66000000 Hz"},
	{8, 3, 1, "SPI mode 1"},
	{12, 3, 2, "SPI mode 2"},
};

Test(spi_nor, limits_within_a_read)
{
	for (const auto &x : changes) {
		chip c;

		c.nor.select(c.now += HIGH);
		for (uint8_t b : bytes{0x13, 0, 0, 0, 0, 0})
			c.word(b, 8);
		cr_assert_not(c.bare.faults.raised());
		c.divider = x.divider;
		c.mode = x.mode;
		c.word(0, x.bits);
		c.expect_fault(x.error);
	}
}

static const struct {
	bytes before;
	uint64_t high;
	const char *error;
} high_times[] = {
	{{0x05, 0}, 10000, nullptr},
	{{0x05, 0},
	 9999,
	 "high for 9999 ps after opcode 05h (RDSR1), from 2545448 ps; it needs 10000"},
	{{0x06}, 10000, nullptr},
	{{0x66}, 9999, "opcode 66h (unknown)"},
	{{0x12, 0, 0, 0, 0, 0}, 50000, nullptr},
	{{0x12, 0, 0, 0, 0, 0}, 49999, "high for 49999 ps after opcode 12h (PP4)"},
	{{0xdc, 0, 0, 0, 0}, 49999, "opcode DCh (SE4)"},
	{{0xdc, 0, 0, 0}, 10000, nullptr}, /* not executed */
	{{0x01, 0}, 49999, "opcode 01h (WRR)"},
};

Test(spi_nor, chip_select_high_time)
{
	for (const auto &h : high_times) {
		chip c;

		c.run({0x06});
		c.run(h.before);
		c.nor.select(c.now + h.high);
		if (h.error)
			c.expect_fault(h.error);
		cr_assert_not(c.bare.faults.raised(), "%02x, %" PRIu64, h.before[0], h.high);
	}
}
