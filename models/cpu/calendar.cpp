// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/calendar.h"

#include <algorithm>

namespace tw
{

bool calendar::before(const timed_event *a, const timed_event *b)
{
	if (a->time_ != b->time_)
		return a->time_ < b->time_;
	return a->sequence_ < b->sequence_;
}

void calendar::place(timed_event *event, size_t slot)
{
	heap_[slot] = event;
	event->slot_ = slot;
}

void calendar::sift_up(size_t slot)
{
	timed_event *event = heap_[slot];

	while (slot && before(event, heap_[(slot - 1) / 2])) {
		place(heap_[(slot - 1) / 2], slot);
		slot = (slot - 1) / 2;
	}
	place(event, slot);
}

void calendar::sift_down(size_t slot)
{
	timed_event *event = heap_[slot];

	for (;;) {
		size_t child = 2 * slot + 1;

		if (child >= heap_.size())
			break;
		if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child]))
			child++;
		if (!before(heap_[child], event))
			break;
		place(heap_[child], slot);
		slot = child;
	}
	place(event, slot);
}

void calendar::refresh()
{
	next_ = heap_.empty() ? TWIN_TIME_NEVER : heap_[0]->time_;
}

void calendar::remove(timed_event &event)
{
	size_t slot = event.slot_;
	timed_event *last = heap_.back();

	heap_.pop_back();
	event.slot_ = timed_event::idle;
	if (last == &event)
		return;
	place(last, slot);
	sift_up(slot);
	sift_down(last->slot_);
}

void calendar::schedule(timed_event &event, uint64_t time)
{
	if (event.pending())
		remove(event);
	event.time_ = std::max(time, current_);
	event.sequence_ = sequence_++;
	event.slot_ = heap_.size();
	heap_.push_back(&event);
	sift_up(event.slot_);
	refresh();
}

void calendar::cancel(timed_event &event)
{
	if (!event.pending())
		return;
	remove(event);
	refresh();
}

void calendar::run_next()
{
	timed_event *event = heap_[0];

	current_ = event->time_;
	remove(*event);
	refresh();
	event->run_(event->owner_, current_);
}

void calendar::run_until(uint64_t until)
{
	while (next_ <= until && next_ != TWIN_TIME_NEVER)
		run_next();
	current_ = std::max(current_, until);
}

} // namespace tw
