// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/line_table.h"

#include <new>
#include <string>

#include "core/options.h"

namespace tw
{

static constexpr uint32_t first_size_log2 = 9;

line_table::line_table(uint32_t line_size)
    : shift_(static_cast<uint32_t>(__builtin_ctz(line_size | 1U << 31))),
      hash_shift_(64 - first_size_log2)
{
	if (line_size < 16 || line_size > 4096 || line_size & (line_size - 1))
		throw bad_input("cache line of " + std::to_string(line_size) +
				" bytes; a power of two from 16 to 4096 is needed");
	lines_ = std::make_unique<shared_line[]>(size());
	/* The first call of a library function needs far more stack than others: make it here. */
	if (!grow())
		throw std::bad_alloc();
}

const shared_line *line_table::peek(uint64_t address) const noexcept
{
	const shared_line *line = slot((address >> shift_) + 1);

	return line->key ? line : nullptr;
}

shared_line *line_table::make(uint64_t key) noexcept
{
	shared_line *line;

	/* At most half full: the search for a key ends soon. */
	if (used_ * 2 >= size() && !grow())
		return nullptr;
	line = slot(key);
	line->key = key;
	used_++;
	return line;
}

bool line_table::grow() noexcept
{
	size_t old_size = size();
	std::unique_ptr<shared_line[]> old(new (std::nothrow) shared_line[old_size * 2]());

	if (!old)
		return false;
	old.swap(lines_);
	hash_shift_--;
	for (size_t i = 0; i < old_size; i++)
		if (old[i].key)
			*slot(old[i].key) = old[i];
	return true;
}

} // namespace tw
