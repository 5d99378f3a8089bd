// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/event_log.h"

#include <algorithm>
#include <cstring>

namespace tw
{

event_log::event_log(twin_ring *ring, void (*drain)(void *ctx), void *ctx)
    : ring_(ring && ring->size ? ring : nullptr), drain_(drain), ctx_(ctx),
      high_water_(ring ? ring->size - ring->size / 8 : 0)
{
}

void event_log::append(const twin_event &event)
{
	if (ring_->used >= ring_->size)
		drain();
	/* Without a drain callback the stream ends here rather than overrun the ring. */
	if (ring_->used < ring_->size)
		ring_->events[ring_->used++] = event;
}

void event_log::drain()
{
	if (ring_ && drain_)
		drain_(ctx_);
}

void event_log::add_holder(held_events &holder)
{
	holders_.push_back(&holder);
}

void event_log::end()
{
	for (held_events *h : holders_)
		h->record_held();
	drain();
}

uint64_t event_log::name(const std::string &text)
{
	uint64_t id = next_id_++;

	for (size_t at = 0; at < text.size(); at += 8) {
		size_t len = std::min<size_t>(8, text.size() - at);
		twin_event event = {};

		event.type = TWIN_EV_STRING;
		event.flags = static_cast<uint8_t>(len);
		event.a = id;
		memcpy(&event.b, text.data() + at, len);
		put(TWIN_CLASS_META, event);
	}
	return id;
}

} // namespace tw
