// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What the registers of a channel say of its next buffer. */
#include "dma/hdmac_channel.h"
#include "dma/hdmac_rules.h"

namespace tw
{

using namespace at_hdmac_regs;

/* Widths, sizes, addresses and requests of both sides; what it does not model as a text. */
const char *hdmac_channel::set_sides()
{
	uint32_t a = reg_[ctrla], b = reg_[ctrlb], flow = b >> CTRLB_FC_SHIFT & 7;
	hdmac_side &s = source(), &d = destination();
	const char *why;
	uint64_t bytes;

	s = d = {};
	s.width = 1u << (a >> CTRLA_SRC_WIDTH_SHIFT & 3);
	d.width = 1u << (a >> CTRLA_DST_WIDTH_SHIFT & 3);
	s.chunk = hdmac_rules::chunk_items(a >> CTRLA_SCSIZE_SHIFT & 7);
	d.chunk = hdmac_rules::chunk_items(a >> CTRLA_DCSIZE_SHIFT & 7);
	s.threshold = hdmac_rules::fifo_threshold(reg_[cfg], s.width);
	d.threshold = hdmac_rules::fifo_threshold(reg_[cfg], d.width);
	s.interface = &frame_.interface(b & CTRLB_SIF);
	d.interface = &frame_.interface(b >> CTRLB_DIF_SHIFT & 3);
	if (flow == FC_PER2MEM)
		s.line = &frame_.line(hdmac_rules::handshake(reg_[cfg], true));
	if (flow == FC_MEM2PER)
		d.line = &frame_.line(hdmac_rules::handshake(reg_[cfg], false));
	if ((s.line && !(reg_[cfg] & CFG_SRC_H2SEL)) || (d.line && !(reg_[cfg] & CFG_DST_H2SEL)))
		return "software handshaking is not modelled";
	s.left = s.total = a & CTRLA_BTSIZE;
	bytes = static_cast<uint64_t>(s.total) * s.width;
	if (!bytes)
		return "a buffer of no items";
	if (bytes % d.width)
		return "the buffer is no whole number of destination items";
	d.left = d.total = static_cast<uint32_t>(bytes / d.width);
	why = set_side(s, reg_[saddr], b >> CTRLB_SRC_MODE_SHIFT & 3, b & CTRLB_SRC_PIP,
		       reg_[spip]);
	if (why)
		return why;
	return set_side(d, reg_[daddr], b >> CTRLB_DST_MODE_SHIFT & 3, b & CTRLB_DST_PIP,
			reg_[dpip]);
}

const char *hdmac_channel::set_side(hdmac_side &side, uint64_t address, unsigned int mode, bool pip,
				    uint32_t picture)
{
	int64_t width = side.width;

	side.address = address;
	if (address % side.width)
		return "an address that is not aligned to the width";
	side.step = mode == MODE_INCR ? width : mode == MODE_DECR ? -width : 0;
	if (pip) {
		side.boundary = side.until_hole = picture >> PIP_BOUNDARY_SHIFT;
		side.hole_step = static_cast<int64_t>(picture & PIP_HOLE) * width;
		if (!side.boundary || mode != MODE_INCR)
			return "picture in picture only with a boundary and incrementing addresses";
	}
	if (side.peripheral())
		side.device = env_.directory.device_at(address);
	return nullptr;
}

} // namespace tw
