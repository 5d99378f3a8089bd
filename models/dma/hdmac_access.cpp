// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The accesses of a channel: which may take place, when they are asked for, what they do. */
#include <algorithm>

#include "dma/hdmac_channel.h"

namespace tw
{

using namespace at_hdmac_regs;

bool hdmac_channel::may_access_memory(unsigned int slot) const
{
	const hdmac_side &s = sides_[slot];

	if (slot == source_slot)
		return fifo_.space() >= s.threshold || fifo_.space() >= s.left * s.width;
	return fifo_.fill() >= s.threshold ||
	       (fifo_.fill() >= s.width && (suspended_ || !sides_[source_slot].left));
}

bool hdmac_channel::may_access(unsigned int slot) const
{
	const hdmac_side &s = sides_[slot];

	if (s.peripheral() && !s.chunk_left && !s.line->level)
		return false;
	if (phase_ != phase::run || stopping_ || !s.left || (slot == source_slot && suspended_))
		return false;
	if (!s.peripheral())
		return may_access_memory(slot);
	return (slot == source_slot ? fifo_.space() : fifo_.fill()) >= s.width;
}

/* Something that a side waits for has changed. */
void hdmac_channel::refresh(unsigned int slot, uint64_t now)
{
	hdmac_side &s = sides_[slot];
	bool may = may_access(slot);

	if (s.wanted == may)
		return;
	if (may)
		ask(slot, now);
	else if (s.interface->drop(number_ * ahb_interface::group + slot, now))
		s.wanted = false;
}

void hdmac_channel::ask(unsigned int slot, uint64_t now)
{
	hdmac_side &s = sides_[slot];
	bool in = slot == source_slot;
	uint64_t from = now, cost = 0;

	if (s.peripheral()) {
		if (!s.chunk_left)
			from = std::max(now, std::max(s.line->rose, s.ready_from) +
						     env_.costs.charge(TWIN_COST_DMA_REQUEST));
		cost = env_.costs.charge(in ? TWIN_COST_DMA_PERIPH_READ
					    : TWIN_COST_DMA_PERIPH_WRITE);
	} else {
		s.burst = std::min(s.left, (in ? fifo_.space() : fifo_.fill()) / s.width);
		for (uint32_t i = 0; i < s.burst; i++)
			cost += env_.costs.charge(in ? TWIN_COST_DMA_MEM_READ
						     : TWIN_COST_DMA_MEM_WRITE);
	}
	s.wanted = true;
	s.interface->want(number_ * ahb_interface::group + slot, from, cost, now);
}

bool hdmac_channel::access_done(unsigned int slot, uint64_t now)
{
	hdmac_side &s = sides_[slot];

	if (slot == descriptor_slot) {
		descriptor_wanted_ = false;
		if (stopping_)
			stop_if_idle(now);
		else if (phase_ == phase::fetch)
			fetched(now);
		else
			written_back(now);
		return false;
	}
	s.wanted = false;
	if (s.peripheral())
		return peripheral_access(slot, now);
	if (!memory_access(slot))
		fail(nullptr);
	else
		settle(now);
	return false;
}

/* After an access: the end of the buffer or of the channel, or what both sides can do now. */
void hdmac_channel::settle(uint64_t now)
{
	if (stopping_) {
		stop_if_idle(now);
	} else if (!destination().left) {
		buffer_complete(now);
	} else {
		/* What may be done already still may: room and data have only grown. */
		if (!source().wanted)
			refresh(source_slot, now);
		if (!destination().wanted)
			refresh(destination_slot, now);
	}
}

/* One item of a chunk; true: the next one follows at once. */
bool hdmac_channel::peripheral_access(unsigned int slot, uint64_t now)
{
	hdmac_side &s = sides_[slot];
	uint32_t chunk_left = s.chunk_left ? s.chunk_left : std::min(s.chunk, s.left);

	if (!s.device) {
		bus_error(now);
		if (stopping_)
			stop_if_idle(now);
		return false;
	}
	accessing_ = true;
	if (slot == source_slot)
		source_item(now);
	else
		destination_item(now);
	accessing_ = false;
	if (chunk_left == 1)
		s.ready_from = now;
	s.chunk_left = chunk_left - 1;
	s.advance();
	if (s.step && s.left)
		s.device = env_.directory.device_at(s.address);
	settle(now);
	return s.chunk_left && s.wanted;
}

void hdmac_channel::source_item(uint64_t now)
{
	hdmac_side &s = source();
	fifo_.push_item(s.device->dma_read(static_cast<uint32_t>(s.address - s.device->base()),
					   s.width, now),
			s.width);
}

void hdmac_channel::destination_item(uint64_t now)
{
	hdmac_side &d = destination();

	d.device->dma_write(static_cast<uint32_t>(d.address - d.device->base()),
			    fifo_.pop_item(d.width), d.width, now);
}

/* The items of one burst; false: a fault has been reported. */
bool hdmac_channel::memory_access(unsigned int slot)
{
	hdmac_side &s = sides_[slot];
	uint32_t at_once = s.dense() ? s.burst : 1;
	uint8_t bytes[byte_fifo::size];

	for (uint32_t done = 0; done < s.burst; done += at_once) {
		unsigned int n = at_once * s.width;
		bool fine;

		if (slot == source_slot) {
			fine = env_.memory.read(name_.c_str(), s.address, bytes, n);
			fifo_.push(bytes, n);
		} else {
			fifo_.pop(bytes, n);
			fine = env_.memory.write(name_.c_str(), s.address, bytes, n);
		}
		if (!fine)
			return false;
		if (s.dense())
			s.advance(at_once);
		else
			s.advance();
	}
	return true;
}

/*
 * Lower bound: each request that is still missing comes at least a period after the one before it.
 * Without a promise, and near the end, everything may be over with the next event.
 */
uint64_t hdmac_channel::complete_from(uint64_t now) const
{
	const hdmac_side &s = sides_[source_slot], &d = sides_[destination_slot];
	const hdmac_side &paced = s.peripheral() ? s : d;
	uint64_t missing;

	if (phase_ == phase::off || phase_ == phase::failed)
		return TWIN_TIME_NEVER;
	if (phase_ != phase::run || !paced.peripheral() || !paced.device)
		return now;
	missing = paced.requests_left();
	if (missing && (paced.line->level || paced.wanted))
		missing--;
	return missing ? now + (missing - 1) * paced.line->period : now;
}

} // namespace tw
