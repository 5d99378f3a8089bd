/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Source or destination of a DMA channel's buffer: where its next item is and what it waits for.
 * Which accesses take place and when is the channel's business (hdmac_channel.h).
 */
#ifndef TW_DMA_HDMAC_SIDE_H
#define TW_DMA_HDMAC_SIDE_H

#include <cstdint>

#include "core/bus_device.h"
#include "dma/ahb_interface.h"

namespace tw
{

class hdmac_channel;

/* A peripheral's request line as the controller sees it. */
struct request_line {
	bool level = false;
	uint64_t rose = 0;		   /* when it rose last, ps */
	uint64_t period = 0;		   /* between two rises at least, ps; 0: not known */
	hdmac_channel *listener = nullptr; /* whose buffer waits for it */
	unsigned int slot = 0;		   /* and on which side */
};

struct hdmac_side {
	/* What the buffer says. */
	unsigned int width = 1;	    /* bytes of an item: 1, 2, 4 */
	unsigned int chunk = 1;	    /* items per request */
	unsigned int threshold = 1; /* bytes of room or data in the FIFO that memory waits for */
	ahb_interface *interface = nullptr;
	int64_t step = 0; /* bytes from one item to the next */
	/* Picture in picture: after every `boundary` items the step is `hole_step`; 0: never. */
	uint32_t boundary = 0;
	int64_t hole_step = 0;
	request_line *line = nullptr; /* of a peripheral; memory asks for nothing */

	/* Where it is. */
	uint64_t address = 0; /* of the next item */
	uint32_t total = 0, left = 0;
	uint32_t chunk_left = 0; /* of the request that is being served */
	uint32_t until_hole = 0;
	uint32_t burst = 0;	      /* items of the memory access that is wanted */
	uint64_t ready_from = 0;      /* no request is seen before, ps */
	bool wanted = false;	      /* an access is on its interface's list */
	bus_device *device = nullptr; /* at `address`; peripheral only */

	bool peripheral() const
	{
		return line;
	}
	/* Items lie one behind the other. */
	bool dense() const
	{
		return step == width && !boundary;
	}
	/* One item is done. */
	void advance()
	{
		bool hole = boundary && !--until_hole;

		address += static_cast<uint64_t>(hole ? hole_step : step);
		if (hole)
			until_hole = boundary;
		left--;
	}
	/* n items are done; dense() only. */
	void advance(uint32_t n)
	{
		address += static_cast<uint64_t>(n) * width;
		left -= n;
	}
	/* Requests that have to come yet until all items are done. */
	uint32_t requests_left() const
	{
		return (left - chunk_left + chunk - 1) / chunk;
	}
};

} // namespace tw

#endif
