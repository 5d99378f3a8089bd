// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/spi_nor_registers.h"

namespace tw
{

void nor_registers::power_up(uint8_t sr1, uint8_t cr1)
{
	sr1_ = sr1 & nor_sr1_kept;
	cr1_ = cr1 & nor_cr1_kept;
	reset();
}

void nor_registers::reset()
{
	sr1_ &= nor_sr1_kept;
	if (cr1_ & NOR_BPNV && !(cr1_ & NOR_FREEZE))
		sr1_ |= NOR_BP;
	bank_ = 0;
}

void nor_registers::write_sr1(uint8_t value)
{
	uint8_t writable = cr1_ & NOR_FREEZE ? uint8_t{NOR_SRWD} : nor_sr1_kept;

	sr1_ = static_cast<uint8_t>((sr1_ & ~writable) | (value & writable));
}

void nor_registers::write_cr1(uint8_t value)
{
	int once = cr1_ & NOR_FREEZE ? 0 : NOR_TBPROT | NOR_BPNV;

	cr1_ = static_cast<uint8_t>((cr1_ & ~(NOR_LC | NOR_QUAD)) | (value & (NOR_LC | NOR_QUAD)));
	cr1_ |= static_cast<uint8_t>(value & (once | NOR_FREEZE));
}

bool nor_registers::is_protected(uint32_t address) const
{
	unsigned int bp = (sr1_ & NOR_BP) >> 2;
	uint32_t part = bp ? chip_.size() >> (7 - bp) : 0;

	return cr1_ & NOR_TBPROT ? address < part : address >= chip_.size() - part;
}

} // namespace tw
