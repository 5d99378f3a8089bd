/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Registers of the Atmel SPI, version 2 of the block (AT91SAM9260 to SAMA5D2). */
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
	/* The PDC's: spi/pdc.h. */
	RPR = 0x100,
	RCR = 0x104,
	TPR = 0x108,
	TCR = 0x10c,
	RNPR = 0x110,
	RNCR = 0x114,
	TNPR = 0x118,
	TNCR = 0x11c,
	PTCR = 0x120,
	PTSR = 0x124,
};

enum cr_bits : uint32_t {
	CR_SPIEN = 1u << 0,
	CR_SPIDIS = 1u << 1,
	CR_SWRST = 1u << 7,
	CR_TXFCLR = 1u << 16,
	CR_RXFCLR = 1u << 17,
	CR_LASTXFER = 1u << 24,
	CR_FIFOEN = 1u << 30,
	CR_FIFODIS = 1u << 31,
	CR_FIFO = CR_TXFCLR | CR_RXFCLR | CR_FIFOEN | CR_FIFODIS,
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
	SR_ENDRX = 1u << 4,
	SR_ENDTX = 1u << 5,
	SR_RXBUFF = 1u << 6,
	SR_TXBUFE = 1u << 7,
	SR_NSSR = 1u << 8,
	SR_TXEMPTY = 1u << 9,
	SR_UNDES = 1u << 10,
	SR_SPIENS = 1u << 16,
	SR_TXFEF = 1u << 24,
	SR_TXFFF = 1u << 25,
	SR_TXFTHF = 1u << 26,
	SR_RXFEF = 1u << 27,
	SR_RXFFF = 1u << 28,
	SR_RXFTHF = 1u << 29,
	SR_TXFPTEF = 1u << 30,
	SR_RXFPTEF = 1u << 31,
	/* What the interrupt mask has bits for: of the block itself, its PDC, its FIFO. */
	SR_BASIC = SR_RDRF | SR_TDRE | SR_MODF | SR_OVRES | SR_NSSR | SR_TXEMPTY | SR_UNDES,
	SR_PDC = SR_ENDRX | SR_ENDTX | SR_RXBUFF | SR_TXBUFE,
	SR_FIFO = 0xffu << 24,
	/* Kept as they are until something clears them; the others follow from the state. */
	SR_STICKY = SR_OVRES | SR_FIFO,
	/* Never set: they need a slave, or another master on NPCS0. */
	SR_NEVER = SR_MODF | SR_NSSR | SR_UNDES,
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

enum fmr_bits : uint32_t {
	FMR_TXRDYM_SHIFT = 0,
	FMR_RXRDYM_SHIFT = 4,
	FMR_TXFTHRES_SHIFT = 16,
	FMR_RXFTHRES_SHIFT = 24,
	FMR_MASK = 0x3f3f0033,
};

enum flr_bits : uint32_t {
	FLR_RXFL_SHIFT = 16,
};

/* Variants by VERSION, as the kernel's driver tells them apart; the FIFO's is assumed. */
constexpr uint32_t version_2 = 0x122;	 /* what is modelled begins here */
constexpr uint32_t version_dma = 0x212;	 /* older ones have a PDC, newer ones DMA requests */
constexpr uint32_t version_fifo = 0x311; /* the SAMA5D2's */

constexpr uint32_t wpmr_key = 0x535049; /* "SPI" */

} // namespace tw::atmel_spi_regs

#endif
