/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A small FIFO of bytes, the one in a DMA channel. */
#ifndef TW_DMA_BYTE_FIFO_H
#define TW_DMA_BYTE_FIFO_H

#include <cstdint>

namespace tw
{

class byte_fifo
{
      public:
	static constexpr unsigned int size = 16; /* power of two */

	void clear()
	{
		head_ = fill_ = 0;
	}
	unsigned int fill() const
	{
		return fill_;
	}
	unsigned int space() const
	{
		return size - fill_;
	}
	/* n <= space() */
	void push(const uint8_t *from, unsigned int n)
	{
		for (unsigned int i = 0; i < n; i++)
			bytes_[(head_ + fill_ + i) % size] = from[i];
		fill_ += n;
	}
	/* n <= fill() */
	void pop(uint8_t *to, unsigned int n)
	{
		for (unsigned int i = 0; i < n; i++)
			to[i] = bytes_[(head_ + i) % size];
		head_ = (head_ + n) % size;
		fill_ -= n;
	}

	/* The same for one item, little endian: n is 1, 2 or 4. */
	void push_item(uint32_t value, unsigned int n)
	{
		for (unsigned int i = 0; i < n; i++)
			bytes_[(head_ + fill_ + i) % size] = static_cast<uint8_t>(value >> 8 * i);
		fill_ += n;
	}
	uint32_t pop_item(unsigned int n)
	{
		uint32_t value = 0;

		for (unsigned int i = 0; i < n; i++)
			value |= static_cast<uint32_t>(bytes_[(head_ + i) % size]) << 8 * i;
		head_ = (head_ + n) % size;
		fill_ -= n;
		return value;
	}

      private:
	unsigned int head_ = 0, fill_ = 0;
	uint8_t bytes_[size];
};

} // namespace tw

#endif
