// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor_tables.h"

#include <algorithm>

namespace tw
{

static uint8_t log2_up(uint32_t n)
{
	uint8_t bits = 0;

	while ((1u << bits) < n)
		bits++;
	return bits;
}

/* How many times 2^log2_up(typical) the longest time has, as a power of two. */
static uint8_t stretch(uint32_t longest, uint32_t typical)
{
	return static_cast<uint8_t>(log2_up(longest) - log2_up(typical));
}

/* Offsets as in JESD68, bytes of 16 bits low byte first; what is not named is zero. */
std::vector<uint8_t> nor_id_table(const nor_chip &chip)
{
	uint32_t sectors = chip.size() / chip.sector() - 1, units = chip.sector() / 256;
	const struct {
		uint8_t offset;
		uint32_t value;
	} cfi[] = {
		{0x10, 'Q'},
		{0x11, 'R'},
		{0x12, 'Y'},
		{0x13, 0x02}, /* the AMD command set */
		{0x1b, 0x27}, /* from 2.7 V ... */
		{0x1c, 0x36}, /* ... to 3.6 V */
		/* Powers of two: us for a byte and a page, ms for a sector and the chip, ... */
		{0x1f, log2_up(chip.t_pp_us)},
		{0x20, log2_up(chip.t_pp_us)},
		{0x21, log2_up(chip.t_se_ms)},
		{0x22, log2_up(chip.t_be_s * 1000)},
		/* ... and how many times that the longest are. */
		{0x23, stretch(chip.t_pp_max_us, chip.t_pp_us)},
		{0x24, stretch(chip.t_pp_max_us, chip.t_pp_us)},
		{0x25, stretch(chip.t_se_max_ms, chip.t_se_ms)},
		{0x26, stretch(chip.t_be_max_s, chip.t_be_s)},
		{0x27, chip.size_bits},
		{0x28, 0x02}, /* interface 0102h: SPI with 3 or 4 address bytes */
		{0x29, 0x01},
		{0x2a, chip.page_bits},
		{0x2c, 1}, /* one kind of sectors: number, less one, and 256 bytes each */
		{0x2d, sectors},
		{0x2e, sectors >> 8},
		{0x2f, units},
		{0x30, units >> 8},
	};
	std::vector<uint8_t> table(0x31);

	std::fill_n(table.begin(), 0x10, 0xff);
	std::copy(std::begin(chip.id), std::end(chip.id), table.begin());
	for (const auto &field : cfi)
		table[field.offset] = static_cast<uint8_t>(field.value);
	return table;
}

/*
 * A time in SFDP is (count + 1) of one of four units (or two), count having five bits, the unit's
 * number above them. Rounded up to what can be said.
 */
static uint32_t sfdp_time(uint64_t time, std::initializer_list<uint64_t> units)
{
	uint32_t number = 0;

	for (uint64_t unit : units) {
		uint64_t count = (time + unit - 1) / unit;

		if (count <= 32)
			return number << 5 | static_cast<uint32_t>(count ? count - 1 : 0);
		number++;
	}
	return (number - 1) << 5 | 31;
}

static uint64_t sfdp_time_of(uint32_t field, std::initializer_list<uint64_t> units)
{
	return ((field & 31) + 1) * *(units.begin() + (field >> 5));
}

/* The longest time is 2 * (result + 1) times the typical one. */
static uint32_t sfdp_multiplier(uint64_t longest, uint64_t typical)
{
	uint64_t twice = (longest + 2 * typical - 1) / (2 * typical);

	return static_cast<uint32_t>(std::min<uint64_t>(std::max<uint64_t>(twice, 1) - 1, 15));
}

/* Words 10 and 11: how long erasing and programming take. */
static uint32_t erase_times(const nor_chip &chip)
{
	std::initializer_list<uint64_t> ms = {1, 16, 128, 1000};
	uint32_t sector = sfdp_time(chip.t_se_ms, ms);

	return sector << 4 | sfdp_multiplier(chip.t_se_max_ms, sfdp_time_of(sector, ms));
}

static uint32_t program_times(const nor_chip &chip)
{
	std::initializer_list<uint64_t> us = {8, 64};
	std::initializer_list<uint64_t> ms = {16, 256, 4000, 64000};
	uint32_t page = sfdp_time(chip.t_pp_us, us);

	/* Of a single byte: the longest that its field can say, 128 us. */
	return 1u << 31 | sfdp_time(chip.t_be_s * 1000, ms) << 24 | 0x1fu << 14 | page << 8 |
	       static_cast<uint32_t>(chip.page_bits) << 4 |
	       sfdp_multiplier(chip.t_pp_max_us, sfdp_time_of(page, us));
}

/*
 * Word 12: while an erase is suspended no other may begin, and neither reads nor programs in its
 * sector; while a program is suspended nothing but reads elsewhere. Latencies in units of ns.
 */
static uint32_t suspend_rules(const nor_chip &chip)
{
	uint32_t latency = sfdp_time(chip.t_suspend_us * 1000ULL, {128, 1000, 8000, 64000});

	return latency << 24 | (latency >> 5) << 18 | (latency & 31) << 13 | 1u << 8 | 0xau << 4 |
	       0x8;
}

std::vector<uint8_t> nor_sfdp_table(const nor_chip &chip)
{
	const uint32_t words[] = {
		0x50444653, /* "SFDP" */
		0xff000106, /* revision 1.6, one parameter header */
		0x10010600, /* basic table, revision 1.6, 16 words ... */
		0xff000010, /* ... at 10h */
		0xff82ffe7, /* 1: no 4 KiB erase, 3 or 4 address bytes, one data line */
		static_cast<uint32_t>(8ULL * chip.size() - 1), /* 2: bits, less one */
		0x00000000,				       /* 3: no quad reads */
		0x00000000,				       /* 4: no dual reads */
		0xffffffee,				       /* 5: no 2-2-2, no 4-4-4 */
		0x0000ffff,				       /* 6 */
		0x0000ffff,				       /* 7 */
		0x0000d800u | chip.sector_bits,		       /* 8: erase type 1: D8h */
		0x00000000,				       /* 9: no other */
		erase_times(chip),			       /* 10 */
		program_times(chip),			       /* 11 */
		suspend_rules(chip),			       /* 12 */
		0x757a858a, /* 13: suspends and resumes: erase, erase, program, program */
		0x80000004, /* 14: no deep power-down; WIP is polled with 05h */
		0x00500000, /* 15: quad enable is bit 1 of the register read by 35h */
		0x28120801, /* 16: 4 address bytes by EXTADD of 17h or own opcodes; reset F0h */
	};
	std::vector<uint8_t> table;

	for (uint32_t word : words)
		for (unsigned int shift = 0; shift < 32; shift += 8)
			table.push_back(static_cast<uint8_t>(word >> shift));
	return table;
}

} // namespace tw
