/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Registers of the Atmel AHB DMA controller, from the kernel's drivers/dma/at_hdmac_regs.h. */
#ifndef TW_DMA_AT_HDMAC_REGS_H
#define TW_DMA_AT_HDMAC_REGS_H

#include <cstdint>

namespace tw::at_hdmac_regs
{

enum offset : uint32_t {
	GCFG = 0x00,
	EN = 0x04,
	SREQ = 0x08,
	CREQ = 0x0c,
	LAST = 0x10,
	SYNC = 0x14,
	EBCIER = 0x18,
	EBCIDR = 0x1c,
	EBCIMR = 0x20,
	EBCISR = 0x24,
	CHER = 0x28,
	CHDR = 0x2c,
	CHSR = 0x30,
	CHANNELS = 0x3c, /* registers of channel n begin at CHANNELS + n * CHANNEL_STEP */
	CHANNEL_STEP = 0x28,
};

/* Registers of a channel. */
enum channel_offset : uint32_t {
	SADDR = 0x00,
	DADDR = 0x04,
	DSCR = 0x08,
	CTRLA = 0x0c,
	CTRLB = 0x10,
	CFG = 0x14,
	SPIP = 0x18,
	DPIP = 0x1c,
	CHANNEL_END = 0x20,
};

enum gcfg_bits : uint32_t { GCFG_ROUND_ROBIN = 1u << 4 };
enum en_bits : uint32_t { EN_ENABLE = 1u << 0 };

/* Of channel 0; channel n: shifted left by n. */
enum ebci_bits : uint32_t { EBCI_BTC = 1u << 0, EBCI_CBTC = 1u << 8, EBCI_ERR = 1u << 16 };
enum channel_handler_bits : uint32_t {
	CH_ENA = 1u << 0,  /* CHER, CHSR; in CHDR: DIS */
	CH_SUSP = 1u << 8, /* CHER, CHSR; in CHDR: RES */
	CH_EMPT = 1u << 16,
	CH_STAL = 1u << 24, /* CHSR; in CHER: KEEP */
};

/* A descriptor in memory: words at these offsets. */
enum descriptor_offset : uint32_t {
	LLI_SADDR = 0x00,
	LLI_DADDR = 0x04,
	LLI_CTRLA = 0x08,
	LLI_CTRLB = 0x0c,
	LLI_DSCR = 0x10,
	LLI_SIZE = 0x14,
};

enum dscr_bits : uint32_t { DSCR_IF = 3u };

enum ctrla_bits : uint32_t {
	CTRLA_BTSIZE = 0xffffu,
	CTRLA_SCSIZE_SHIFT = 16, /* 3 bits */
	CTRLA_DCSIZE_SHIFT = 20,
	CTRLA_SRC_WIDTH_SHIFT = 24, /* 2 bits */
	CTRLA_DST_WIDTH_SHIFT = 28,
	CTRLA_DONE = 1u << 31, /* in memory only */
	CTRLA_KNOWN = 0x3377ffffu,
};

enum ctrlb_bits : uint32_t {
	CTRLB_SIF = 3u << 0,
	CTRLB_DIF_SHIFT = 4,
	CTRLB_SRC_PIP = 1u << 8,
	CTRLB_DST_PIP = 1u << 12,
	CTRLB_SRC_DSCR_DIS = 1u << 16,
	CTRLB_DST_DSCR_DIS = 1u << 20,
	CTRLB_FC_SHIFT = 21, /* 3 bits */
	CTRLB_SRC_MODE_SHIFT = 24,
	CTRLB_DST_MODE_SHIFT = 28,
	CTRLB_IEN = 1u << 30, /* 1: BTC is not set */
	CTRLB_AUTO = 1u << 31,
	CTRLB_KNOWN = 0xf3f11133u,
};

enum flow { FC_MEM2MEM, FC_MEM2PER, FC_PER2MEM, FC_PER2PER };
enum address_mode { MODE_INCR, MODE_DECR, MODE_FIXED };

enum cfg_bits : uint32_t {
	CFG_SRC_PER = 0xfu,
	CFG_DST_PER_SHIFT = 4,
	CFG_SRC_REP = 1u << 8,
	CFG_SRC_H2SEL = 1u << 9,
	CFG_SRC_PER_MSB_SHIFT = 10, /* 2 bits */
	CFG_DST_REP = 1u << 12,
	CFG_DST_H2SEL = 1u << 13,
	CFG_DST_PER_MSB_SHIFT = 14,
	CFG_SOD = 1u << 16,
	CFG_FIFOCFG_SHIFT = 28, /* 2 bits */
	CFG_KNOWN = 0x3001ffffu,
};

enum fifo_request { FIFO_LARGEST_BURST, FIFO_HALF, FIFO_ENOUGH_SPACE };

enum pip_bits : uint32_t { PIP_HOLE = 0xffffu, PIP_BOUNDARY_SHIFT = 16, PIP_KNOWN = 0x03ffffffu };

} // namespace tw::at_hdmac_regs

#endif
