/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A set of addresses kept as spans [start, end) that neither overlap nor touch, in order. Made for
 * devices that write buffers from one end to the other: growing the span that grew last is cheap.
 */
#ifndef TW_MEMORY_SPAN_SET_H
#define TW_MEMORY_SPAN_SET_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tw
{

struct span {
	uint64_t start, end;
};

class span_set
{
      public:
	void add(uint64_t start, uint64_t end)
	{
		if (recent_ < spans_.size() && spans_[recent_].end == start &&
		    (recent_ + 1 == spans_.size() || spans_[recent_ + 1].start > end))
			spans_[recent_].end = end;
		else
			insert(start, end);
	}

	bool empty() const
	{
		return spans_.empty();
	}
	/* The first part of the set within [start, end); empty (start == end) when there is none.
	 */
	span first_in(uint64_t start, uint64_t end) const;
	/* Takes [start, end) out. */
	void remove(uint64_t start, uint64_t end);

      private:
	size_t first_ending_from(uint64_t start) const;
	void insert(uint64_t start, uint64_t end);

	std::vector<span> spans_;
	size_t recent_ = 0; /* grew last */
};

} // namespace tw

#endif
