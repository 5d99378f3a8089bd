// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The counter's arithmetic against a counter that is moved one edge at a time. */
#include <criterion/criterion.h>

#include "timer/tcb_counter.h"

using tw::tcb_counter;

struct slow_counter {
	uint32_t value = 0, ra = 0, rb = 0, rc = 0, flags = 0;
	tcb_counter::mode mode = {};
	bool running = false, tioa = false;
	uint64_t rises = 0;

	void edge()
	{
		bool at_rc, at_ra, overflow;

		if (!running)
			return;
		value = (value + 1) & 0xffff;
		overflow = value == 0;
		at_rc = value == rc;
		/* RC ends the period: RC and 0 are one and the same edge. */
		at_ra = value == ra || (mode.up_to_rc && at_rc && ra == 0);
		if (value == rb || (mode.up_to_rc && at_rc && rb == 0))
			flags |= tcb_counter::CPBS;
		if (mode.up_to_rc && at_rc)
			value = 0;
		flags |= overflow * tcb_counter::COVFS | at_ra * tcb_counter::CPAS |
			 at_rc * tcb_counter::CPCS;
		if (mode.tioa && at_ra && !tioa)
			rises++;
		if (mode.tioa && (at_ra || at_rc))
			tioa = at_ra;
		if (at_rc && (mode.stop || mode.disable))
			running = false;
	}
};

static uint64_t random_state;

static uint32_t pick(uint32_t below)
{
	random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
	return static_cast<uint32_t>(random_state >> 33) % below;
}

/* Small, close to the end, or anything: where the special cases are. */
static uint32_t pick_value()
{
	switch (pick(4)) {
	case 0:
		return pick(4);
	case 1:
		return 0xffff - pick(4);
	default:
		return pick(0x10000);
	}
}

static void check_planned(const tcb_counter &fast, slow_counter slow, uint32_t flag)
{
	uint64_t planned = fast.edges_until(flag), n = 0;

	slow.flags = 0;
	while (n < 140000 && !(slow.flags & flag)) {
		slow.edge();
		n++;
	}
	cr_assert_eq(planned, slow.flags & flag ? n : tcb_counter::no_edge);
}

static void run(uint64_t seed)
{
	static const uint32_t flags[] = {tcb_counter::COVFS, tcb_counter::CPAS, tcb_counter::CPBS,
					 tcb_counter::CPCS};
	tcb_counter fast(16);
	slow_counter slow;

	random_state = seed;
	slow.mode.up_to_rc = pick(2);
	slow.mode.stop = !pick(4);
	slow.mode.tioa = !slow.mode.up_to_rc && !slow.mode.stop;
	fast.set_mode(slow.mode);
	fast.enable(true);
	fast.trigger();
	slow.running = true;
	if (slow.mode.tioa) {
		slow.tioa = true;
		slow.rises++;
	}
	for (int i = 0; i < 12; i++) {
		uint32_t n = pick(2) ? pick(5) : pick(150000);

		slow.ra = pick_value();
		slow.rb = pick_value();
		do
			slow.rc = pick_value();
		while (slow.rc == slow.ra);
		fast.set_register(tcb_counter::RA, slow.ra);
		fast.set_register(tcb_counter::RB, slow.rb);
		fast.set_register(tcb_counter::RC, slow.rc);
		check_planned(fast, slow, flags[pick(4)]);
		fast.step(n);
		while (n--)
			slow.edge();
		cr_assert_eq(fast.value(), slow.value, "seed %d", (int)seed);
		cr_assert_eq(fast.flags(), slow.flags, "seed %d: 0x%x 0x%x", (int)seed,
			     fast.flags(), slow.flags);
		cr_assert_eq(fast.tioa_rises(), slow.rises, "seed %d", (int)seed);
		cr_assert_eq(fast.tioa(), slow.tioa, "seed %d", (int)seed);
		fast.clear_flags();
		slow.flags = 0;
	}
}

Test(tcb_counter, random_steps)
{
	for (uint64_t seed = 1; seed <= 400; seed++)
		run(seed);
}
