/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a device on an SPI bus has to answer. Same vocabulary as every model:
 *
 *   reset()       the state after power-on
 *   select()      its chip select became active
 *   exchange()    one word was clocked while it was selected; returns what it drove on MISO
 *   deselect()    its chip select became inactive
 *   finish()      the board ends: write back what is kept in files
 *
 * exchange() is called when the word is complete, once per word and in order; what the device does
 * with a bit at a time is its own affair. Times are ps.
 */
#ifndef TW_SPI_SPI_DEVICE_H
#define TW_SPI_SPI_DEVICE_H

#include <cstdint>

namespace tw
{

/* One word on the wires. */
struct spi_word {
	uint32_t mosi;
	unsigned int bits; /* 8..16, MSB first */
	unsigned int mode; /* CPOL << 1 | CPHA */
	uint64_t start;	   /* first SCK edge */
	uint64_t end;	   /* end of the last bit's period */
	uint64_t clock_hz; /* the controller's clock ... */
	uint32_t divider;  /* ... and how many of its cycles one SCK period has */
};

class spi_device
{
      public:
	virtual ~spi_device() = default;
	virtual void reset() = 0;
	virtual void select(uint64_t now) = 0;
	virtual void deselect(uint64_t now) = 0;
	/* Bits that the device does not drive are returned as ones. */
	virtual uint32_t exchange(const spi_word &word) = 0;
	/* Sees every word on the bus, selected or not: a wire, a bus monitor that answers. */
	virtual bool connects_always() const
	{
		return false;
	}
	/* 0, or -1 and one line in err. */
	virtual int finish(char *)
	{
		return 0;
	}
};

} // namespace tw

#endif
