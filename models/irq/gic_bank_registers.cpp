// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/gic_bank_registers.h"

namespace tw
{

enum offset : uint32_t { IGROUPR = 0x080, IPRIORITYR = 0x400, ITARGETSR = 0x800, ICFGR = 0xc00 };

static constexpr uint32_t bit_registers = 0x80; /* bytes of one kind with a bit per interrupt */

gic_place gic_locate(uint32_t offset)
{
	gic_place place;

	if (offset >= IGROUPR && offset < IPRIORITYR) {
		unsigned int kind = (offset - IGROUPR) / bit_registers;

		place.field =
			static_cast<gic_field>(static_cast<unsigned int>(gic_field::group) + kind);
		place.bank = offset % bit_registers / 4;
	} else if (offset >= IPRIORITYR && offset < ITARGETSR) {
		place.field = gic_field::priority;
		place.bank = (offset - IPRIORITYR) / 32;
		place.first = (offset - IPRIORITYR) % 32;
	} else if (offset >= ICFGR && offset < ICFGR + 0x100) {
		place.field = gic_field::config;
		place.bank = (offset - ICFGR) / 8;
		place.first = (offset - ICFGR) / 4 % 2 * 16;
	}
	return place;
}

std::string gic_register_text(uint32_t offset, const gic_place &place)
{
	static const char *const names[] = {"",		  "IGROUPR", "ISENABLER", "ICENABLER",
					    "ISPENDR",	  "ICPENDR", "ISACTIVER", "ICACTIVER",
					    "IPRIORITYR", "ICFGR"};
	unsigned int n = place.bank;

	if (place.field == gic_field::priority)
		n = (offset - IPRIORITYR) / 4;
	else if (place.field == gic_field::config)
		n = (offset - ICFGR) / 4;
	return names[static_cast<unsigned int>(place.field)] + std::to_string(n);
}

static uint32_t read_priorities(const gic_bank &bank, unsigned int first)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < 4; i++)
		value |= static_cast<uint32_t>(bank.priority[first + i]) << 8 * i;
	return value;
}

static uint32_t read_config(const gic_bank &bank, unsigned int first)
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < 16; i++)
		value |= (bank.edge >> (first + i) & 1) << (2 * i + 1);
	return value;
}

static void write_config(gic_bank &bank, unsigned int first, uint32_t value, uint32_t changeable)
{
	uint32_t edge = 0;

	for (unsigned int i = 0; i < 16; i++)
		edge |= (value >> (2 * i + 1) & 1) << (first + i);
	changeable &= 0xffffU << first;
	bank.edge = (bank.edge & ~changeable) | (edge & changeable);
}

uint32_t gic_read(const gic_bank &bank, const gic_place &place)
{
	switch (place.field) {
	case gic_field::group:
		return bank.group1;
	case gic_field::set_enable:
	case gic_field::clear_enable:
		return bank.enabled;
	case gic_field::set_pending:
	case gic_field::clear_pending:
		return bank.pending();
	case gic_field::set_active:
	case gic_field::clear_active:
		return bank.active;
	case gic_field::priority:
		return read_priorities(bank, place.first & ~3U);
	case gic_field::config:
		return read_config(bank, place.first);
	case gic_field::none:
		break;
	}
	return 0;
}

void gic_write_priority(gic_bank &bank, unsigned int bit, uint8_t value, uint32_t implemented)
{
	if (implemented >> bit & 1)
		bank.priority[bit] = value & gic_priority_mask;
}

void gic_write(gic_bank &bank, const gic_place &place, uint32_t value, uint32_t implemented,
	       uint32_t fixed)
{
	uint32_t set = value & implemented;

	switch (place.field) {
	case gic_field::group:
		bank.group1 = set;
		break;
	case gic_field::set_enable:
		bank.enabled |= set;
		break;
	case gic_field::clear_enable:
		bank.enabled &= ~set;
		break;
	case gic_field::set_pending:
		bank.latch |= set;
		break;
	case gic_field::clear_pending:
		bank.latch &= ~set;
		break;
	case gic_field::set_active:
		bank.active |= set;
		break;
	case gic_field::clear_active:
		bank.active &= ~set;
		break;
	case gic_field::priority:
		for (unsigned int i = 0; i < 4; i++)
			gic_write_priority(bank, (place.first & ~3U) + i,
					   static_cast<uint8_t>(value >> 8 * i), implemented);
		break;
	case gic_field::config:
		write_config(bank, place.first, value, implemented & ~fixed);
		break;
	case gic_field::none:
		break;
	}
}

} // namespace tw
