/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Registers of the Atmel SPI (AT91RM9200 to SAMA5D3, without FIFO). */
#ifndef TW_SPI_ATMEL_SPI_REGS_H
#define TW_SPI_ATMEL_SPI_REGS_H

#include <cstdint>

namespace tw::atmel_spi_regs
{

enum offset : uint32_t {
	CR = 0x00,
	MR = 0x04,
	RDR = 0x08,
	TDR = 0x0c,
	SR = 0x10,
	IER = 0x14,
	IDR = 0x18,
	IMR = 0x1c,
	CSR0 = 0x30,
	CSR3 = 0x3c,
	FMR = 0x40,
	FLR = 0x44,
	WPMR = 0xe4,
	WPSR = 0xe8,
	VERSION = 0xfc,
	PDC_FIRST = 0x100,
	PTCR = 0x120,
	PTSR = 0x124,
};

enum cr_bits : uint32_t {
	CR_SPIEN = 1u << 0,
	CR_SPIDIS = 1u << 1,
	CR_SWRST = 1u << 7,
	CR_LASTXFER = 1u << 24,
	CR_FIFO = 3u << 30 | 3u << 16,
};

enum mr_bits : uint32_t {
	MR_MSTR = 1u << 0,
	MR_PS = 1u << 1,
	MR_PCSDEC = 1u << 2,
	MR_MODFDIS = 1u << 4,
	MR_WDRBT = 1u << 5,
	MR_LLB = 1u << 7,
	MR_PCS_SHIFT = 16,
	MR_DLYBCS_SHIFT = 24,
	MR_MASK = 0xff0f00b7,
};

enum sr_bits : uint32_t {
	SR_RDRF = 1u << 0,
	SR_TDRE = 1u << 1,
	SR_MODF = 1u << 2,
	SR_OVRES = 1u << 3,
	SR_TXEMPTY = 1u << 9,
	SR_SPIENS = 1u << 16,
	/* Sources this model can raise; the rest belongs to PDC, FIFO and slave mode. */
	SR_INTERRUPTS = SR_RDRF | SR_TDRE | SR_MODF | SR_OVRES | SR_TXEMPTY | 1u << 8,
};

enum tdr_bits : uint32_t {
	TDR_PCS_SHIFT = 16,
	TDR_LASTXFER = 1u << 24,
};

enum csr_bits : uint32_t {
	CSR_CPOL = 1u << 0,
	CSR_NCPHA = 1u << 1,
	CSR_CSNAAT = 1u << 2,
	CSR_CSAAT = 1u << 3,
	CSR_BITS_SHIFT = 4,
	CSR_SCBR_SHIFT = 8,
	CSR_DLYBS_SHIFT = 16,
	CSR_DLYBCT_SHIFT = 24,
};

constexpr uint32_t wpmr_key = 0x535049; /* "SPI" */

} // namespace tw::atmel_spi_regs

#endif
