// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "dma/ahb_interface.h"

#include <algorithm>

#include "twin_abi.h"

namespace tw
{

ahb_interface::ahb_interface(calendar &events, ahb_user &user)
    : events_(events), user_(user),
      done_event_(run_member<ahb_interface, &ahb_interface::done>, this)
{
}

void ahb_interface::reset()
{
	events_.cancel(done_event_);
	wanted_ = 0;
	current_ = none;
	last_ = max_slots - 1;
	start_ = free_from_ = 0;
	round_robin_ = ending_ = false;
}

void ahb_interface::want(unsigned int slot, uint64_t from, uint64_t cost, uint64_t now)
{
	wanted_ |= 1u << slot;
	from_[slot] = from;
	cost_[slot] = cost;
	plan(now);
}

bool ahb_interface::drop(unsigned int slot, uint64_t now)
{
	if (current_ == slot && has_started(now))
		return false;
	wanted_ &= ~(1u << slot);
	plan(now);
	return true;
}

/* Among those that want it by `from`; there is one. */
unsigned int ahb_interface::choose(uint64_t from) const
{
	unsigned int after = round_robin_ ? (last_ / group + 1) * group % max_slots : 0;
	uint32_t ready = 0;

	for (uint32_t rest = wanted_; rest; rest &= rest - 1) {
		unsigned int slot = static_cast<unsigned int>(__builtin_ctz(rest));

		if (from_[slot] <= from)
			ready |= 1u << slot;
	}
	if (ready >> after)
		return after + static_cast<unsigned int>(__builtin_ctz(ready >> after));
	return static_cast<unsigned int>(__builtin_ctz(ready));
}

void ahb_interface::begin(unsigned int slot, uint64_t start)
{
	uint64_t end = start + cost_[slot];

	current_ = slot;
	start_ = start;
	if (!done_event_.pending() || done_event_.time() != end)
		events_.schedule(done_event_, end);
}

/* What comes next, unless it has started or the end of the last one is being served. */
void ahb_interface::plan(uint64_t now)
{
	uint64_t first = TWIN_TIME_NEVER;

	if (ending_ || has_started(now))
		return;
	if (!wanted_) {
		current_ = none;
		events_.cancel(done_event_);
		return;
	}
	if (!(wanted_ & (wanted_ - 1))) {
		unsigned int only = static_cast<unsigned int>(__builtin_ctz(wanted_));

		begin(only, std::max(from_[only], free_from_));
		return;
	}
	for (uint32_t rest = wanted_; rest; rest &= rest - 1)
		first = std::min(first, from_[__builtin_ctz(rest)]);
	first = std::max(first, free_from_);
	begin(choose(first), first);
}

void ahb_interface::done(uint64_t now)
{
	unsigned int slot = current_;
	bool goes_on;

	wanted_ &= ~(1u << slot);
	current_ = none;
	last_ = slot;
	free_from_ = now;
	ending_ = true;
	goes_on = user_.access_done(slot, now);
	ending_ = false;
	if (goes_on)
		begin(slot, now);
	else
		plan(now);
}

} // namespace tw
