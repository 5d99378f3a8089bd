// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Random command sequences against a reference that knows nothing of the model: an array in which
 * programs AND, erases fill with ones, and three rules for WIP, WEL and errors. Each seed is one
 * sequence; all commands go to three sectors, one of them protected.
 */
#include "spi_nor_alone.h"

#include <map>

static constexpr uint32_t SECTOR = 0x40000;
static constexpr uint64_t T_PP = 10 * US, T_SE = 30 * US, T_W = 20 * US;

/* xorshift64*; the upper bits. */
class dice
{
      public:
	explicit dice(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ULL | 1) {}

	uint32_t below(uint32_t n)
	{
		state ^= state >> 12;
		state ^= state << 25;
		state ^= state >> 27;
		return static_cast<uint32_t>((state * 0x2545f4914f6cdd1dULL >> 33) % n);
	}

      private:
	uint64_t state;
};

/* What software may rely on. Addresses are absolute; cells that are not in `cells` are erased. */
struct reference {
	std::map<uint32_t, uint8_t> cells;
	bool wel = false;
	uint8_t error = 0;
	uint64_t ready = 0;
	uint64_t ignored = 0;

	bool wip(uint64_t now)
	{
		if (ready && now >= ready) {
			ready = 0;
			wel = false;
		}
		return ready || error;
	}

	uint8_t status(uint64_t now)
	{
		bool w = wip(now);

		return static_cast<uint8_t>(0x04 | w | wel << 1 | error);
	}

	static bool is_protected(uint32_t address)
	{
		return address >= 0x03f00000;
	}

	uint8_t cell(uint32_t address) const
	{
		auto at = cells.find(address);

		return at == cells.end() ? 0xff : at->second;
	}

	void program(uint32_t address, const bytes &data)
	{
		bytes page(512, 0xff);

		for (size_t i = 0; i < data.size(); i++)
			page[(address + i) % 512] = data[i];
		for (uint32_t i = 0; i < 512; i++)
			if (page[i] != 0xff)
				cells[(address & ~511u) + i] =
					cell((address & ~511u) + i) & page[i];
	}

	void erase(uint32_t address)
	{
		uint32_t first = address / SECTOR * SECTOR;

		cells.erase(cells.lower_bound(first), cells.lower_bound(first + SECTOR));
	}
};

class sequence
{
      public:
	explicit sequence(uint64_t seed)
	    : random(seed),
	      flash(given{{"t_pp", "10 us"}, {"t_se", "30 us"}, {"t_w", "20 us"}, {"sr1", "0x04"}})
	{
	}

	void step()
	{
		flash.now += random.below(8) ? random.below(2) * US : random.below(40) * US;
		switch (random.below(12)) {
		case 0:
		case 1:
		case 2:
			return control(0x06);
		case 3:
			return control(random.below(2) ? 0x04 : 0x30);
		case 4:
		case 5:
			return program();
		case 6:
			return erase();
		case 7:
			return rewrite_registers();
		case 8:
			return cut_short();
		default:
			return read();
		}
	}

	void check_status()
	{
		uint8_t got = flash.status();

		cr_assert_eq(got, model.status(flash.now - BYTE), "%s: %02x", last, got);
		cr_assert_eq(flash.nor.ignored_commands(), model.ignored, "%s: %" PRIu64, last,
			     flash.nor.ignored_commands());
		cr_assert_not(flash.bare.faults.raised(), "%s", flash.bare.faults.text().c_str());
	}

      private:
	/* Two pages at the border of two sectors, and one in the protected part. */
	uint32_t somewhere()
	{
		static const uint32_t bases[] = {SECTOR - 512, SECTOR, 0x03f00000 - 512,
						 0x03f00000};

		return bases[random.below(4)] + random.below(512);
	}

	/* When the opcode of the next transaction begins: is it taken? */
	bool taken()
	{
		if (!model.wip(flash.now + HIGH))
			return true;
		model.ignored++;
		return false;
	}

	void control(uint8_t opcode)
	{
		last = "control";
		if (opcode == 0x30)
			model.error = 0;
		else if (taken())
			model.wel = opcode == 0x06;
		flash.run({opcode});
	}

	/* Sends a command with an address; was it executed? */
	bool send(uint8_t opcode, uint32_t address, const bytes &data, uint8_t error)
	{
		bytes all = {opcode, uint8_t(address >> 24), uint8_t(address >> 16),
			     uint8_t(address >> 8), uint8_t(address)};
		bool executed = taken();

		if (executed && !model.wel) {
			model.ignored++;
			executed = false;
		}
		all.insert(all.end(), data.begin(), data.end());
		flash.run(all);
		if (!executed || !model.is_protected(address))
			return executed;
		model.error = error;
		return false;
	}

	void program()
	{
		uint32_t address = somewhere(), n = 1 + random.below(random.below(4) ? 16 : 600);
		bytes data;

		last = "program";
		for (uint32_t i = 0; i < n; i++)
			data.push_back(static_cast<uint8_t>(random.below(256)));
		if (!send(0x12, address, data, 0x40))
			return;
		model.program(address, data);
		model.ready = flash.now + T_PP;
	}

	void erase()
	{
		uint32_t address = somewhere();

		last = "erase";
		if (!send(0xdc, address, {}, 0x20))
			return;
		model.erase(address);
		model.ready = flash.now + T_SE;
	}

	/* WRR of what is there already: only its time and WEL show. */
	void rewrite_registers()
	{
		bool executed = taken();

		last = "WRR";
		if (executed && !model.wel)
			model.ignored++;
		flash.run({0x01, 0x04});
		if (executed && model.wel)
			model.ready = flash.now + T_W;
	}

	/* A command that lacks a bit, a byte, or has one too many: never executed. */
	void cut_short()
	{
		static const bytes commands[] = {{0x12, 0, 4, 0, 0}, {0xdc, 0, 4, 0},
						 {0xdc, 0, 4},	     {0xdc, 0, 4, 0, 0, 0},
						 {0x06, 0},	     {0x04, 0}};
		uint32_t which = random.below(7);

		last = "cut";
		if (taken())
			model.ignored++;
		flash.nor.select(flash.now += HIGH);
		for (uint8_t b : which < 6 ? commands[which] : bytes{0x06})
			flash.word(b, 8);
		if (which == 6)
			flash.word(0, 1 + random.below(7));
		flash.nor.deselect(flash.now);
	}

	void read()
	{
		uint32_t address = somewhere(), n = 1 + random.below(700);
		bool answers = taken();
		bytes got = flash.cells(address, n);

		last = "read";
		for (uint32_t i = 0; i < n; i++)
			cr_assert_eq(got[i], answers ? model.cell(address + i) : 0xff,
				     "at %x: %02x", address + i, got[i]);
	}

	dice random;
	chip flash;
	reference model;
	const char *last = "";
};

Test(spi_nor_property, random_sequences)
{
	for (uint64_t seed = 1; seed <= 300; seed++) {
		sequence s(seed);

		for (unsigned int i = 0; i < 120; i++) {
			s.step();
			s.check_status();
		}
	}
}

/* However often it is suspended, an erase runs for t_se, and each suspension begins 45 us late. */
Test(spi_nor_property, suspended_time_does_not_count)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		dice random(seed);
		chip c;
		uint64_t left = 520 * MS, since;

		c.change(0xdc, 0);
		since = c.now;
		while (random.below(6)) {
			c.now += random.below(80) * MS + random.below(1000000);
			c.run({0x75});
			if (c.now + 45 * US >= since + left)
				break;
			left -= c.now + 45 * US - since;
			c.now += 45 * US + random.below(100) * MS;
			cr_assert_eq(c.one(0x07), 0x02);
			c.run({0x7a});
			since = c.now;
		}
		if (c.now + 10 * US > since + left)
			continue;
		cr_assert_eq(c.status_at(since + left - 1), 0x03, "seed %" PRIu64, seed);
		cr_assert_eq(c.status(), 0x00, "seed %" PRIu64, seed);
		cr_assert_eq(c.nor.ignored_commands(), 0u);
	}
}
