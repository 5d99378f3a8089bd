// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cinttypes>

#include <string>
#include <utility>
#include <vector>

#include "cpu/quiet_events.h"

using tw::calendar;
using tw::quiet_events;
using tw::quiet_member;
using tw::timed_event;

/* One quiet event and a promise. */
struct member : quiet_member {
	explicit member(quiet_events &quiet)
	    : quiet(quiet), event(tw::run_member<member, &member::run>, this)
	{
		quiet.join(*this);
	}

	uint64_t seen_from() const override
	{
		return seen;
	}

	void run(uint64_t time)
	{
		ran.push_back(time);
		if (action)
			action(*this, time);
	}

	quiet_events &quiet;
	timed_event event;
	uint64_t seen = TWIN_TIME_NEVER;
	std::vector<uint64_t> ran;
	void (*action)(member &, uint64_t time) = nullptr;
	member *other = nullptr;
};

struct board {
	calendar visible;
	quiet_events quiet{visible};
	member a{quiet}, b{quiet};
};

Test(quiet_events, nobody_promises_more_than_the_lag)
{
	static const struct {
		uint64_t a, b; /* when their events are due */
		uint64_t seen_a, seen_b;
		uint64_t expected; /* when the board looks */
	} cases[] = {
		{1000, 2000, 0, 0, 1000},
		{1000, 2000, 500, 1500, 1000},
		{1000, 2000, 5000, 3000, 3000},
		{1000, 2000, 5000, TWIN_TIME_NEVER, 5000},
		{2000, 1000, 1500, 9000, 1500},
		{1000, 2000, TWIN_TIME_NEVER, TWIN_TIME_NEVER, 200001000},
		{1000, 2000, 300000000, 400000000, 200001000},
	};

	for (const auto &c : cases) {
		board w;

		w.a.seen = c.seen_a;
		w.b.seen = c.seen_b;
		w.quiet.events().schedule(w.a.event, c.a);
		w.quiet.events().schedule(w.b.event, c.b);
		cr_assert_eq(w.visible.next(), TWIN_TIME_NEVER);
		w.quiet.arm();
		cr_assert_eq(w.visible.next(), c.expected, "%" PRIu64, w.visible.next());
	}
}

Test(quiet_events, they_run_late_at_their_own_times)
{
	board w;

	w.a.seen = 5000;
	w.quiet.events().schedule(w.a.event, 1000);
	w.quiet.events().schedule(w.b.event, 5001);
	w.quiet.arm();
	w.visible.run_until(4999);
	cr_assert(w.a.ran.empty());
	w.visible.run_until(5000);
	cr_assert_eq(w.a.ran, std::vector<uint64_t>({1000}));
	cr_assert(w.b.ran.empty());
	/* It looks again: b alone is left. */
	w.a.seen = TWIN_TIME_NEVER;
	w.b.seen = 7000;
	w.quiet.arm();
	cr_assert_eq(w.visible.next(), 7000u);
	w.visible.run_until(7000);
	cr_assert_eq(w.b.ran, std::vector<uint64_t>({5001}));
	cr_assert_eq(w.visible.next(), TWIN_TIME_NEVER);
}

Test(quiet_events, catching_up_includes_the_instant)
{
	board w;

	w.quiet.events().schedule(w.a.event, 1000);
	w.quiet.catch_up(999);
	cr_assert(w.a.ran.empty());
	w.quiet.catch_up(1000);
	cr_assert_eq(w.a.ran.size(), 1u);
}

Test(quiet_events, what_is_cancelled_is_not_waited_for)
{
	board w;

	w.a.seen = 3000;
	w.quiet.events().schedule(w.a.event, 1000);
	w.quiet.arm();
	cr_assert_eq(w.visible.next(), 3000u);
	w.quiet.events().cancel(w.a.event);
	w.quiet.arm();
	cr_assert_eq(w.visible.next(), TWIN_TIME_NEVER);
}

/* An event that touches what catches up first must not have the next one run inside itself. */
Test(quiet_events, one_event_does_not_run_inside_another)
{
	static std::string order;
	board w;

	w.a.seen = 0;
	w.a.action = [](member &m, uint64_t time) {
		order += "(";
		m.quiet.catch_up(time);
		m.quiet.arm();
		order += ")";
	};
	w.b.action = [](member &, uint64_t) { order += "b"; };
	w.quiet.events().schedule(w.a.event, 1000);
	w.quiet.events().schedule(w.b.event, 1000);
	w.quiet.arm();
	w.visible.run_until(1000);
	cr_assert_eq(order, "()b", "%s", order.c_str());
}

/* Two members that put each other's next event at distances that a generator gives. */
struct game {
	calendar visible;
	quiet_events quiet{visible};
	member a{quiet}, b{quiet};
	uint32_t random;

	explicit game(uint32_t seed) : random(seed)
	{
		self = this;
		a.action = b.action = [](member &m, uint64_t time) { self->next(m, time); };
		a.other = &b;
		b.other = &a;
		quiet.events().schedule(a.event, 10);
		quiet.events().schedule(b.event, 10);
		quiet.arm();
	}

	void next(member &m, uint64_t time)
	{
		random = random * 1664525 + 1013904223;
		trace.push_back({&m == &a, time});
		quiet.events().schedule(m.event, time + (random >> 28));
		if (random >> 8 & 1)
			quiet.events().schedule(m.other->event, time + (random >> 12 & 7));
	}

	static game *self;
	std::vector<std::pair<bool, uint64_t>> trace;
};

game *game::self;

Test(quiet_events, how_late_they_run_changes_nothing)
{
	for (uint32_t seed = 1; seed <= 50; seed++) {
		std::vector<std::pair<bool, uint64_t>> reference;

		for (int how = 0; how < 4; how++) {
			game g(seed);
			uint32_t steps = seed;

			g.a.seen = g.b.seen = how == 1 ? TWIN_TIME_NEVER : 0;
			for (uint64_t t = 0; how >= 2 && t < 2000;
			     t += steps >> (how == 2 ? 30 : 24)) {
				steps = steps * 22695477 + 1;
				g.quiet.catch_up(t);
				g.quiet.arm();
			}
			if (how < 2)
				g.visible.run_until(2000);
			g.quiet.catch_up(2000);
			if (!how)
				reference = g.trace;
			cr_assert_gt(g.trace.size(), 200u);
			cr_assert(g.trace == reference, "seed %u, way %d", seed, how);
		}
	}
}
