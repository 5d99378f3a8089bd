// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Suspend, resume and software reset of a job. */
#include "spi_nor_alone.h"

static constexpr uint64_t LATENCY = 45 * US;
static constexpr uint32_t SECTOR = 0x40000;

/* SR1, SR2 at one time, as two transactions. */
static void expect_status(chip &c, uint8_t sr1, uint8_t sr2)
{
	cr_assert_eq(c.status(), sr1, "SR1 %02x at %" PRIu64, c.status(), c.now);
	cr_assert_eq(c.one(0x07), sr2, "SR2 %02x at %" PRIu64, c.one(0x07), c.now);
}

static void advance_to(chip &c, uint64_t at)
{
	cr_assert_geq(at, c.now);
	c.now = at;
}

static const struct {
	uint8_t job, suspend, resume, sr2;
	bytes data;
	uint64_t takes;
} kinds[] = {
	{0xdc, 0x75, 0x7a, 0x02, {}, 520 * MS},
	{0x12, 0x85, 0x8a, 0x01, {0x00}, 340 * US},
};

/* WIP falls when the latency is over; the rest of the time runs from the resume on. */
Test(spi_nor_suspend, times)
{
	for (const auto &k : kinds) {
		chip c;
		uint64_t began, stops, resumed;

		c.change(k.job, 0, k.data);
		began = c.now;
		advance_to(c, began + 100 * US);
		c.run({k.suspend});
		stops = c.now + LATENCY;
		cr_assert_eq(c.one(0x07), 0x00);
		cr_assert_eq(c.status_at(stops - 1), 0x03);
		expect_status(c, 0x02, k.sr2);
		advance_to(c, c.now + 1000 * MS);
		expect_status(c, 0x02, k.sr2);
		c.run({k.resume});
		resumed = c.now;
		expect_status(c, 0x03, 0x00);
		cr_assert_eq(c.status_at(resumed + k.takes - (stops - began) - 1), 0x03);
		expect_status(c, 0x00, 0x00);
		cr_assert_eq(c.nor.ignored_commands(), 0u);
	}
}

/* A job that ends within the latency is not suspended. */
Test(spi_nor_suspend, too_late)
{
	for (const auto &k : kinds) {
		chip c;
		uint64_t began;

		c.change(k.job, 0, k.data);
		began = c.now;
		advance_to(c, began + k.takes - LATENCY);
		c.run({k.suspend});
		cr_assert_eq(c.status_at(began + k.takes - 1), 0x03);
		expect_status(c, 0x00, 0x00);
	}
}

/* Asking again while it stops does not make it later. */
Test(spi_nor_suspend, twice)
{
	chip c;
	uint64_t stops;

	c.change(0xdc, 0);
	c.run({0x75});
	stops = c.now + LATENCY;
	c.now += 20 * US;
	c.run({0x75});
	cr_assert_eq(c.nor.ignored_commands(), 1u);
	cr_assert_eq(c.status_at(stops - 1), 0x03);
	expect_status(c, 0x02, 0x02);
}

static const struct {
	const char *what;
	uint8_t job;
	bytes command;
} ignored[] = {
	{"ERSP of a program", 0x12, {0x75}},	{"PGSP of an erase", 0xdc, {0x85}},
	{"ERSP of a chip erase", 0xc7, {0x75}}, {"ERSP of a WRR", 0x01, {0x75}},
	{"badly formed", 0xdc, {0x75, 0x00}},
};

Test(spi_nor_suspend, ignored)
{
	for (const auto &i : ignored) {
		chip c;

		c.run({0x06});
		if (i.job == 0x12)
			c.run({0x12, 0, 0, 0, 0, 0});
		else if (i.job == 0xdc)
			c.run({0xdc, 0, 0, 0, 0});
		else if (i.job == 0xc7)
			c.run({0xc7});
		else
			c.run({0x01, 0x00});
		c.run(i.command);
		cr_assert_eq(c.nor.ignored_commands(), 1u, "%s", i.what);
		c.now += LATENCY;
		expect_status(c, 0x03, 0x00);
	}
}

static chip suspended_erase()
{
	return chip(given{{"fill", "counter"}});
}

static void suspend_an_erase(chip &c)
{
	c.change(0xdc, SECTOR);
	c.run({0x75});
	c.now += LATENCY;
	expect_status(c, 0x02, 0x02);
}

Test(spi_nor_suspend, other_sectors_can_be_used)
{
	chip c = suspended_erase();

	suspend_an_erase(c);
	cr_assert(c.cells(SECTOR - 4, 4) == bytes({0, 3, 0xff, 0xfc}));
	cr_assert(c.cells(2 * SECTOR, 4) == bytes({0, 8, 0, 0}));
	c.change(0x12, 2 * SECTOR, {0xf0, 0x01});
	expect_status(c, 0x03, 0x02);
	c.now += 340 * US;
	expect_status(c, 0x00, 0x02);
	cr_assert(c.cells(2 * SECTOR, 2) == bytes({0x00, 0x00}));
	c.run({0x7a});
	c.now += 520 * MS;
	expect_status(c, 0x00, 0x00);
	cr_assert(c.cells(SECTOR, 4) == bytes(4, 0xff));
	cr_assert_eq(c.nor.ignored_commands(), 0u);
}

Test(spi_nor_suspend, reading_what_is_suspended_is_a_model_fault)
{
	chip c = suspended_erase();

	suspend_an_erase(c);
	c.cells(2 * SECTOR - 1, 1);
	c.expect_fault("flash0: opcode 13h (READ4) reads 0007FFFFh, where a suspended erase makes "
		       "the answer undefined");
	c.cells(SECTOR - 1, 2); /* runs into it */
	c.expect_fault("reads 00040000h");

	chip d;

	d.change(0x12, 0x1234, {0});
	d.run({0x85});
	d.now += LATENCY;
	cr_assert_eq(d.cells(0x11ff, 1)[0], 0xff);
	cr_assert_eq(d.cells(0x1400, 1)[0], 0xff);
	cr_assert_not(d.bare.faults.raised());
	d.cells(0x13ff, 1);
	d.expect_fault("reads 000013FFh, where a suspended program");
}

Test(spi_nor_suspend, programming_the_suspended_sector_fails)
{
	chip c = suspended_erase();

	suspend_an_erase(c);
	c.change(0x12, 2 * SECTOR - 1, {0});
	expect_status(c, 0x43, 0x02);
	c.run({0x30});
	c.run({0x7a});
	c.now += 520 * MS;
	expect_status(c, 0x00, 0x00);
	cr_assert_eq(c.cells(2 * SECTOR - 1, 1)[0], 0xff);
}

static const bytes not_now[] = {{0xdc, 0, 0, 0, 0}, {0xd8, 0, 0, 0}, {0xc7}, {0x01, 0x1c}};

Test(spi_nor_suspend, only_programs_may_begin)
{
	for (const bytes &command : not_now) {
		chip c = suspended_erase();

		suspend_an_erase(c);
		c.run({0x06});
		c.run(command);
		expect_status(c, 0x02, 0x02);
		cr_assert_eq(c.nor.ignored_commands(), 1u, "%02x", command[0]);
		cr_assert(c.cells(4, 4) == bytes({0, 0, 0, 4}));
	}
}

/* A program within the suspended erase can be suspended too; it must end before the erase. */
Test(spi_nor_suspend, nested)
{
	chip c = suspended_erase();

	suspend_an_erase(c);
	c.change(0x12, 0, {0});
	c.run({0x85});
	c.now += LATENCY;
	expect_status(c, 0x02, 0x03);
	c.run({0x7a}); /* not before the program */
	expect_status(c, 0x02, 0x03);
	c.change(0x12, 0x1000, {0}); /* no second program */
	expect_status(c, 0x02, 0x03);
	cr_assert_eq(c.nor.ignored_commands(), 2u);
	c.run({0x8a});
	expect_status(c, 0x03, 0x02);
	c.now += 340 * US;
	expect_status(c, 0x00, 0x02);
	c.run({0x7a});
	expect_status(c, 0x01, 0x00); /* WEL went with the program */
	c.now += 520 * MS;
	expect_status(c, 0x00, 0x00);
}

/* Deaf for t_reset, then idle; bank, WEL and suspensions are gone. */
Test(spi_nor_suspend, reset)
{
	chip c(given{{"fill", "counter"}, {"t_reset", "50 us"}});
	uint64_t rise;

	c.run({0x17, 0x81});
	c.run({0x06});
	c.run({0xf0});
	rise = c.now;
	advance_to(c, rise + 50 * US - HIGH - 1);
	cr_assert_eq(c.status(), 0xff);
	cr_assert_eq(c.nor.ignored_commands(), 1u);
	expect_status(c, 0x00, 0x00);
	cr_assert_eq(c.one(0x16), 0x00);

	chip d(given{{"t_reset", "50 us"}});

	d.run({0xf0});
	rise = d.now;
	advance_to(d, rise + 50 * US - HIGH);
	cr_assert_eq(d.status(), 0x00);
}

static const struct {
	const char *what;
	std::vector<bytes> commands;
	std::vector<std::pair<uint32_t, uint8_t>> cells;
} interrupted[] = {
	{"erase",
	 {{0x06}, {0xdc, 0, 4, 0, 0}},
	 {{SECTOR - 1, 0xfc}, {SECTOR, 0}, {2 * SECTOR - 1, 0}, {2 * SECTOR + 1, 8}}},
	{"program",
	 {{0x06}, {0x12, 0, 4, 0x02, 0, 0xff}},
	 {{SECTOR + 0x1ff, 0xfc}, {SECTOR + 0x201, 0}, {SECTOR + 0x3ff, 0}, {SECTOR + 0x401, 4}}},
	{"WRR", {{0x06}, {0x01, 0x1c, 0x20}}, {{SECTOR + 1, 4}}},
};

/* What is left of an unfinished job: zeros for cells, the old values for registers. */
Test(spi_nor_suspend, reset_while_busy)
{
	for (const auto &i : interrupted)
		for (bool suspend : {false, true}) {
			chip c = suspended_erase();

			for (const bytes &command : i.commands)
				c.run(command);
			if (suspend) {
				c.run({uint8_t(i.commands[1][0] == 0x12 ? 0x85 : 0x75)});
				c.now += LATENCY;
			}
			c.run({0xf0});
			c.now += MS;
			expect_status(c, 0x00, 0x00);
			cr_assert_eq(c.one(0x35), 0x00);
			for (const auto &[address, value] : i.cells)
				cr_assert_eq(c.cells(address, 1)[0], value, "%s: %x", i.what,
					     address);
			/* A job begun afterwards is not touched by the old one. */
			c.change(0xdc, SECTOR);
			c.now += 520 * MS;
			cr_assert_eq(c.cells(SECTOR, 1)[0], 0xff);
		}
}
