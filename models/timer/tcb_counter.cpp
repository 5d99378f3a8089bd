// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "timer/tcb_counter.h"

#include <algorithm>

namespace tw
{

static constexpr uint32_t all_flags[] = {tcb_counter::COVFS, tcb_counter::CPAS, tcb_counter::CPBS,
					 tcb_counter::CPCS};

void tcb_counter::set_mode(const mode &mode)
{
	mode_ = mode;
}

void tcb_counter::set_register(compare which, uint32_t value)
{
	registers_[which] = value % modulus_;
}

void tcb_counter::enable(bool on)
{
	enabled_ = on;
	running_ = running_ && on;
}

void tcb_counter::trigger()
{
	if (!enabled_)
		return;
	value_ = 0;
	running_ = true;
	if (mode_.tioa && !tioa_) {
		tioa_ = true;
		rises_++;
	}
}

/* Is RC the period? RC 0 is the full one. */
bool tcb_counter::periodic() const
{
	return mode_.up_to_rc && registers_[RC];
}

/* Will RC be reached without an overflow? */
bool tcb_counter::below_rc() const
{
	return value_ < registers_[RC];
}

/* Edges up to the overflow; no_edge: none before the counter starts again from 0. */
uint64_t tcb_counter::until_overflow() const
{
	return periodic() && below_rc() ? no_edge : modulus_ - value_;
}

/* Edges up to the one that makes the counter equal to a register. */
uint64_t tcb_counter::until(compare which) const
{
	uint64_t target = registers_[which], rc = registers_[RC];

	if (!periodic())
		return (target + modulus_ - value_ - 1) % modulus_ + 1;
	if (below_rc())
		return target > rc ? no_edge : (target + rc - value_ - 1) % rc + 1;
	/* Past RC: up to the overflow, then from 0. */
	if (target > value_)
		return target - value_;
	return target > rc ? no_edge : modulus_ - value_ + target;
}

uint64_t tcb_counter::until_flag(uint32_t flag) const
{
	switch (flag) {
	case CPAS:
		return until(RA);
	case CPBS:
		return until(RB);
	case CPCS:
		return until(RC);
	default:
		return until_overflow();
	}
}

uint64_t tcb_counter::edges_until(uint32_t mask) const
{
	uint64_t end = mode_.stop || mode_.disable ? until(RC) : no_edge, first = no_edge;

	if (!running_)
		return no_edge;
	for (uint32_t flag : all_flags)
		if (mask & flag)
			first = std::min(first, until_flag(flag));
	return first <= end ? first : no_edge;
}

void tcb_counter::advance_value(uint64_t n)
{
	if (!periodic())
		value_ = (value_ + n % modulus_) % modulus_;
	else if (below_rc())
		value_ = (value_ + n % registers_[RC]) % registers_[RC];
	else if (n < modulus_ - value_)
		value_ += n;
	else
		value_ = (n - (modulus_ - value_)) % registers_[RC];
}

/* RA and RC are each reached once per 2^width edges, in turn. */
void tcb_counter::advance_tioa(uint64_t n)
{
	uint64_t rise = until(RA), fall = until(RC);
	uint64_t rises = n >= rise ? (n - rise) / modulus_ + 1 : 0;
	uint64_t falls = n >= fall ? (n - fall) / modulus_ + 1 : 0;

	/* A first RA compare that finds the output up is no edge. */
	if (rises && !(tioa_ && rise < fall))
		rises_++;
	if (rises)
		rises_ += rises - 1;
	if (rises || falls)
		tioa_ = falls < rises || (falls == rises && rise > fall);
}

void tcb_counter::step(uint64_t n)
{
	bool stops = mode_.stop || mode_.disable, stopped = false;

	if (!running_ || !n)
		return;
	if (stops && n >= until(RC)) {
		n = until(RC);
		stopped = true;
	}
	for (uint32_t flag : all_flags)
		if (until_flag(flag) <= n)
			flags_ |= flag;
	if (mode_.tioa)
		advance_tioa(n);
	advance_value(n);
	if (stopped) {
		running_ = false;
		enabled_ = enabled_ && !mode_.disable;
	}
}

} // namespace tw
