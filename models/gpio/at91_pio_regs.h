/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Offsets that decide something; the others are in the tables of at91_pio.cpp. */
#ifndef TW_GPIO_AT91_PIO_REGS_H
#define TW_GPIO_AT91_PIO_REGS_H

#include <cstdint>

namespace tw
{

namespace at91_pio_regs
{

enum offset : uint32_t {
	PSR = 0x08,
	OSR = 0x18,
	ODSR = 0x38,
	PDSR = 0x3c,
	IMR = 0x48,
	ISR = 0x4c,
	MDSR = 0x58,
	PUSR = 0x68,
	PPDSR = 0x98,
	OWSR = 0xa8,
	AIMMR = 0xb8,
	ELSR = 0xc8,
	FRLHSR = 0xd8,
	LOCKSR = 0xe0,
	WPMR = 0xe4,
	WPSR = 0xe8,
};

} // namespace at91_pio_regs

} // namespace tw

#endif
