/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Points on a clock's grid, from one to the next without a division. A point keeps what its time in
 * picoseconds lost by rounding down, so half-cycle n is at floor(n * 10^12 / (2 f)) after any
 * number of steps: the same as clock_grid computes from n.
 */
#ifndef TW_SPI_GRID_WALK_H
#define TW_SPI_GRID_WALK_H

#include <cstdint>
#include <numeric>

namespace tw
{

/* Also a distance: half-cycles and how long they are. rest: in parts of a ps, see grid_walk. */
struct grid_point {
	uint64_t half, ps, rest;
};

class grid_walk
{
      public:
	/* hz: 1 .. 10^12. */
	explicit grid_walk(uint64_t hz)
	    : hz_(hz), length_(second / std::gcd(second, 2 * hz)),
	      unit_(2 * hz / std::gcd(second, 2 * hz)), one_(at(1)), last_(at(0))
	{
	}

	uint64_t hz() const
	{
		return hz_;
	}

	/* Half-cycle `half`, or the distance of that many; divides. */
	grid_point at(uint64_t half) const
	{
		if (half <= narrow_)
			return {half, half * length_ / unit_, half * length_ % unit_};
		unsigned __int128 scaled = static_cast<unsigned __int128>(half) * length_;

		return {half, static_cast<uint64_t>(scaled / unit_),
			static_cast<uint64_t>(scaled % unit_)};
	}

	/* The first rising edge at or after `ps`; cheap when not far after the last one asked for.
	 */
	const grid_point &edge_from(uint64_t ps)
	{
		if (ps == asked_)
			return last_;
		asked_ = ps;
		if (ps < last_.ps || ps - last_.ps >= near_)
			last_ = at(halves_until(ps));
		else
			last_ = near_edge(ps);
		return last_;
	}

	/*
	 * The same without a division when it lies `guess` behind the rising edge `from`, as the
	 * answer before did; guess: a whole number of cycles, renewed when it was none.
	 */
	grid_point edge_from(uint64_t ps, const grid_point &from, grid_point &guess)
	{
		grid_point p = after(from, guess);

		if (p.ps >= ps && p.ps - ps < 2 * one_.ps)
			return p;
		p = edge_from(ps);
		guess = at(p.half - from.half);
		return p;
	}

	grid_point after(const grid_point &p, const grid_point &distance) const
	{
		uint64_t rest = p.rest + distance.rest;
		bool carry = rest >= unit_;

		return {p.half + distance.half, p.ps + distance.ps + carry,
			carry ? rest - unit_ : rest};
	}

	/* The first rising edge at or after a point. */
	grid_point rising(const grid_point &p) const
	{
		return p.half % 2 ? after(p, one_) : p;
	}

	/* One cycle, rounded up, ps. */
	uint64_t cycle() const
	{
		return 2 * one_.ps + 2;
	}

      private:
	static constexpr uint64_t second = 1000000000000ULL;

	/* Number of the first rising edge's half-cycle. */
	uint64_t halves_until(uint64_t ps) const
	{
		unsigned __int128 scaled = static_cast<unsigned __int128>(ps) * unit_;
		unsigned __int128 cycles = (scaled + 2 * length_ - 1) / (2 * length_);

		return 2 * static_cast<uint64_t>(cycles);
	}

	/* The same from last_, which is a rising edge, in 64 bits. */
	grid_point near_edge(uint64_t ps) const
	{
		uint64_t scaled = (ps - last_.ps) * unit_;
		uint64_t left = scaled > last_.rest ? scaled - last_.rest : 0;
		uint64_t cycles = (left + 2 * length_ - 1) / (2 * length_);
		uint64_t beyond = cycles * 2 * length_ + last_.rest;

		return {last_.half + 2 * cycles, last_.ps + beyond / unit_, beyond % unit_};
	}

	uint64_t hz_;
	/* A half-cycle is length_ / unit_ ps, in lowest terms; up to narrow_ 64 bits are enough. */
	uint64_t length_, unit_;
	uint64_t narrow_ = UINT64_MAX / length_;
	uint64_t near_ = UINT64_MAX / 2 / unit_; /* ps from last_ */
	grid_point one_;
	grid_point last_; /* the answer to asked_ */
	uint64_t asked_ = 0;
};

} // namespace tw

#endif
