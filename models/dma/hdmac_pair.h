/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Two channels of the Atmel AHB DMA controller that keep one peripheral busy in both directions,
 * computed item by item without events: what hdmac_channel.h and ahb_interface.h say, for the one
 * case that nearly all items of a transfer are. The case, or begin_pair() declines:
 *
 *   - the receiver's source and the sender's destination are the peripheral, one item per request,
 *     on an AHB interface that nobody else wants
 *   - their memory sides are on another interface that only these two want, in memory that is
 *     mapped for all that is left
 *   - no request is up and neither channel is being stopped or suspended
 *
 * An item that would meet anything else (a full or an empty FIFO, the last items of a buffer, both
 * channels waiting for memory, two things at the same picosecond) is declined as well, and
 * is left to the events.
 */
#ifndef TW_DMA_HDMAC_PAIR_H
#define TW_DMA_HDMAC_PAIR_H

#include <cstdint>

#include "dma/dma_pair.h"
#include "dma/hdmac_channel.h"

namespace tw
{

class hdmac_pair final : public dma_pair
{
      public:
	explicit hdmac_pair(environment &env) : env_(env) {}

	/* Takes the channels' accesses over; false: it is not the case, and the
	 * channels are as they were. */
	bool begin(request_line &read, request_line &write);

	void end() override;

      private:
	bool plan_busy(const turn &t) override;
	uint32_t commit_busy(uint32_t received) override;

	enum direction : unsigned int { in, out, nr_directions }; /* from, to the peripheral */
	enum class step : uint8_t { read, write, burst_in, burst_out };
	static constexpr unsigned int nobody = nr_directions;
	static constexpr unsigned int max_steps = 16;

	/* Counts only: what may happen when, without the bytes. */
	struct forecast {
		struct {
			uint32_t fill;	      /* bytes in the FIFO */
			uint32_t items, left; /* at the peripheral, in memory */
			uint32_t burst; /* memory items of the access that is wanted; 0: none */
			uint64_t cost, from; /* of that access */
		} of[nr_directions];
		unsigned int busy;   /* whose memory access is under way, or nobody */
		unsigned int last;   /* slot that the memory interface served last */
		uint64_t start, end; /* of the access that is under way */
		uint64_t free_from;  /* end of the last one */
	};
	struct step_done {
		step what;
		uint32_t burst;
	};

	hdmac_channel &channel(unsigned int d) const
	{
		return *channels_[d];
	}
	hdmac_side &at_peripheral(unsigned int d) const
	{
		return channel(d).sides_[d == in ? hdmac_channel::source_slot
						 : hdmac_channel::destination_slot];
	}
	hdmac_side &at_memory(unsigned int d) const
	{
		return channel(d).sides_[memory_slot(d)];
	}
	static unsigned int memory_slot(unsigned int d)
	{
		return d == in ? hdmac_channel::destination_slot : hdmac_channel::source_slot;
	}
	unsigned int slot(unsigned int d) const
	{
		return channel(d).number_ * ahb_interface::group + memory_slot(d);
	}
	bool suits(unsigned int d) const;
	bool suit() const;
	void adopt();
	bool mapped(unsigned int d) const;
	bool may_burst(unsigned int d, uint32_t room) const;
	bool want_burst(unsigned int d, uint64_t now);
	bool serve(uint64_t now);
	bool memory_until(uint64_t until);
	uint32_t calm_turns(unsigned int d) const;
	void look_ahead();
	void account();
	bool note(step what, uint32_t burst = 0);
	void burst(unsigned int d, uint32_t items);
	void hand_back(unsigned int d);

	environment &env_;
	hdmac_channel *channels_[nr_directions] = {};
	request_line *lines_[nr_directions] = {};
	ahb_interface *bus_ = nullptr, *memory_bus_ = nullptr;
	uint64_t burst_cost_[nr_directions] = {};
	bool moved_ = false;
	forecast now_ = {}, next_ = {};
	step_done steps_[max_steps] = {};
	unsigned int nr_steps_ = 0;
};

} // namespace tw

#endif
