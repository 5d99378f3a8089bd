/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A clock divided by an integer from a divider that runs free since reset: its edge k is edge
 * k * divisor of the clock. Numbers of edges are 64 bits wide, times are ps.
 */
#ifndef TW_TIMER_DIVIDED_CLOCK_H
#define TW_TIMER_DIVIDED_CLOCK_H

#include "core/clock_grid.h"
#include "twin_abi.h"

namespace tw
{

class divided_clock
{
      public:
	divided_clock(const clock_grid &grid, uint64_t divisor) : grid_(grid), divisor_(divisor) {}

	/* Number of the last edge at or before `time`. */
	uint64_t last(uint64_t time) const
	{
		return (grid_.edge_from(time + 1) - 1) / divisor_;
	}

	/* Number of the first edge at or after `time`. */
	uint64_t next(uint64_t time) const
	{
		return (grid_.edge_from(time) + divisor_ - 1) / divisor_;
	}

	/* Time of edge k; TWIN_TIME_NEVER past the end of time. */
	uint64_t time(uint64_t k) const
	{
		unsigned __int128 edge = static_cast<unsigned __int128>(k) * divisor_;

		if (edge * second / grid_.hz() >= TWIN_TIME_NEVER)
			return TWIN_TIME_NEVER;
		return grid_.edge(static_cast<uint64_t>(edge));
	}

      private:
	static constexpr uint64_t second = 1000000000000ULL;

	clock_grid grid_;
	uint64_t divisor_;
};

} // namespace tw

#endif
