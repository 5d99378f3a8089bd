/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The commands of an S25FL-S, once. Opcodes, address bytes and dummies: kernel
 * (include/linux/mtd/spi-nor.h) for those that drivers use, else general knowledge of the family;
 * largest clocks: published are 50 MHz for READ and 133 MHz for FAST_READ, the others are assumed.
 */
#ifndef TW_DEVICE_SPI_NOR_COMMANDS_H
#define TW_DEVICE_SPI_NOR_COMMANDS_H

#include <cstdint>

namespace tw
{

enum class nor_action : uint8_t {
	read_cells,
	read_id,
	read_maker,
	read_signature,
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
	mode_reset,
	program,
	erase_sector,
	erase_all,
	suspend_erase,
	resume_erase,
	suspend_program,
	resume_program,
};

/* What follows the header; a command of another form than its own is not executed. */
enum class nor_form : uint8_t {
	answer, /* the chip sends; any number of clocks */
	alone,
	one_byte,
	one_or_two,
	some_bytes,
};

struct nor_command {
	uint8_t opcode;
	const char *name;
	nor_action action;
	nor_form form;
	uint8_t address; /* bytes; `banked`: 3, or 4 with EXTADD */
	uint8_t dummy;	 /* bytes */
	uint8_t max_mhz;
	bool while_busy; /* taken while WIP is set */
	bool needs_wel;
};

constexpr uint8_t banked = 0xff;

/* NULL for an opcode that is not modelled. */
const nor_command *find_nor_command(uint8_t opcode);

/* A command of the chip that is not modelled, and why. */
struct nor_missing {
	uint8_t opcode;
	const char *name, *why;
};

/*
 * NULL for an opcode that the chip does not know either and ignores: 20h and 21h (P4E) among them,
 * for the S25FL512S has sectors of 256 KiB only.
 */
const nor_missing *find_missing_nor_command(uint8_t opcode);

} // namespace tw

#endif
