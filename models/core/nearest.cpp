// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "core/nearest.h"

#include <algorithm>
#include <numeric>

namespace tw
{

static size_t edit_distance(const std::string &a, const std::string &b)
{
	std::vector<size_t> row(b.size() + 1);

	std::iota(row.begin(), row.end(), 0);
	for (size_t i = 1; i <= a.size(); i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b.size(); j++) {
			size_t swap = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = std::min({row[j] + 1, row[j - 1] + 1, swap});
		}
	}
	return row[b.size()];
}

std::string nearest(const std::string &name, const std::vector<std::string> &known)
{
	size_t best = name.size() / 3 + 2;
	std::string found;

	for (const std::string &candidate : known) {
		size_t distance = edit_distance(name, candidate);

		if (distance < best) {
			best = distance;
			found = candidate;
		}
	}
	return found;
}

} // namespace tw
