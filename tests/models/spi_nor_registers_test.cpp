// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Status and configuration register: what can be written, and what it protects. */
#include "spi_nor_alone.h"

#include "core/options.h"

static void write_registers(chip &c, const bytes &values)
{
	bytes command = {0x01};

	command.insert(command.end(), values.begin(), values.end());
	c.run({0x06});
	c.run(command);
	c.now += 140 * MS;
}

/* A sequence of WRR, and what RDSR1 and RDCR say after it. */
static const struct {
	const char *what;
	std::vector<bytes> writes;
	uint8_t sr1, cr1;
} writes[] = {
	{"SRWD and BP, nothing else", {{0xff}}, 0x9c, 0x00},
	{"one byte leaves CR1", {{0x00, 0x42}, {0x04}}, 0x04, 0x42},
	{"LC and QUAD come and go", {{0x00, 0xc2}, {0x00, 0x40}}, 0x00, 0x40},
	{"reserved bits", {{0x63, 0x14}}, 0x00, 0x00},
	{"TBPROT is once and for all", {{0x00, 0x20}, {0x00, 0x00}}, 0x00, 0x20},
	{"BPNV is once and for all", {{0x00, 0x08}, {0x00, 0x00}}, 0x00, 0x08},
	{"FREEZE keeps BP, TBPROT, BPNV", {{0x08, 0x01}, {0x94, 0x6a}}, 0x88, 0x43},
	{"FREEZE stays", {{0x00, 0x01}, {0x00, 0x00}}, 0x00, 0x01},
	{"BP written with FREEZE", {{0x1c, 0x21}}, 0x1c, 0x21},
};

Test(spi_nor_registers, writing)
{
	for (const auto &w : writes) {
		chip c;

		for (const bytes &values : w.writes)
			write_registers(c, values);
		cr_assert_eq(c.status(), w.sr1, "%s: %02x", w.what, c.status());
		cr_assert_eq(c.one(0x35), w.cr1, "%s: %02x", w.what, c.one(0x35));
	}
}

/* New values show when WIP falls, not before. */
Test(spi_nor_registers, values_change_at_the_end)
{
	chip c(given{{"t_w", "1 ms"}});
	uint64_t rise;

	c.run({0x06});
	c.run({0x01, 0x04, 0x02});
	rise = c.now;
	cr_assert_eq(c.one(0x35), 0x00);
	cr_assert_eq(c.status_at(rise + MS - 1), 0x03);
	cr_assert_eq(c.status(), 0x04);
	cr_assert_eq(c.one(0x35), 0x02);
}

static const struct {
	const char *sr1, *cr1;
	uint8_t status, configuration; /* at power-up ... */
	uint8_t frozen;		       /* ... and BP after 00h 01h was written, and a reset */
} power_ups[] = {
	{"0x9c", "0xe2", 0x9c, 0xe2, 0x00},
	{"0", "0x08", 0x1c, 0x08, 0x00},
	{"0x88", "8", 0x9c, 0x08, 0x00},
};

/* Software reset as well as power-up sets volatile BP bits, unless they are frozen. */
Test(spi_nor_registers, power_up)
{
	for (const auto &p : power_ups) {
		chip c(given{{"sr1", p.sr1}, {"cr1", p.cr1}});

		cr_assert_eq(c.status(), p.status);
		cr_assert_eq(c.one(0x35), p.configuration);
		write_registers(c, {0x00});
		cr_assert_eq(c.status(), 0x00);
		c.run({0xf0});
		c.now += MS;
		cr_assert_eq(c.status(), p.configuration & 0x08 ? 0x1c : 0x00);
		write_registers(c, {0x00, 0x01});
		c.run({0xf0});
		c.now += MS;
		cr_assert_eq(c.status(), p.frozen);
		cr_assert_eq(c.one(0x35) & 0x01, 0x01);
	}
}

static const struct {
	given options;
	const char *error;
} bad[] = {
	{{{"sr1", "0x40"}}, "flash0: option 'sr1': only bits of 0x9c are kept without power"},
	{{{"cr1", "1"}}, "flash0: option 'cr1': only bits of 0xea are kept without power"},
	{{{"sr1", "256"}}, "'256' is more than 255"},
	{{{"wp", "up"}}, "'up' is not one of high|low"},
	{{{"save", "/nonexistent/x"}},
	 "cannot save to '/nonexistent/x': No such file or directory"},
	{{{"save", "/dev/null"}}, "cannot save to '/dev/null': not a regular file"},
};

Test(spi_nor_registers, bad_options)
{
	for (const auto &b : bad) {
		std::string line;

		try {
			chip c(b.options);
		} catch (const tw::bad_input &e) {
			line = e.what();
		}
		cr_assert(strstr(line.c_str(), b.error), "%s: '%s'", b.error, line.c_str());
	}
}

/* BP n protects 1 MiB << (n - 1) from the top, or from the bottom with TBPROT; 7: all. */
static const struct {
	const char *sr1, *cr1;
	uint32_t last_free, first_protected;
} ranges[] = {
	{"0x04", "0", 0x03efffff, 0x03f00000},	  {"0x08", "0", 0x03dfffff, 0x03e00000},
	{"0x0c", "0", 0x03bfffff, 0x03c00000},	  {"0x10", "0", 0x037fffff, 0x03800000},
	{"0x14", "0", 0x02ffffff, 0x03000000},	  {"0x18", "0", 0x01ffffff, 0x02000000},
	{"0x04", "0x20", 0x00100000, 0x000fffff}, {"0x08", "0x20", 0x00200000, 0x001fffff},
	{"0x0c", "0x20", 0x00400000, 0x003fffff}, {"0x10", "0x20", 0x00800000, 0x007fffff},
	{"0x14", "0x20", 0x01000000, 0x00ffffff}, {"0x18", "0x20", 0x02000000, 0x01ffffff},
};

Test(spi_nor_registers, protected_ranges)
{
	for (const auto &r : ranges) {
		chip c(given{{"sr1", r.sr1}, {"cr1", r.cr1}, {"fill", "counter"}});
		uint8_t bp = c.status();

		c.change(0xdc, r.last_free);
		cr_assert_eq(c.status(), bp | 0x03, "%s %s", r.sr1, r.cr1);
		c.now += 520 * MS;
		cr_assert_eq(c.status(), bp);
		c.change(0x12, r.last_free, {0});
		c.now += MS;
		cr_assert_eq(c.cells(r.last_free, 1)[0], 0x00);
		c.change(0xdc, r.first_protected);
		cr_assert_eq(c.status(), bp | 0x23, "%s %s", r.sr1, r.cr1);
		c.run({0x30});
		c.change(0x12, r.first_protected, {0});
		cr_assert_eq(c.status(), bp | 0x43, "%s %s", r.sr1, r.cr1);
		c.run({0x30});
		cr_assert_eq(c.cells(r.first_protected & ~3u, 1)[0], r.first_protected >> 24);
	}
}

Test(spi_nor_registers, all_protected)
{
	for (const char *cr1 : {"0", "0x20"})
		for (uint32_t address : {0u, 0x02000000u, 0x03ffffffu}) {
			chip c(given{{"sr1", "0x1c"}, {"cr1", cr1}});

			c.change(0x12, address, {0});
			cr_assert_eq(c.status(), 0x5f);
		}
}

/* The chip stays busy with an error until CLSR, which leaves WEL. */
Test(spi_nor_registers, errors)
{
	chip c(given{{"sr1", "0x1c"}});

	c.change(0x12, 0, {0});
	cr_assert_eq(c.status(), 0x5f);
	c.now += 1000 * MS;
	cr_assert_eq(c.status(), 0x5f);
	c.run({0x04}); /* ignored */
	cr_assert_eq(c.one(0x9f), 0xff);
	cr_assert_eq(c.nor.ignored_commands(), 2u);
	c.run({0x30, 0x00}); /* badly formed */
	cr_assert_eq(c.status(), 0x5f);
	c.run({0x30});
	cr_assert_eq(c.status(), 0x1e);
	cr_assert_eq(c.one(0x9f), 0x01);
	c.run({0x04});
	cr_assert_eq(c.status(), 0x1c);
	c.change(0xd8, 0);
	cr_assert_eq(c.status(), 0x1e); /* a byte too many: no error, not executed */
	c.change(0xdc, 0);
	cr_assert_eq(c.status(), 0x3f);
	c.run({0xf0});
	c.now += MS;
	cr_assert_eq(c.status(), 0x1c);
}

/* Without an error, or while busy, CLSR changes nothing. */
Test(spi_nor_registers, clearing_no_error)
{
	chip c(given{{"t_pp", "100 us"}});
	uint64_t rise;

	c.change(0x12, 0, {0});
	rise = c.now;
	c.run({0x30});
	cr_assert_eq(c.status_at(rise + 100 * US - 1), 0x03);
	cr_assert_eq(c.status(), 0x00);
}

/* Chip erase with anything protected is ignored: no error, WEL stays, nothing is erased. */
Test(spi_nor_registers, chip_erase_with_protection)
{
	chip c(given{{"sr1", "0x04"}, {"fill", "counter"}});

	c.run({0x06});
	c.run({0xc7});
	cr_assert_eq(c.status(), 0x06);
	cr_assert_eq(c.nor.ignored_commands(), 1u);
	cr_assert(c.cells(0, 4) == bytes({0, 0, 0, 0}));
}

static const struct {
	const char *wp, *sr1, *cr1;
	bool refused;
} write_protect[] = {
	{"high", "0x80", "0", false},
	{"low", "0x80", "0", true},
	{"low", "0", "0", false},
	{"low", "0x80", "0x02", false}, /* QUAD: the pin is IO2 */
};

Test(spi_nor_registers, wp_pin)
{
	for (const auto &w : write_protect) {
		chip c(given{{"wp", w.wp}, {"sr1", w.sr1}, {"cr1", w.cr1}});
		uint8_t before = c.status();

		c.run({0x06});
		c.run({0x01, 0x04});
		cr_assert_eq(c.status(), before | (w.refused ? 0x02 : 0x03));
		c.now += 140 * MS;
		cr_assert_eq(c.status(), w.refused ? before | 0x02 : 0x04);
	}
}

/* Latency code 3: fast reads without a dummy byte, but not faster than 50 MHz. */
Test(spi_nor_registers, latency_code)
{
	chip c(given{{"fill", "counter"}});

	write_registers(c, {0x00, 0x80});
	cr_assert(c.get({0x0c, 0, 0, 1, 0, 0}, 4) == bytes({0, 0, 1, 0}));
	write_registers(c, {0x00, 0xc0});
	cr_assert(c.get({0x0c, 0, 0, 1, 0}, 4) == bytes({0, 0, 1, 0}));
	cr_assert(c.get({0x0b, 0, 1, 0}, 4) == bytes({0, 0, 1, 0}));
	cr_assert(c.get({0x5a, 0, 0, 0, 0}, 1) == bytes({'S'})); /* has its own */
	c.divider = 2;
	c.run({0x0c});
	c.expect_fault("0Ch (FAST_READ4) at an SCK of 66000000 Hz; its maximum is 50 MHz");
}
