/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the tests of the Atmel SPI share: register values, and the controller enabled. */
#ifndef TESTS_MODELS_ATMEL_SPI_SETUP_H
#define TESTS_MODELS_ATMEL_SPI_SETUP_H

#include "rig.h"
#include "spi/atmel_spi_regs.h"

/* CSR: SCBR, bits, DLYBS, DLYBCT, low bits. */
#define CSR(scbr, bits, dlybs, dlybct, low)                                                        \
	((uint32_t)(scbr) << 8 | (uint32_t)((bits)-8) << 4 | (uint32_t)(dlybs) << 16 |             \
	 (uint32_t)(dlybct) << 24 | (low))
#define MODE0 2u
#define MASTER (tw::atmel_spi_regs::MR_MSTR | tw::atmel_spi_regs::MR_MODFDIS)
#define PCS0 (0xeu << 16)

static inline uint64_t reg(uint32_t offset)
{
	return SPI_BASE + offset;
}

/* Reset and enabled on chip select 0 at time `at`. */
static inline void setup(rig &r, uint32_t csr, uint32_t mr = MASTER | PCS0, uint64_t at = 0)
{
	r.write(at, reg(tw::atmel_spi_regs::CR), tw::atmel_spi_regs::CR_SWRST);
	r.write(at, reg(tw::atmel_spi_regs::MR), mr);
	r.write(at, reg(tw::atmel_spi_regs::CSR0), csr);
	r.write(at, reg(tw::atmel_spi_regs::CR), tw::atmel_spi_regs::CR_SPIEN);
}

#endif
