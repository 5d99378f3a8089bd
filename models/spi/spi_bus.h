/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The wires between one SPI controller and its devices: chip select levels, and delivery of words
 * to the selected device. Levels come from GPIO pins wired here or, for a chip select that no GPIO
 * pin drives, from the controller's own output. Every level is recorded as PIN_CS.
 *
 * Nobody selected: MISO floats, read as ones. Two devices selected at once is a model fault, and so
 * is a chip select that changes while a word is being clocked, and a device selected while another
 * one connects to the bus always (a jumper).
 *
 * Does not model: rise times, MISO hand-over between devices, three-wire or wider buses.
 */
#ifndef TW_SPI_SPI_BUS_H
#define TW_SPI_SPI_BUS_H

#include <memory>
#include <string>
#include <vector>

#include "core/environment.h"
#include "spi/spi_device.h"

namespace tw
{

class spi_bus;

/* A bus device that masters an SPI bus. */
class spi_controller
{
      public:
	virtual ~spi_controller() = default;
	virtual spi_bus &wires() = 0;
	/* Hands over the word in flight if it has ended at `now`; before a GPIO chip select
	 * changes. */
	virtual void catch_up(uint64_t now) = 0;
	/* Number of chip selects it can address. */
	virtual int chip_selects() const = 0;
};

class spi_bus
{
      public:
	/* name, index: of the controller, for messages and for the event stream. */
	spi_bus(environment &env, spi_controller &controller, const std::string &name, int index);

	/* Both throw bad_input when the chip select is taken or out of range. */
	void add_device(int cs, const std::string &name, std::unique_ptr<spi_device> device);
	void wire(int cs, bool active_low);

	/* Records the pins' names and the initial, inactive levels. */
	void start();
	/* A wired GPIO pin changes to `level`. */
	void set_pin(int cs, bool level, uint64_t now);
	/* The controller's own chip select output; ignored when a GPIO pin is wired instead. */
	void drive_native(int cs, bool active, uint64_t now);
	/* Level of a wired pin while nothing drives it: the board's pull resistor, inactive. */
	bool idle_level(int cs) const;

	struct reply {
		uint32_t miso;
		int cs;	     /* the active chip select, or -1 */
		bool driven; /* a device answered */
	};
	/* One complete word. */
	void transfer(const spi_word &word, reply &answer)
	{
		/* Nearly all words: one device, selected before. */
		if (!only_ || only_->since > word.start)
			return transfer_to_all(word, answer);
		answer = {only_->device->exchange(word) & ((1u << word.bits) - 1), only_->cs, true};
	}
	int finish(char *err);

      private:
	struct slot {
		int cs;
		std::string name;
		std::unique_ptr<spi_device> device;
		bool wired = false, active_low = true;
		bool active = false;
		uint64_t since = 0; /* of `active` */
	};

	void transfer_to_all(const spi_word &word, reply &answer);
	void find_only();
	slot *find(int cs) const;
	slot &at(int cs);
	void set_active(slot &s, bool active, uint64_t now);
	void check_alone(const slot &s, uint64_t now);
	bool hears(const slot &s, const spi_word &word);
	void check_one_answers(const spi_word &word);
	void record_level(const slot &s, uint64_t now, uint8_t flags);
	void record_line(unsigned int pin, const std::string &name);

	environment &env_;
	spi_controller &controller_;
	std::string name_;
	uint64_t index_;
	std::vector<std::unique_ptr<slot>> slots_; /* by chip select */
	slot *only_ =
		nullptr; /* what is selected, when that is one device and nothing else listens */
};

} // namespace tw

#endif
