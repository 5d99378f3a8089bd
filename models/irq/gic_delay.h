/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A way that signals take some time for, in order: an input's change on its way into a GIC, or a
 * software generated interrupt between two CPUs. Without a delay they arrive at once, without
 * event.
 */
#ifndef TW_IRQ_GIC_DELAY_H
#define TW_IRQ_GIC_DELAY_H

#include <algorithm>
#include <cstdint>
#include <deque>

#include "cpu/calendar.h"

namespace tw
{

/* cpus: one bit for each CPU whose private interrupt it is; 0: a shared one. */
struct gic_signal {
	uint64_t cpus;
	unsigned int intid;
	bool level;
};

class gic_receiver
{
      public:
	virtual ~gic_receiver() = default;
	virtual void arrive(const gic_signal &signal) = 0;
};

class gic_delay
{
      public:
	/* delay: ps. */
	gic_delay(calendar &events, gic_receiver &receiver, uint64_t delay)
	    : events_(events), receiver_(receiver), delay_(delay),
	      event_(run_member<gic_delay, &gic_delay::due>, this)
	{
	}

	void send(const gic_signal &signal, uint64_t now)
	{
		if (!delay_) {
			receiver_.arrive(signal);
			return;
		}
		last_ = std::max(last_, now + delay_);
		under_way_.push_back({last_, signal});
		if (!event_.pending())
			events_.schedule(event_, last_);
	}

      private:
	struct item {
		uint64_t due;
		gic_signal signal;
	};

	void due(uint64_t time)
	{
		while (!under_way_.empty() && under_way_.front().due <= time) {
			gic_signal signal = under_way_.front().signal;

			under_way_.pop_front();
			receiver_.arrive(signal);
		}
		if (!under_way_.empty())
			events_.schedule(event_, under_way_.front().due);
	}

	calendar &events_;
	gic_receiver &receiver_;
	uint64_t delay_, last_ = 0;
	timed_event event_;
	std::deque<item> under_way_;
};

} // namespace tw

#endif
