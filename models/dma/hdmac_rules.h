/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Meaning of the channel registers' fields, and which values a channel models. */
#ifndef TW_DMA_HDMAC_RULES_H
#define TW_DMA_HDMAC_RULES_H

#include <cstdint>

namespace tw::hdmac_rules
{

/* Items per request for SCSIZE or DCSIZE 0..7: 1, 4, 8, 16, ... 256. */
unsigned int chunk_items(uint32_t field);
/* Bytes of room or data in the FIFO that FIFOCFG has accesses of memory, `width` wide, wait for. */
unsigned int fifo_threshold(uint32_t cfg, unsigned int width);
/* Number of the handshaking interface CFG gives the source or the destination, 0..63. */
unsigned int handshake(uint32_t cfg, bool source);
/* Why a value of a channel's register (channel_offset) is not modelled; NULL when it is. */
const char *unsupported(uint32_t reg, uint32_t value);

} // namespace tw::hdmac_rules

#endif
