/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The edges of one clock in integer picoseconds. Half-cycle n begins at floor(n * 10^12 / (2 f)),
 * computed from n each time: sums of rounded periods would drift. Even n are rising edges.
 */
#ifndef TW_CORE_CLOCK_GRID_H
#define TW_CORE_CLOCK_GRID_H

#include <cstdint>
#include <numeric>

namespace tw
{

class clock_grid
{
      public:
	/* hz: 1 .. 10^12. */
	explicit clock_grid(uint64_t hz)
	    : hz_(hz), num_(second / std::gcd(second, 2 * hz)),
	      den_(2 * hz / std::gcd(second, 2 * hz))
	{
	}

	uint64_t hz() const
	{
		return hz_;
	}

	/* Time of the beginning of half-cycle n, ps. */
	uint64_t half_edge(uint64_t n) const
	{
		if (n <= narrow_halves_)
			return n * num_ / den_;
		return static_cast<uint64_t>(static_cast<unsigned __int128>(n) * num_ / den_);
	}

	/* Time of rising edge k, ps. */
	uint64_t edge(uint64_t k) const
	{
		return half_edge(2 * k);
	}

	/* Number of the first rising edge at or after `ps`. */
	uint64_t edge_from(uint64_t ps) const
	{
		if (ps <= narrow_ps_)
			return (ps * den_ + 2 * num_ - 1) / (2 * num_);
		unsigned __int128 scaled = static_cast<unsigned __int128>(ps) * den_;

		return static_cast<uint64_t>((scaled + 2 * num_ - 1) / (2 * num_));
	}

	/* Time of the first rising edge at or after `ps`. */
	uint64_t align(uint64_t ps) const
	{
		return edge(edge_from(ps));
	}

      private:
	static constexpr uint64_t second = 1000000000000ULL;

	uint64_t hz_;
	/* Picoseconds per half-cycle in lowest terms, and how far 64 bits are enough for them. */
	uint64_t num_, den_;
	uint64_t narrow_halves_ = UINT64_MAX / num_;
	uint64_t narrow_ps_ = (UINT64_MAX - 2 * num_) / den_;
};

} // namespace tw

#endif
