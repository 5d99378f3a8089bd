/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Status, configuration and bank register of an S25FL-S. From general knowledge of the family, but
 * for the positions of the bits and the protected ranges, which the kernel has too
 * (include/linux/mtd/spi-nor.h, drivers/mtd/spi-nor/swp.c).
 *
 *   SR1  7 SRWD, 6 P_ERR, 5 E_ERR, 4:2 BP, 1 WEL, 0 WIP. BP n protects 1/2^(7-n) of the array.
 *   CR1  7:6 LC, 5 TBPROT (from the bottom, not the top), 3 BPNV (BP is volatile and all ones
 *        at power-up), 1 QUAD, 0 FREEZE. TBPROT and BPNV are set once and for all, FREEZE until
 *        power-up; with FREEZE, BP, TBPROT and BPNV stay as they are. Bits 4 and 2 read 0.
 *   BAR  7 EXTADD, 1:0 address bits 25:24 for commands with three address bytes. Volatile.
 */
#ifndef TW_DEVICE_SPI_NOR_REGISTERS_H
#define TW_DEVICE_SPI_NOR_REGISTERS_H

#include <cstdint>

#include "device/spi_nor_chip.h"

namespace tw
{

enum nor_sr1 : uint8_t {
	NOR_WIP = 1 << 0,
	NOR_WEL = 1 << 1,
	NOR_BP = 7 << 2,
	NOR_E_ERR = 1 << 5,
	NOR_P_ERR = 1 << 6,
	NOR_SRWD = 1 << 7,
};

enum nor_cr1 : uint8_t {
	NOR_FREEZE = 1 << 0,
	NOR_QUAD = 1 << 1,
	NOR_BPNV = 1 << 3,
	NOR_TBPROT = 1 << 5,
	NOR_LC = 3 << 6,
};

/* The bits that keep their value without power. */
constexpr uint8_t nor_sr1_kept = NOR_SRWD | NOR_BP;
constexpr uint8_t nor_cr1_kept = NOR_LC | NOR_TBPROT | NOR_BPNV | NOR_QUAD;

class nor_registers
{
      public:
	/* wp_low: the WP# pin is tied low. */
	nor_registers(const nor_chip &chip, bool wp_low) : chip_(chip), wp_low_(wp_low) {}

	/* Of sr1 and cr1, what was kept without power. */
	void power_up(uint8_t sr1, uint8_t cr1);
	/* The reset command: what is volatile, but FREEZE. */
	void reset();

	/* Without WIP, which is not the registers' to know. */
	uint8_t sr1() const
	{
		return sr1_;
	}

	uint8_t cr1() const
	{
		return cr1_;
	}

	uint8_t bank() const
	{
		return bank_;
	}

	void write_bank(uint8_t value)
	{
		bank_ = value & (extadd | bank_bits);
	}

	bool write_enabled() const
	{
		return sr1_ & NOR_WEL;
	}

	void set_wel(bool on)
	{
		sr1_ = static_cast<uint8_t>(on ? sr1_ | NOR_WEL : sr1_ & ~NOR_WEL);
	}

	/* NOR_P_ERR or NOR_E_ERR; the chip is busy until they are cleared. */
	void fail(nor_sr1 error)
	{
		sr1_ |= error;
	}

	void clear_errors()
	{
		sr1_ &= static_cast<uint8_t>(~(NOR_P_ERR | NOR_E_ERR));
	}

	bool failed() const
	{
		return sr1_ & (NOR_P_ERR | NOR_E_ERR);
	}

	/* SRWD with WP# low refuses WRR; QUAD takes the pin away. */
	bool locked() const
	{
		return wp_low_ && sr1_ & NOR_SRWD && !(cr1_ & NOR_QUAD);
	}

	/* The effect of WRR on SR1, and on CR1 if two bytes were sent. */
	void write_sr1(uint8_t value);
	void write_cr1(uint8_t value);

	bool any_protected() const
	{
		return sr1_ & NOR_BP;
	}

	bool is_protected(uint32_t address) const;

	/* Latency code 11b: fast reads have no dummy byte. */
	bool no_dummy() const
	{
		return (cr1_ & NOR_LC) == NOR_LC;
	}

	bool four_address_bytes() const
	{
		return bank_ & extadd;
	}

	/* Address bits 31:24 for a command with three address bytes. */
	uint32_t upper_address() const
	{
		return static_cast<uint32_t>(bank_ & bank_bits) << 24;
	}

      private:
	static constexpr uint8_t extadd = 1 << 7, bank_bits = 3;

	const nor_chip &chip_;
	bool wp_low_;
	uint8_t sr1_ = 0, cr1_ = 0, bank_ = 0;
};

} // namespace tw

#endif
