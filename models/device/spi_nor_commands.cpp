// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor_commands.h"

namespace tw
{

using action = nor_action;
using form = nor_form;

static constexpr nor_command commands[] = {
	{0x03, "READ", action::read_cells, form::answer, banked, 0, 50, false, false},
	{0x0b, "FAST_READ", action::read_cells, form::answer, banked, 1, 133, false, false},
	{0x13, "READ4", action::read_cells, form::answer, 4, 0, 50, false, false},
	{0x0c, "FAST_READ4", action::read_cells, form::answer, 4, 1, 133, false, false},
	{0x9f, "RDID", action::read_id, form::answer, 0, 0, 133, false, false},
	{0x90, "READ_ID", action::read_maker, form::answer, 3, 0, 133, false, false},
	{0xab, "RES", action::read_signature, form::answer, 0, 3, 50, false, false},
	{0x5a, "RSFDP", action::read_sfdp, form::answer, 3, 1, 133, false, false},
	{0x05, "RDSR1", action::read_sr1, form::answer, 0, 0, 133, true, false},
	{0x07, "RDSR2", action::read_sr2, form::answer, 0, 0, 133, true, false},
	{0x35, "RDCR", action::read_cr1, form::answer, 0, 0, 133, true, false},
	{0x16, "BRRD", action::read_bank, form::answer, 0, 0, 133, false, false},
	{0x06, "WREN", action::write_enable, form::alone, 0, 0, 133, false, false},
	{0x04, "WRDI", action::write_disable, form::alone, 0, 0, 133, false, false},
	{0x01, "WRR", action::write_registers, form::one_or_two, 0, 0, 133, false, true},
	{0x17, "BRWR", action::write_bank, form::one_byte, 0, 0, 133, false, false},
	{0x30, "CLSR", action::clear_status, form::alone, 0, 0, 133, true, false},
	{0xf0, "RESET", action::software_reset, form::alone, 0, 0, 133, true, false},
	{0xff, "MBR", action::mode_reset, form::alone, 0, 0, 133, false, false},
	{0x02, "PP", action::program, form::some_bytes, banked, 0, 133, false, true},
	{0x12, "PP4", action::program, form::some_bytes, 4, 0, 133, false, true},
	{0xd8, "SE", action::erase_sector, form::alone, banked, 0, 133, false, true},
	{0xdc, "SE4", action::erase_sector, form::alone, 4, 0, 133, false, true},
	{0x60, "BE", action::erase_all, form::alone, 0, 0, 133, false, true},
	{0xc7, "BE", action::erase_all, form::alone, 0, 0, 133, false, true},
	{0x75, "ERSP", action::suspend_erase, form::alone, 0, 0, 133, true, false},
	{0x7a, "ERRS", action::resume_erase, form::alone, 0, 0, 133, false, false},
	{0x85, "PGSP", action::suspend_program, form::alone, 0, 0, 133, true, false},
	{0x8a, "PGRS", action::resume_program, form::alone, 0, 0, 133, false, false},
};

static constexpr char two_lines[] = "it uses two data lines, and one is wired";
static constexpr char four_lines[] = "it uses four data lines, and one is wired";
static constexpr char both_edges[] = "it uses both edges of the clock";
static constexpr char otp[] = "the OTP area is not modelled";
static constexpr char asp[] = "advanced sector protection is not modelled";
static constexpr char not_modelled[] = "it is not modelled";

static constexpr nor_missing missing[] = {
	{0x3b, "DOR", two_lines},
	{0x3c, "4DOR", two_lines},
	{0xbb, "DIOR", two_lines},
	{0xbc, "4DIOR", two_lines},
	{0x6b, "QOR", four_lines},
	{0x6c, "4QOR", four_lines},
	{0xeb, "QIOR", four_lines},
	{0xec, "4QIOR", four_lines},
	{0x32, "QPP", four_lines},
	{0x38, "QPP", four_lines},
	{0x34, "4QPP", four_lines},
	{0x0d, "DDRFR", both_edges},
	{0x0e, "4DDRFR", both_edges},
	{0xbd, "DDRDIOR", two_lines},
	{0xbe, "4DDRDIOR", two_lines},
	{0xed, "DDRQIOR", four_lines},
	{0xee, "4DDRQIOR", four_lines},
	{0x42, "OTPP", otp},
	{0x4b, "OTPR", otp},
	{0x2b, "ASPRD", asp},
	{0x2f, "ASPP", asp},
	{0xa6, "PLBWR", asp},
	{0xa7, "PLBRD", asp},
	{0xe0, "DYBRD", asp},
	{0xe1, "DYBWR", asp},
	{0xe2, "PPBRD", asp},
	{0xe3, "PPBP", asp},
	{0xe4, "PPBE", asp},
	{0xe7, "PASSRD", asp},
	{0xe8, "PASSP", asp},
	{0xe9, "PASSU", asp},
	{0x14, "ABRD", not_modelled},
	{0x15, "ABWR", not_modelled},
	{0x18, "ECCRD", not_modelled},
	{0x41, "DLPRD", not_modelled},
	{0x43, "PNVDLR", not_modelled},
	{0x4a, "WVDLR", not_modelled},
	{0xb9, "BRAC", not_modelled},
};

const nor_command *find_nor_command(uint8_t opcode)
{
	for (const nor_command &c : commands)
		if (c.opcode == opcode)
			return &c;
	return nullptr;
}

const nor_missing *find_missing_nor_command(uint8_t opcode)
{
	for (const nor_missing &m : missing)
		if (m.opcode == opcode)
			return &m;
	return nullptr;
}

} // namespace tw
