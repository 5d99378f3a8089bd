/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Events that nobody outside can see at the instant they happen: the words of a transfer that a DMA
 * controller feeds, thousands of which pass before a CPU is told. They live in a calendar of their
 * own, which runs late: when a register of a member is touched, when a wire or memory of theirs is,
 * or at the first instant at which one of them may become visible. Each event still happens at its
 * own time, and what happens does not depend on how late it is run.
 *
 * A member schedules on events() and says in seen_from() from when on its events may be visible
 * (an interrupt line, a GPIO pin). Whoever changes a member calls catch_up() before and arm()
 * after; bus_device does so around every register access.
 *
 * Late means at most `lag`: the event stream's order is restored within a bounded window.
 */
#ifndef TW_CPU_QUIET_EVENTS_H
#define TW_CPU_QUIET_EVENTS_H

#include <vector>

#include "cpu/calendar.h"

namespace tw
{

class quiet_member
{
      public:
	virtual ~quiet_member() = default;
	/*
	 * A lower bound of the next instant at which an event of this member, or what another
	 * member's event makes it do, is visible outside, ps; TWIN_TIME_NEVER: none is in sight.
	 * Valid until somebody touches a member. When in doubt: 0, each event at its own time.
	 */
	virtual uint64_t seen_from() const = 0;
};

class quiet_events
{
      public:
	static constexpr uint64_t lag = 200000000; /* 200 us */

	explicit quiet_events(calendar &visible);

	/* `member` must outlive this or never be run again. */
	void join(const quiet_member &member);
	/* Members schedule here. */
	calendar &events()
	{
		return events_;
	}
	/*
	 * Runs everything due up to and including `now`. Called by an event of a member it does
	 * nothing: all that came before that event has been run, and the rest follows.
	 */
	void catch_up(uint64_t now)
	{
		if (events_.next() <= now && !running_)
			run(now);
	}
	/* A member may have changed: plans the next visible instant anew, after what is running. */
	void arm();
	/* Reference mode: members leave each event to the calendar and take no short cuts. */
	void set_one_by_one(bool on)
	{
		one_by_one_ = on;
	}
	bool one_by_one() const
	{
		return one_by_one_;
	}

      private:
	void run(uint64_t now);
	void due(uint64_t now);

	calendar &visible_;
	calendar events_;
	std::vector<const quiet_member *> members_;
	timed_event proxy_;
	bool running_ = false, one_by_one_ = false;
};

} // namespace tw

#endif
