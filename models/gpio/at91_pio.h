/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One bank (32 pins) of the AT91 parallel I/O controller: "atmel,at91sam9x5-gpio".
 * Source: register map of the SAM9x5/SAMA5D3 PIO controller; reset values (pull-ups on, pull-downs off,
 * all pins inputs) are assumed.
 *
 * A pin that the bank drives (PSR, OSR set; with multi-driver only low) shows ODSR. A write at t
 * reaches the pad on the first edge of the bank's clock at or after t + pin.gpio_delay, also for
 * pins that are wired to an SPI chip select; PDSR shows the pad. A pin that nobody drives shows its
 * pull resistor: the board's for a wired chip select (inactive), else 1 with pull-up and 0 without.
 * ISR notes pad changes (both edges, or the edge that AIMMR/FRLHSR select); reading it clears it.
 *
 * Does not model: level interrupts and signals from outside (enabling a level interrupt is a model
 * fault), glitch filters, peripheral functions; pull, filter, drive and Schmitt registers only
 * remember what was written. WPMR is remembered, too; it protects nothing.
 */
#ifndef TW_GPIO_AT91_PIO_H
#define TW_GPIO_AT91_PIO_H

#include <deque>

#include "core/bus_device.h"
#include "core/clock_grid.h"
#include "core/options.h"
#include "gpio/gpio_bank.h"

namespace tw
{

class at91_pio : public bus_device, public gpio_bank
{
      public:
	at91_pio(const sc_core::sc_module_name &module, environment &env,
		 const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

	unsigned int pins() const override;
	void wire(unsigned int pin, spi_bus &bus, int cs) override;

      private:
	struct edge {
		uint64_t time;
		uint32_t levels;
	};
	struct wired_pin {
		unsigned int pin;
		spi_bus *bus;
		int cs;
	};

	bool store(uint32_t offset, uint32_t value);
	uint32_t wanted_levels();
	uint32_t masked_pulls();
	void update_pads(uint64_t now);
	void pads_change(uint64_t now);
	void note_changes(uint32_t rising, uint32_t falling, uint64_t now);
	void check_level_interrupts(uint32_t offset, uint32_t value);

	clock_grid grid_;
	interrupt_output irq_;
	timed_event pad_event_;
	std::deque<edge> edges_; /* on their way to the pads, by time */
	std::vector<wired_pin> wired_;
	uint32_t wired_idle_ = 0, wired_mask_ = 0;
	uint32_t pads_ = 0;
	uint32_t isr_ = 0;
	uint32_t status_[0x120 / 4]; /* by offset of the status register */
};

} // namespace tw

#endif
