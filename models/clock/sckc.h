/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Slow clock controller: one register that says which 32768 Hz oscillators run and which is used.
 * "atmel,sama5d3-sckc", "atmel,at91sam9x5-sckc".
 *
 * Source: Linux 6.1 drivers/clk/at91/sckc.c. The value at power-on (RC oscillator, in use) is
 * assumed; a board's boot state may say what the boot loader left.
 *
 * Selecting an oscillator that is off, or switching off the one in use, is a model fault.
 *
 * Does not model: start-up and switching times (the driver waits for fixed times, the register does
 * not show them), the RC oscillator's inaccuracy; other models' slow clock is 32768 Hz throughout.
 */
#ifndef TW_CLOCK_SCKC_H
#define TW_CLOCK_SCKC_H

#include "core/bus_device.h"

namespace tw
{

class sckc : public bus_device
{
      public:
	sckc(const sc_core::sc_module_name &module, environment &env,
	     const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	uint32_t boot_, cr_;
};

} // namespace tw

#endif
