/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The cache lines that CPUs share, by address: a hash table of which nothing depends on the order.
 * A line that was ever asked for stays.
 */
#ifndef TW_CPU_LINE_TABLE_H
#define TW_CPU_LINE_TABLE_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tw
{

/*
 * One line. Holders: none = only memory has it; one = that CPU may write it; more = shared copies.
 * One host cache line, so that an access touches one.
 */
struct alignas(64) shared_line {
	uint64_t key;	     /* 0: no line */
	uint64_t holders;    /* CPUs that have it */
	uint64_t parked;     /* CPUs that wait for a write; each holds it or held it */
	uint64_t busy_until; /* ps; what needs the line after that waits */
	uint64_t touched;    /* ps; the latest access or park */
};

class line_table
{
      public:
	/* line_size: bytes, a power of two, 16 to 4096; throws bad_input. */
	explicit line_table(uint32_t line_size);

	/*
	 * The line of `address`, a new one if need be; NULL when memory ran out. Valid until the
	 * next call.
	 */
	shared_line *find(uint64_t address) noexcept
	{
		uint64_t key = (address >> shift_) + 1;
		shared_line *line = slot(key);

		return line->key == key ? line : make(key);
	}

	/* The line if somebody asked for it, or NULL. */
	const shared_line *peek(uint64_t address) const noexcept;

      private:
	/* Where the key is or would be. */
	shared_line *slot(uint64_t key) const noexcept
	{
		size_t i = key * 0x9e3779b97f4a7c15ULL >> hash_shift_;

		while (lines_[i].key && lines_[i].key != key)
			i = (i + 1) & (size() - 1);
		return &lines_[i];
	}
	size_t size() const noexcept
	{
		return size_t(1) << (64 - hash_shift_);
	}
	shared_line *make(uint64_t key) noexcept;
	bool grow() noexcept;

	uint32_t shift_, hash_shift_;
	size_t used_ = 0;
	std::unique_ptr<shared_line[]> lines_;
};

} // namespace tw

#endif
