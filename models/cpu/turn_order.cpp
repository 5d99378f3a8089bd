// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/turn_order.h"

namespace tw
{

turn_order::turn_order(uint32_t count) : leaves_(1)
{
	while (leaves_ < count)
		leaves_ *= 2;
	times_.assign(leaves_, never);
	winner_.assign(2 * leaves_, 0);
	for (uint32_t i = 0; i < leaves_; i++)
		winner_[leaves_ + i] = i;
	for (uint32_t n = leaves_ - 1; n > 0; n--)
		winner_[n] = winner_[2 * n];
}

/* The left one of a pair has the lower numbers, so it wins at one instant. */
void turn_order::set(uint32_t cpu, uint64_t time)
{
	times_[cpu] = time;
	for (uint32_t n = (leaves_ + cpu) / 2; n > 0; n /= 2)
		winner_[n] = earlier(winner_[2 * n], winner_[2 * n + 1]);
}

/* Who was beaten by the first one itself is the second. */
uint64_t turn_order::first_until() const
{
	uint32_t first = winner_[1];
	uint64_t until = never;

	for (uint32_t n = leaves_ + first; n > 1; n /= 2) {
		uint32_t other = winner_[n ^ 1];
		uint64_t time = times_[other];

		/* At its own instant the lower number still goes first. */
		if (time != never && time + (first < other) < until)
			until = time + (first < other);
	}
	return until;
}

} // namespace tw
