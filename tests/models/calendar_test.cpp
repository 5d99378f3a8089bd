// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cpu/calendar.h"

using tw::calendar;
using tw::timed_event;

struct probe {
	explicit probe(char name, std::string &order)
	    : name(name), order(order), event(tw::run_member<probe, &probe::run>, this)
	{
	}

	void run(uint64_t time)
	{
		order += name;
		ran_at = time;
		if (action)
			action(*this);
	}

	char name;
	std::string &order;
	timed_event event;
	uint64_t ran_at = 0;
	void (*action)(probe &) = nullptr;
	calendar *cal = nullptr;
	probe *other = nullptr;
};

/* SystemC's heap runs twelve events of one instant as 1 7 6 5 4 11 8 2 0 3 9 10. */
Test(calendar, same_instant_runs_in_order_of_scheduling)
{
	std::string order;
	calendar cal;
	std::vector<std::unique_ptr<probe>> probes;

	for (char c = 'a'; c < 'm'; c++)
		probes.push_back(std::make_unique<probe>(c, order));
	for (auto &p : probes)
		cal.schedule(p->event, 1000);
	cal.run_until(999);
	cr_assert_eq(order, "", "%s", order.c_str());
	cal.run_until(1000);
	cr_assert_eq(order, "abcdefghijkl", "%s", order.c_str());
	cr_assert_eq(probes[5]->ran_at, 1000u);
	cr_assert_eq(cal.next(), TWIN_TIME_NEVER);
}

Test(calendar, an_unrelated_event_changes_no_order)
{
	std::string order;
	calendar cal;
	probe a('a', order), b('b', order), x('x', order), c('c', order);

	cal.schedule(a.event, 50);
	cal.schedule(x.event, 10);
	cal.schedule(b.event, 50);
	cal.schedule(c.event, 50);
	cal.run_until(100);
	cr_assert_eq(order, "xabc", "%s", order.c_str());
}

Test(calendar, moving_an_event_puts_it_last)
{
	std::string order;
	calendar cal;
	probe a('a', order), b('b', order);

	cal.schedule(a.event, 50);
	cal.schedule(b.event, 50);
	cal.schedule(a.event, 50);
	cal.run_until(50);
	cr_assert_eq(order, "ba", "%s", order.c_str());
	cal.schedule(a.event, 200);
	cal.schedule(a.event, 100);
	cr_assert_eq(cal.next(), 100u);
	cal.schedule(a.event, 300);
	cr_assert_eq(cal.next(), 300u);
	cal.run_until(1000);
	cr_assert_eq(order, "baa", "%s", order.c_str());
}

Test(calendar, cancel_works_even_at_the_instant_itself)
{
	std::string order;
	calendar cal;
	probe a('a', order), b('b', order), c('c', order);

	a.cal = &cal;
	a.other = &b;
	a.action = [](probe &p) { p.cal->cancel(p.other->event); };
	cal.schedule(a.event, 7);
	cal.schedule(b.event, 7);
	cal.schedule(c.event, 7);
	cal.run_until(7);
	cr_assert_eq(order, "ac", "%s", order.c_str());
	cr_assert_not(b.event.pending());
	cal.cancel(b.event);
	cr_assert_eq(cal.next(), TWIN_TIME_NEVER);
}

Test(calendar, what_a_handler_adds_for_now_runs_after_what_is_due)
{
	std::string order;
	calendar cal;
	probe a('a', order), b('b', order), c('c', order);

	a.cal = &cal;
	a.other = &c;
	/* A time in the past means now. */
	a.action = [](probe &p) { p.cal->schedule(p.other->event, 3); };
	cal.schedule(a.event, 7);
	cal.schedule(b.event, 7);
	cal.run_until(7);
	cr_assert_eq(order, "abc", "%s", order.c_str());
	cr_assert_eq(c.ran_at, 7u);
}

/* A heap that loses its order would show here: many moves and cancels against a plain list. */
Test(calendar, agrees_with_a_sorted_list)
{
	static constexpr int count = 200;
	std::string order;
	calendar cal;
	std::vector<std::unique_ptr<probe>> probes;
	std::vector<std::pair<uint64_t, int>> expected(count, {0, 0});
	uint32_t random = 12345;
	int sequence = 0;

	for (int i = 0; i < count; i++)
		probes.push_back(std::make_unique<probe>('x', order));
	for (int step = 0; step < 5000; step++) {
		random = random * 1664525 + 1013904223;

		int which = random >> 8 & 0xff;

		if (which >= count)
			continue;
		if (random >> 30) {
			expected[which] = {(random >> 16 & 0x3f) + 1, ++sequence};
			cal.schedule(probes[which]->event, expected[which].first);
		} else {
			expected[which] = {0, 0};
			cal.cancel(probes[which]->event);
		}
	}

	std::vector<int> by_order;

	for (int i = 0; i < count; i++)
		if (expected[i].second)
			by_order.push_back(i);
	std::sort(by_order.begin(), by_order.end(),
		  [&](int a, int b) { return expected[a] < expected[b]; });
	cr_assert_gt(by_order.size(), 50u);
	for (int i : by_order) {
		cr_assert(probes[i]->event.pending());
		cr_assert_eq(cal.next(), expected[i].first);
		cal.run_next();
		cr_assert_not(probes[i]->event.pending());
	}
	cr_assert_eq(cal.next(), TWIN_TIME_NEVER);
}
