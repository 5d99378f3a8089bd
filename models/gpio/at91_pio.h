/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * One bank (32 pins) of the AT91 parallel I/O controller: "atmel,at91sam9x5-gpio" (SAM9x5,
 * SAMA5D3). Source: register map and use in Linux 6.1 drivers/pinctrl/pinctrl-at91.{h,c}; reset
 * values (pull-ups on, pull-downs off, all pins inputs of the bank), write protection's list and
 * what the interrupt modes do are from general knowledge of the part and assumed.
 *
 * A pin that the bank drives (PSR, OSR set; with multi-driver only low) shows ODSR. A write at t
 * reaches the pad on the first edge of the bank's clock at or after t + pin.gpio_delay, also for
 * pins that are wired to an SPI chip select; PDSR shows the pad. A pin handed to a peripheral (PDR)
 * is not driven by the bank. A pin that nobody drives shows its pull resistor: the board's for a
 * wired chip select (inactive), else 1 with pull-up and 0 without. A pin that a device drives from
 * outside (set_input) changes on the bank's first clock edge at or after the device's instant;
 * driving it from both sides to different levels is a model fault.
 *
 * ISR: a pin without AIMMR notes both edges of the pad, with AIMMR and ELSR 0 the edge that FRLHSR
 * selects (1 rising); reading ISR clears these. With ELSR 1 the bit is up for as long as the pad
 * has the level of FRLHSR, read or not. The bank's line is up while a bit of ISR is set in IMR.
 *
 * Does not model: glitch and debounce filters, peripheral functions' own outputs, pin locks; pull,
 * filter, drive and Schmitt registers do no more than said here.
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
	void set_input(unsigned int pin, bool level, uint64_t time) override;

      private:
	/* What the bank does to the pads; bits of pins that it does not drive are their pulls. */
	struct drive {
		uint32_t driven, levels;
	};
	struct output_edge {
		uint64_t time;
		drive to;
	};
	struct input_edge {
		uint64_t time;
		unsigned int pin;
		bool level;
	};
	struct wired_pin {
		unsigned int pin;
		spi_bus *bus;
		int cs;
	};

	bool store(uint32_t offset, uint32_t value);
	bool is_protected(uint32_t offset) const;
	uint32_t read_isr(uint64_t now);
	uint32_t read_wpsr();

	drive wanted() const;
	uint32_t pulls() const;
	void update_pads(uint64_t now);
	void outputs_change(uint64_t now);
	void inputs_change(uint64_t now);
	void settle(uint64_t now);
	void tell_buses(uint32_t changed, uint64_t now);
	void note_edges(uint32_t rising, uint32_t falling);
	uint32_t pending() const;
	void update_irq(uint64_t time);

	clock_grid grid_;
	interrupt_output irq_;
	timed_event output_event_, input_event_;
	std::deque<output_edge> outputs_; /* on their way to the pads, by time */
	std::deque<input_edge> inputs_;	  /* the same from outside */
	std::vector<wired_pin> wired_;
	uint32_t wired_idle_ = 0, wired_mask_ = 0;
	drive now_;				    /* at the pads */
	uint32_t outside_ = 0, outside_levels_ = 0; /* pins driven from outside */
	uint32_t pads_ = 0;
	uint32_t noted_ = 0; /* edges since ISR was read */
	uint32_t wpsr_ = 0;
	uint32_t status_[0x120 / 4]; /* by offset of the status register */
};

} // namespace tw

#endif
