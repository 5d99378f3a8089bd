// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor_commands.h"

#include <cstddef>

namespace tw
{

static const nor_command commands[] = {
	{0x03, "READ", nor_action::read_cells, banked, 0, 50, false, false},
	{0x0b, "FAST_READ", nor_action::read_cells, banked, 1, 133, false, false},
	{0x13, "READ4", nor_action::read_cells, 4, 0, 50, false, false},
	{0x0c, "FAST_READ4", nor_action::read_cells, 4, 1, 133, false, false},
	{0x9f, "RDID", nor_action::read_id, 0, 0, 133, false, false},
	{0x5a, "RSFDP", nor_action::read_sfdp, 3, 1, 133, false, false},
	{0x05, "RDSR1", nor_action::read_sr1, 0, 0, 133, true, false},
	{0x07, "RDSR2", nor_action::read_sr2, 0, 0, 133, true, false},
	{0x35, "RDCR", nor_action::read_cr1, 0, 0, 133, true, false},
	{0x16, "BRRD", nor_action::read_bank, 0, 0, 133, false, false},
	{0x06, "WREN", nor_action::write_enable, 0, 0, 133, false, false},
	{0x04, "WRDI", nor_action::write_disable, 0, 0, 133, false, false},
	{0x01, "WRR", nor_action::write_registers, 0, 0, 133, false, true},
	{0x17, "BRWR", nor_action::write_bank, 0, 0, 133, false, false},
	{0x30, "CLSR", nor_action::clear_status, 0, 0, 133, true, false},
	{0xf0, "RESET", nor_action::software_reset, 0, 0, 133, true, false},
	{0x02, "PP", nor_action::program, banked, 0, 133, false, true},
	{0x12, "PP4", nor_action::program, 4, 0, 133, false, true},
	{0xd8, "SE", nor_action::erase_sector, banked, 0, 133, false, true},
	{0xdc, "SE4", nor_action::erase_sector, 4, 0, 133, false, true},
	{0x60, "BE", nor_action::erase_all, 0, 0, 133, false, true},
	{0xc7, "BE", nor_action::erase_all, 0, 0, 133, false, true},
};

const nor_command *find_nor_command(uint8_t opcode)
{
	for (const nor_command &c : commands)
		if (c.opcode == opcode)
			return &c;
	return nullptr;
}

/* JESD216B: SFDP header, one parameter header, the basic flash parameter table of 16 words. */
static const uint32_t sfdp[] = {
	0x50444653, /* "SFDP" */
	0xff000106, /* revision 1.6, one parameter header */
	0x10010600, /* basic table, revision 1.6, 16 words ... */
	0xff000010, /* ... at 0x10 */
	0xff82ffe7, /* 1: no 4 KiB erase, 64 byte or larger buffer, 3 or 4 address bytes, one line
		     */
	0x1fffffff, /* 2: 512 Mibit */
	0x00000000, /* 3: no quad reads */
	0x00000000, /* 4: no dual reads */
	0xffffffee, /* 5: no 2-2-2, no 4-4-4 */
	0x0000ffff, /* 6 */
	0x0000ffff, /* 7 */
	0x0000d812, /* 8: erase type 1: 2^18 bytes by D8h */
	0x00000000, /* 9 */
	0x00000000, /* 10: erase times not given */
	0x00000090, /* 11: page of 2^9 bytes; times not given */
	0x80000000, /* 12: no suspend */
	0x00000000, /* 13 */
	0x80000000, /* 14: no deep power-down */
	0x00500000, /* 15: quad enable is bit 1 of the register read by 35h */
	0x28020800, /* 16: 4-byte addresses by EXTADD of 17h or own opcodes; reset by F0h */
};

uint8_t nor_sfdp_byte(uint32_t address)
{
	if (address >= sizeof(sfdp))
		return 0xff;
	return static_cast<uint8_t>(sfdp[address / 4] >> (8 * (address % 4)));
}

} // namespace tw
