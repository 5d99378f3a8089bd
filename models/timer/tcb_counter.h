/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The counter of one timer/counter channel in waveform mode, as arithmetic on clock edges: nothing
 * happens per edge, step(n) computes what n edges have done.
 *
 * Counting up (WAVSEL 0): 0 .. 2^width - 1, then 0 again with an overflow. Counting up to RC
 * (WAVSEL 2): the edge on which it would become RC makes it 0, so that a period is RC edges. A
 * compare happens on the edge that makes the counter equal to the register; only edges compare,
 * writes do not. RC 0 is reached by the overflow, and so is an RC that was lowered below the
 * counter. CPCSTOP and CPCDIS stop the counter on the edge of the RC compare: counting up it then
 * shows RC, counting up to RC 0.
 *
 * TIOA, where used: rises on the RA compare and on a trigger, falls on the RC compare.
 *
 * Source: Linux 6.1 include/soc/at91/atmel_tcb.h and drivers/clocksource/timer-atmel-tcb.c (a tick
 * is programmed as RC = rate / HZ, so a period is RC edges); the rest is assumed.
 */
#ifndef TW_TIMER_TCB_COUNTER_H
#define TW_TIMER_TCB_COUNTER_H

#include <cstdint>

namespace tw
{

class tcb_counter
{
      public:
	/* Bits of SR. */
	enum flag : uint32_t { COVFS = 1 << 0, CPAS = 1 << 2, CPBS = 1 << 3, CPCS = 1 << 4 };
	enum compare { RA, RB, RC };
	struct mode {
		bool up_to_rc, stop, disable, tioa;
	};
	static constexpr uint64_t no_edge = ~0ULL;

	/* width: 16 or 32 bits. */
	explicit tcb_counter(unsigned int width) : modulus_(1ULL << width) {}

	/* TIOA is only right while counting up without a stop and with RA and RC different. */
	void set_mode(const mode &mode);
	void set_register(compare which, uint32_t value);
	uint32_t get_register(compare which) const
	{
		return static_cast<uint32_t>(registers_[which]);
	}

	/* CLKEN, CLKDIS. An enabled counter stands until a trigger starts it. */
	void enable(bool on);
	/* The edge on which a trigger takes effect; nothing unless enabled. */
	void trigger();
	/* n edges of its clock. */
	void step(uint64_t n);
	/* Edges up to the one that sets a flag of `mask`; no_edge: none does. */
	uint64_t edges_until(uint32_t mask) const;

	uint32_t value() const
	{
		return static_cast<uint32_t>(value_);
	}
	bool enabled() const
	{
		return enabled_;
	}
	bool running() const
	{
		return running_;
	}
	uint32_t flags() const
	{
		return flags_;
	}
	void clear_flags()
	{
		flags_ = 0;
	}
	/* Rising edges of TIOA since power-on, and its level. */
	uint64_t tioa_rises() const
	{
		return rises_;
	}
	bool tioa() const
	{
		return tioa_;
	}

      private:
	bool below_rc() const;
	bool periodic() const;
	uint64_t until(compare which) const;
	uint64_t until_overflow() const;
	uint64_t until_flag(uint32_t flag) const;
	void advance_tioa(uint64_t n);
	void advance_value(uint64_t n);

	uint64_t modulus_, value_ = 0, rises_ = 0;
	uint64_t registers_[3] = {};
	mode mode_ = {};
	bool enabled_ = false, running_ = false, tioa_ = false;
	uint32_t flags_ = 0;
};

} // namespace tw

#endif
