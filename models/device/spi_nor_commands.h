/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The S25FL512S commands that the model answers, once. */
#ifndef TW_DEVICE_SPI_NOR_COMMANDS_H
#define TW_DEVICE_SPI_NOR_COMMANDS_H

#include <cstdint>

namespace tw
{

enum class nor_action {
	read_cells,
	read_id,
	read_sfdp,
	read_sr1,
	read_sr2,
	read_cr1,
	read_bank,
	write_enable,
	write_disable,
	write_registers,
	write_bank,
	clear_status,
	software_reset,
	program,
	erase_sector,
	erase_all,
};

struct nor_command {
	uint8_t opcode;
	const char *name;
	nor_action action;
	uint8_t address; /* bytes; `banked`: 3, or 4 with EXTADD */
	uint8_t dummy;	 /* bytes */
	uint8_t max_mhz;
	bool while_busy; /* answered while WIP is set */
	bool needs_wel;
};

constexpr uint8_t banked = 0xff;

/* NULL for an opcode the chip does not know. */
const nor_command *find_nor_command(uint8_t opcode);
/* Byte of the SFDP space; ones outside the table. */
uint8_t nor_sfdp_byte(uint32_t address);

} // namespace tw

#endif
