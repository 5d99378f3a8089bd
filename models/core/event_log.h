/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The models' side of the event stream: appends records to the ring shared with the kernel, and
 * drains it when it is full. Records of a class that the ring's mask leaves out cost one compare.
 *
 * A model may record an instant slightly before or after what is already in the ring (a word is
 * recorded when it is complete, with the time of its first clock edge): the stream is not sorted.
 */
#ifndef TW_CORE_EVENT_LOG_H
#define TW_CORE_EVENT_LOG_H

#include <cstdint>
#include <string>
#include <vector>

#include "twin_abi.h"

namespace tw
{

/* Who holds records back until there are enough of them. */
class held_events
{
      public:
	virtual ~held_events() = default;
	/* Appends what is held: no more time will pass. */
	virtual void record_held() = 0;
};

class event_log
{
      public:
	/* Ids of STRING records made here; pids are below 2^32, watched functions from there on. */
	static constexpr uint64_t first_string_id = 1ULL << 33;

	/* ring may be NULL: nothing is recorded. */
	event_log(twin_ring *ring, void (*drain)(void *ctx), void *ctx);

	bool wants(uint32_t cls) const
	{
		return ring_ && (ring_->mask & cls);
	}

	/* Appends one record; time in ps. */
	void put(uint32_t cls, const twin_event &event)
	{
		if (wants(cls))
			append(event);
	}

	/* Appends a name as STRING records of class META; returns its id. */
	uint64_t name(const std::string &text);
	/* Drains when less than an eighth of the ring is free, so that the kernel need not. */
	void make_room()
	{
		if (ring_ && ring_->used > high_water_)
			drain();
	}
	void drain();

	/* `holder` must outlive the log's last end(). */
	void add_holder(held_events &holder);
	/* The run ends: records what is held, and drains. */
	void end();

      private:
	void append(const twin_event &event);

	twin_ring *ring_;
	void (*drain_)(void *ctx);
	void *ctx_;
	uint32_t high_water_;
	std::vector<held_events *> holders_;
	uint64_t next_id_ = first_string_id;
};

} // namespace tw

#endif
