/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Words that wait on one side of the Atmel SPI's shifter: the single data register is a queue of
 * one, the FIFO a longer one.
 */
#ifndef TW_SPI_WORD_QUEUE_H
#define TW_SPI_WORD_QUEUE_H

#include <cstdint>

namespace tw
{

class word_queue
{
      public:
	static constexpr unsigned int max_capacity = 32;

	struct entry {
		uint32_t value;
		bool last;   /* transmit: LASTXFER came after it */
		uint64_t at; /* when it was written, ps */
	};

	/* Empties it. capacity: 1..max_capacity. */
	void reset(unsigned int capacity)
	{
		capacity_ = capacity;
		count_ = 0;
	}
	void clear()
	{
		count_ = 0;
	}
	bool empty() const
	{
		return !count_;
	}
	bool full() const
	{
		return count_ == capacity_;
	}
	unsigned int count() const
	{
		return count_;
	}
	unsigned int free() const
	{
		return capacity_ - count_;
	}
	/* There must be room. */
	void push(const entry &e)
	{
		slots_[(first_ + count_++) % max_capacity] = e;
	}
	/* These three: must not be empty. */
	entry pop()
	{
		const entry &e = slots_[first_];

		first_ = (first_ + 1) % max_capacity;
		count_--;
		return e;
	}
	const entry &front() const
	{
		return slots_[first_];
	}
	entry &back()
	{
		return slots_[(first_ + count_ - 1) % max_capacity];
	}

      private:
	entry slots_[max_capacity];
	unsigned int capacity_ = 1, count_ = 0, first_ = 0;
};

} // namespace tw

#endif
