/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a controller does for both directions of a peripheral while each request moves one item,
 * foretold item by item instead of by events; results are the same to the picosecond. In one turn a
 * read request rises and is answered, which lets a write request rise that is answered, too:
 *
 *   read_rose ... read = read_done(read_rose) ... write_rose ... write = write_done(write_rose)
 *
 * Most turns are calm: the controller's FIFOs give and take an item, and memory has no part in it.
 * They are done here and counted; what is not calm is the controller's (plan_busy()).
 */
#ifndef TW_DMA_DMA_PAIR_H
#define TW_DMA_DMA_PAIR_H

#include <algorithm>
#include <cstdint>

#include "dma/byte_fifo.h"

namespace tw
{

class dma_pair
{
      public:
	struct turn {
		uint64_t read_rose, read, write_rose, write; /* ps */
		uint64_t end;				     /* when the next read request rises */
	};

	virtual ~dma_pair() = default;
	/* When the access is done that a request leads to; `read`: when this turn's read was. */
	uint64_t read_done(uint64_t rose) const
	{
		return std::max(std::max(rose, ready_) + request_, bus_free_) + read_;
	}
	uint64_t write_done(uint64_t rose, uint64_t read) const
	{
		return std::max(rose + request_, read) + write_;
	}
	/* Can the turn be foretold? Nothing of it happens yet. */
	bool plan(const turn &t)
	{
		is_calm_ = calm_ && t.end < calm_until_;
		return is_calm_ || plan_busy(t);
	}
	/* Does what plan() agreed to: takes what the peripheral had, returns what it is given. */
	uint32_t commit(const turn &t, uint32_t received)
	{
		last_ = t;
		if (!is_calm_)
			return commit_busy(received);
		calm_--;
		taken_++;
		in_->push_item(received, in_width_);
		return out_->pop_item(out_width_);
	}
	/* From here on by events again. */
	virtual void end() = 0;

      protected:
	virtual bool plan_busy(const turn &t) = 0;
	virtual uint32_t commit_busy(uint32_t received) = 0;

	uint64_t request_ = 0, read_ = 0, write_ = 0; /* what requests and accesses take, ps */
	uint64_t ready_ = 0, bus_free_ = 0; /* at the beginning: no read before, no access before */
	uint32_t in_width_ = 1, out_width_ = 1; /* bytes of the peripheral's items */
	byte_fifo *in_ = nullptr, *out_ = nullptr;
	uint32_t calm_ = 0;	  /* turns that will be calm if they end before ... */
	uint64_t calm_until_ = 0; /* ... this */
	uint32_t taken_ = 0;	  /* calm turns that are not accounted for yet */
	turn last_ = {};

      private:
	bool is_calm_ = false;
};

} // namespace tw

#endif
