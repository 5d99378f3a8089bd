/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The edges of one clock in integer picoseconds. Half-cycle n begins at floor(n * 10^12 / (2 f)),
 * computed from n each time: sums of rounded periods would drift. Even n are rising edges.
 */
#ifndef TW_CORE_CLOCK_GRID_H
#define TW_CORE_CLOCK_GRID_H

#include <cstdint>

namespace tw
{

class clock_grid
{
      public:
	/* hz: 1 .. 10^12. */
	explicit clock_grid(uint64_t hz) : hz_(hz) {}

	uint64_t hz() const
	{
		return hz_;
	}

	/* Time of the beginning of half-cycle n, ps. */
	uint64_t half_edge(uint64_t n) const
	{
		return static_cast<uint64_t>(static_cast<unsigned __int128>(n) * second / 2 / hz_);
	}

	/* Time of rising edge k, ps. */
	uint64_t edge(uint64_t k) const
	{
		return half_edge(2 * k);
	}

	/* Number of the first rising edge at or after `ps`. */
	uint64_t edge_from(uint64_t ps) const
	{
		unsigned __int128 cycles = static_cast<unsigned __int128>(ps) * hz_;

		return static_cast<uint64_t>((cycles + second - 1) / second);
	}

	/* Time of the first rising edge at or after `ps`. */
	uint64_t align(uint64_t ps) const
	{
		return edge(edge_from(ps));
	}

      private:
	static constexpr uint64_t second = 1000000000000ULL;

	uint64_t hz_;
};

} // namespace tw

#endif
