// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/calendar.h"

#include <algorithm>

namespace tw
{

void calendar::remove(timed_event &event)
{
	auto at = list_.end();

	while (*--at != &event)
		;
	list_.erase(at);
	event.pending_ = false;
}

/* Before all that are due at the same instant or earlier: those run first. */
void calendar::schedule(timed_event &event, uint64_t time)
{
	size_t at;

	if (event.pending_)
		remove(event);
	event.time_ = std::max(time, current_);
	event.pending_ = true;
	list_.push_back(&event);
	for (at = list_.size() - 1; at && list_[at - 1]->time_ <= event.time_; at--)
		list_[at] = list_[at - 1];
	list_[at] = &event;
	refresh();
}

void calendar::cancel(timed_event &event)
{
	if (!event.pending_)
		return;
	remove(event);
	refresh();
}

void calendar::run_next()
{
	timed_event *event = list_.back();

	list_.pop_back();
	event->pending_ = false;
	current_ = event->time_;
	ran_++;
	refresh();
	event->run_(event->owner_, current_);
}

void calendar::run_until(uint64_t until)
{
	until_ = until;
	while (next_ <= until && next_ != TWIN_TIME_NEVER)
		run_next();
	current_ = std::max(current_, until);
}

} // namespace tw
