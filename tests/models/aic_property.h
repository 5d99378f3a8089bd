/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Random traffic on an interrupt controller of the AIC family against a second account of what is
 * pending, kept the slow way: one struct per source, searched anew after every step.
 *
 * After every step nIRQ must be up exactly when an enabled pending source has a priority above that
 * of the interrupt in service; IVR must give that source; and in the end every edge and every
 * active level that was enabled has been taken.
 */
#ifndef TESTS_MODELS_AIC_PROPERTY_H
#define TESTS_MODELS_AIC_PROPERTY_H

#include "soc_rig.h"

/* How a controller's registers are reached; sources 1 .. count - 1. */
class aic_port
{
      public:
	virtual ~aic_port() = default;
	virtual unsigned int count() const = 0;
	virtual void enable(unsigned int n, bool on) = 0;
	virtual void set_mode(unsigned int n, uint32_t smr) = 0;
	virtual void set_pending(unsigned int n, bool pending) = 0;
	virtual uint32_t read_ivr() = 0;
	virtual uint32_t read_isr() = 0;
	virtual void end() = 0;
	virtual void drive(unsigned int n, bool level) = 0;
	virtual bool nirq() const = 0;
};

class aic_property
{
      public:
	aic_property(aic_port &port, uint64_t seed) : port_(port), random_(seed * 2 + 1)
	{
		for (unsigned int n = 1; n < port_.count(); n++)
			set_mode(n);
	}

	void run(unsigned int steps)
	{
		for (unsigned int i = 0; i < steps; i++) {
			step();
			check(i);
		}
		drain();
	}

      private:
	struct source {
		unsigned int priority = 0;
		bool edge = false, line = false, latch = false, enabled = false;
		bool pending() const
		{
			return edge ? latch : line;
		}
	};

	/* xorshift64* */
	unsigned int pick(unsigned int below)
	{
		random_ ^= random_ >> 12;
		random_ ^= random_ << 25;
		random_ ^= random_ >> 27;
		return static_cast<unsigned int>((random_ * 2685821657736338717ULL >> 33) % below);
	}

	unsigned int pick_source()
	{
		return 1 + pick(port_.count() - 1);
	}

	void set_mode(unsigned int n)
	{
		source &s = sources_[n];

		s.priority = pick(8);
		s.edge = pick(2);
		if (!s.edge)
			s.latch = false;
		/* Bit 6 set is what drivers write: high level or rising edge, pin or not. */
		port_.set_mode(n, s.priority | s.edge << 5 | 1u << 6);
	}

	void drive(unsigned int n, bool level)
	{
		source &s = sources_[n];

		if (level == s.line)
			return;
		if (level && s.edge)
			s.latch = true;
		s.line = level;
		port_.drive(n, level);
	}

	/* 0: nothing can interrupt what is in service. */
	unsigned int expected() const
	{
		unsigned int best = 0;

		for (unsigned int n = port_.count() - 1; n; n--) {
			const source &s = sources_[n];

			if (!s.enabled || !s.pending())
				continue;
			if (depth_ && s.priority <= stack_[depth_ - 1])
				continue;
			if (!best || s.priority >= sources_[best].priority)
				best = n;
		}
		return best;
	}

	void take()
	{
		unsigned int n = expected();

		if (!n)
			return;
		cr_assert_eq(port_.read_ivr(), n);
		cr_assert_eq(port_.read_isr(), n);
		cr_assert_lt(depth_, 8u);
		stack_[depth_++] = sources_[n].priority;
		sources_[n].latch = false;
	}

	void end()
	{
		port_.end();
		if (depth_)
			depth_--;
	}

	void step()
	{
		unsigned int n = pick_source();
		bool on = pick(2);

		switch (pick(8)) {
		case 0:
		case 1:
			drive(n, on);
			break;
		case 2:
			sources_[n].enabled = on;
			port_.enable(n, on);
			break;
		case 3:
			set_mode(n);
			break;
		case 4:
			if (sources_[n].edge)
				sources_[n].latch = on;
			port_.set_pending(n, on);
			break;
		case 5:
		case 6:
			take();
			break;
		case 7:
			end();
			break;
		}
	}

	void check(unsigned int step) const
	{
		cr_assert_eq(port_.nirq(), expected() != 0, "after step %u", step);
	}

	/* A level source is served by making its line low, as a handler would. */
	void drain()
	{
		unsigned int taken = 0, owed = 0;

		for (unsigned int n = 1; n < port_.count(); n++)
			owed += sources_[n].enabled && sources_[n].pending();
		while (depth_)
			end();
		while (port_.nirq()) {
			unsigned int n = expected();

			take();
			taken++;
			if (!sources_[n].edge)
				drive(n, false);
			end();
		}
		cr_assert_eq(taken, owed);
		for (unsigned int n = 1; n < port_.count(); n++) {
			drive(n, false);
			port_.set_pending(n, false);
			port_.enable(n, false);
		}
	}

	aic_port &port_;
	uint64_t random_;
	source sources_[128];
	unsigned int stack_[8] = {}, depth_ = 0;
};

#endif
