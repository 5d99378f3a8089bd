// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dma/hdmac_rules.h"

#include "dma/at_hdmac_regs.h"
#include "dma/byte_fifo.h"

namespace tw::hdmac_rules
{

using namespace at_hdmac_regs;

unsigned int chunk_items(uint32_t field)
{
	return field ? 2u << field : 1;
}

unsigned int fifo_threshold(uint32_t cfg, unsigned int width)
{
	switch (cfg >> CFG_FIFOCFG_SHIFT) {
	case FIFO_LARGEST_BURST:
		return byte_fifo::size;
	case FIFO_HALF:
		return byte_fifo::size / 2;
	default:
		return width;
	}
}

unsigned int handshake(uint32_t cfg, bool source)
{
	if (source)
		return (cfg & CFG_SRC_PER) | (cfg >> CFG_SRC_PER_MSB_SHIFT & 3) << 4;
	return (cfg >> CFG_DST_PER_SHIFT & 0xf) | (cfg >> CFG_DST_PER_MSB_SHIFT & 3) << 4;
}

static const char *unsupported_ctrla(uint32_t value)
{
	if (value & ~CTRLA_KNOWN)
		return "reserved bits of CTRLA";
	if ((value >> CTRLA_SRC_WIDTH_SHIFT & 3) == 3 || (value >> CTRLA_DST_WIDTH_SHIFT & 3) == 3)
		return "a width that does not exist";
	return nullptr;
}

static const char *unsupported_ctrlb(uint32_t value)
{
	if (value & ~CTRLB_KNOWN)
		return "reserved bits of CTRLB";
	if (value & CTRLB_AUTO)
		return "automatic mode is not modelled";
	if ((value >> CTRLB_FC_SHIFT & 7) >= FC_PER2PER)
		return "peripheral to peripheral, and flow control by a peripheral, are not "
		       "modelled";
	if ((value >> CTRLB_SRC_MODE_SHIFT & 3) > MODE_FIXED ||
	    (value >> CTRLB_DST_MODE_SHIFT & 3) > MODE_FIXED)
		return "an addressing mode that does not exist";
	return nullptr;
}

static const char *unsupported_cfg(uint32_t value)
{
	if (value & ~CFG_KNOWN)
		return "locks and protection are not modelled";
	if (value & (CFG_SRC_REP | CFG_DST_REP))
		return "replay mode is not modelled";
	if (value >> CFG_FIFOCFG_SHIFT > FIFO_ENOUGH_SPACE)
		return "a FIFOCFG that does not exist";
	return nullptr;
}

const char *unsupported(uint32_t reg, uint32_t value)
{
	switch (reg) {
	case CTRLA:
		return unsupported_ctrla(value);
	case CTRLB:
		return unsupported_ctrlb(value);
	case CFG:
		return unsupported_cfg(value);
	case SPIP:
	case DPIP:
		return value & ~PIP_KNOWN ? "reserved bits" : nullptr;
	default:
		return nullptr;
	}
}

} // namespace tw::hdmac_rules
