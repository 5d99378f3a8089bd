/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Which CPU acts first and when the second one does: a tournament of the CPUs' times, so that one
 * CPU's new time costs as many steps as the logarithm of their number. At one instant the lower
 * number is first.
 */
#ifndef TW_CPU_TURN_ORDER_H
#define TW_CPU_TURN_ORDER_H

#include <cstdint>
#include <vector>

namespace tw
{

class turn_order
{
      public:
	static constexpr uint64_t never = ~0ULL;

	/* count: 1 to 64. All of them never act at first. */
	explicit turn_order(uint32_t count = 1);
	/* CPU `cpu` acts at `time`, ps, or `never`. */
	void set(uint32_t cpu, uint64_t time);
	/* The CPU that acts first; time(first()) is `never` when none acts. */
	uint32_t first() const
	{
		return winner_[1];
	}
	uint64_t time(uint32_t cpu) const
	{
		return times_[cpu];
	}
	/* The first CPU acts before every other as long as its time is below this; `never` without. */
	uint64_t first_until() const;

      private:
	uint32_t earlier(uint32_t a, uint32_t b) const
	{
		return times_[b] < times_[a] ? b : a;
	}

	uint32_t leaves_;
	std::vector<uint64_t> times_;
	std::vector<uint32_t> winner_; /* of the two below; 1 is the root, leaves_ + i is CPU i */
};

} // namespace tw

#endif
