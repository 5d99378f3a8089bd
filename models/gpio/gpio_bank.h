/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What a bus device must be able to do to have pins wired to something. */
#ifndef TW_GPIO_GPIO_BANK_H
#define TW_GPIO_GPIO_BANK_H

#include <cstdint>

namespace tw
{

class spi_bus;

class gpio_bank
{
      public:
	virtual ~gpio_bank() = default;
	virtual unsigned int pins() const = 0;
	/* Pin is chip select `cs` of `bus`. Throws bad_input when the pin is out of range or taken.
	 */
	virtual void wire(unsigned int pin, spi_bus &bus, int cs) = 0;
	/*
	 * Something outside the chip (a device's interrupt output, a switch) drives `pin`, less
	 * than pins(), to `level` from `time` (ps) on; not before the current instant of the
	 * calendar. Once driven, a pin stays driven.
	 */
	virtual void set_input(unsigned int pin, bool level, uint64_t time) = 0;
};

} // namespace tw

#endif
