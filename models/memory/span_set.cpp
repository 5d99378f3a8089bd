// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "memory/span_set.h"

#include <algorithm>

namespace tw
{

/* Index of the first span that ends at or after `start`. */
size_t span_set::first_ending_from(uint64_t start) const
{
	auto at = std::lower_bound(spans_.begin(), spans_.end(), start,
				   [](const span &s, uint64_t from) { return s.end < from; });

	return static_cast<size_t>(at - spans_.begin());
}

/* Merges with every span it overlaps or touches. */
void span_set::insert(uint64_t start, uint64_t end)
{
	size_t first = first_ending_from(start), last = first;

	while (last < spans_.size() && spans_[last].start <= end) {
		start = std::min(start, spans_[last].start);
		end = std::max(end, spans_[last].end);
		last++;
	}
	recent_ = first;
	if (first == last) {
		spans_.insert(spans_.begin() + static_cast<ptrdiff_t>(first), {start, end});
		return;
	}
	spans_[first] = {start, end};
	spans_.erase(spans_.begin() + static_cast<ptrdiff_t>(first) + 1,
		     spans_.begin() + static_cast<ptrdiff_t>(last));
}

span span_set::first_in(uint64_t start, uint64_t end) const
{
	for (size_t i = first_ending_from(start); i < spans_.size(); i++) {
		span part = {std::max(start, spans_[i].start), std::min(end, spans_[i].end)};

		if (part.start < part.end)
			return part;
		if (spans_[i].start >= end)
			break;
	}
	return {start, start};
}

void span_set::remove(uint64_t start, uint64_t end)
{
	size_t i = first_ending_from(start);

	while (i < spans_.size() && spans_[i].start < end) {
		span whole = spans_[i];

		spans_.erase(spans_.begin() + static_cast<ptrdiff_t>(i));
		if (whole.end > end)
			spans_.insert(spans_.begin() + static_cast<ptrdiff_t>(i),
				      {std::max(end, whole.start), whole.end});
		if (whole.start < start)
			spans_.insert(spans_.begin() + static_cast<ptrdiff_t>(i++),
				      {whole.start, std::min(start, whole.end)});
		if (whole.end > end)
			break;
	}
}

} // namespace tw
