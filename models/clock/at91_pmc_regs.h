/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Registers of the AT91 power management controller. Source: Linux 6.1
 * include/linux/clk/at91_pmc.h and the field masks in drivers/clk/at91/.
 */
#ifndef TW_CLOCK_AT91_PMC_REGS_H
#define TW_CLOCK_AT91_PMC_REGS_H

#include <cstdint>

namespace tw
{

namespace at91_pmc_regs
{

enum offset : uint32_t {
	SCER = 0x00,
	SCDR = 0x04,
	SCSR = 0x08,
	PCER0 = 0x10,
	PCDR0 = 0x14,
	PCSR0 = 0x18,
	UCKR = 0x1c,
	MOR = 0x20,
	MCFR = 0x24,
	PLLAR = 0x28,
	MCKR = 0x30,
	USB = 0x38,
	SMD = 0x3c,
	PCK0 = 0x40,
	PCK2 = 0x48,
	IER = 0x60,
	IDR = 0x64,
	SR = 0x68,
	IMR = 0x6c,
	PLLICPR = 0x80,
	WPMR = 0xe4,
	WPSR = 0xe8,
	PCER1 = 0x100,
	PCDR1 = 0x104,
	PCSR1 = 0x108,
	PCR = 0x10c,
};

enum bits : uint32_t {
	/* SCER, SCDR, SCSR; bits 8 to 10 are PCK0 to PCK2, in SR too. */
	SC_PROCESSOR = 1 << 0,
	SC_DDR = 1 << 2,
	SC_PCK0_SHIFT = 8,

	UCKR_UPLLEN = 1 << 16,
	UCKR_UPLLCOUNT_SHIFT = 20, /* 4 bits, units of 8 slow clock cycles */
	UCKR_MASK = 0xf1f10000,

	MOR_MOSCXTEN = 1 << 0,
	MOR_MOSCXTBY = 1 << 1,
	MOR_WAITMODE = 1 << 2,
	MOR_MOSCRCEN = 1 << 3,
	MOR_MOSCXTST_SHIFT = 8, /* 8 bits, units of 8 slow clock cycles */
	MOR_KEY_SHIFT = 16,
	MOR_KEY = 0x37,
	MOR_MOSCSEL = 1 << 24,
	MOR_MASK = 0x0300ff0b,

	PLLAR_DIV = 0xff,
	PLLAR_COUNT_SHIFT = 8, /* 6 bits, slow clock cycles */
	PLLAR_COUNT = 0x3f,

	MCKR_CSS = 3,
	MCKR_CSS_PLLA = 2,
	MCKR_MASK = 0x1373, /* CSS, PRES, MDIV, PLLADIV2 */

	SR_MOSCXTS = 1 << 0,
	SR_LOCKA = 1 << 1,
	SR_MCKRDY = 1 << 3,
	SR_LOCKU = 1 << 6,
	SR_OSCSELS = 1 << 7,
	SR_MOSCSELS = 1 << 16,
	SR_MOSCRCS = 1 << 17,

	WP_KEY = 0x504d43,
	WP_EN = 1,

	PCR_CMD = 1 << 12,
	PCR_DIV_SHIFT = 16,
	PCR_DIV = 3u << PCR_DIV_SHIFT,
	PCR_EN = 1 << 28,
};

} // namespace at91_pmc_regs

} // namespace tw

#endif
