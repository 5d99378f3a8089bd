/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The deterministic queue of device events.
 *
 * Order: by time; at the same instant in the order of the calls to schedule(). Scheduling a pending
 * event again moves it and puts it last among those of its new instant. A handler may schedule for
 * the instant it runs at: that event runs after everything already due then. cancel() really
 * cancels, even an event due at the instant that is being served. A time before the current instant
 * means the current instant.
 *
 * Events are nodes that their owner keeps; nothing is allocated per event but the list's own
 * growth. A board has few events at a time (one or two per device that is busy), so the list is
 * sorted and its end is the next one: cheaper than a heap. SystemC's queue is not used: its order
 * at one instant depends on unrelated events.
 */
#ifndef TW_CPU_CALENDAR_H
#define TW_CPU_CALENDAR_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "twin_abi.h"

namespace tw
{

class calendar;

/* One thing that can be due. Its owner must outlive it or cancel it; it must not move in memory. */
class timed_event
{
      public:
	/* run(owner, time) is called when the event is due. */
	timed_event(void (*run)(void *owner, uint64_t time), void *owner) : run_(run), owner_(owner)
	{
	}
	timed_event(const timed_event &) = delete;
	timed_event &operator=(const timed_event &) = delete;

	bool pending() const
	{
		return pending_;
	}

	/* When it is due, ps; meaningless while not pending. */
	uint64_t time() const
	{
		return time_;
	}

      private:
	friend class calendar;

	void (*run_)(void *owner, uint64_t time);
	void *owner_;
	uint64_t time_ = 0;
	bool pending_ = false;
};

/* timed_event run function that calls a member function of the owner. */
template <class T, void (T::*method)(uint64_t)> void run_member(void *owner, uint64_t time)
{
	(static_cast<T *>(owner)->*method)(time);
}

class calendar
{
      public:
	void schedule(timed_event &event, uint64_t time);
	void cancel(timed_event &event);

	/* Time of the earliest event, TWIN_TIME_NEVER without one. */
	uint64_t next() const
	{
		return next_;
	}

	/* The instant served last, ps. */
	uint64_t current() const
	{
		return current_;
	}

	/* Inside run_until(): its limit, ps. */
	uint64_t until() const
	{
		return until_;
	}

	/* Events run so far: a measure of work, not of what happened. */
	uint64_t ran() const
	{
		return ran_;
	}

	/* Runs the earliest event; there must be one. */
	void run_next();
	/* Runs everything due up to and including `until`, also what becomes due meanwhile. */
	void run_until(uint64_t until);

      private:
	void remove(timed_event &event);
	void refresh()
	{
		next_ = list_.empty() ? TWIN_TIME_NEVER : list_.back()->time_;
	}

	std::vector<timed_event *> list_; /* latest first; at one instant, scheduled last first */
	uint64_t next_ = TWIN_TIME_NEVER;
	uint64_t current_ = 0, until_ = 0, ran_ = 0;
};

} // namespace tw

#endif
