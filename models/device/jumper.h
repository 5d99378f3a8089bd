/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A wire from MOSI to MISO: "linux,spi-loopback-test", the device of the kernel's own SPI test.
 * What is sent comes back bit for bit in the same word, in every mode, at any clock and word
 * length. A wire knows no chip select: it connects whoever is selected, or nobody; a device on the
 * same bus that is selected would drive MISO against it, which is a model fault (spi/spi_bus.h).
 *
 * Does not model: the wire's delay.
 */
#ifndef TW_DEVICE_JUMPER_H
#define TW_DEVICE_JUMPER_H

#include "spi/spi_device.h"

namespace tw
{

class jumper : public spi_device
{
      public:
	void reset() override {}
	void select(uint64_t) override {}
	void deselect(uint64_t) override {}
	bool connects_always() const override
	{
		return true;
	}
	uint32_t exchange(const spi_word &word) override
	{
		return word.mosi;
	}
};

} // namespace tw

#endif
