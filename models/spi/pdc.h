/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Peripheral DMA controller (PDC) of AT91 parts: one receive and one transmit channel inside a
 * peripheral, registers at 0x100 of it. Source: register map and flag rules of the PDC chapters,
 * and what the kernel's spi-atmel.c relies on.
 *
 * A channel that is enabled and has a count answers its peripheral's request, one item at a time:
 *
 *   receive   request + dma.request: the data register is read; after dma.periph_read and
 *             dma.mem_write the item is in memory and the counter goes down
 *   transmit  request + dma.request: memory is read; after dma.mem_read the data register is
 *             written and the counter goes down; the channel is free dma.periph_write later
 *
 * An item is one byte, two or four, as the peripheral says; the pointer advances by it. When the
 * counter reaches 0 the end flag is set, and pointer and counter are loaded from the next ones
 * unless those have no count; what is loaded leaves 0 behind. Writing a counter clears its
 * channel's end flag. The other flag (RXBUFF, TXBUFE) is set while both counters are 0.
 *
 * Assumed: all flags are set after power-on; a next counter written while the counter is 0 is
 * loaded at once; disabling a channel lets an item under way finish.
 *
 * Does not model: the two channels (and other masters) competing for the bus, bus errors.
 */
#ifndef TW_SPI_PDC_H
#define TW_SPI_PDC_H

#include <string>

#include "core/environment.h"

namespace tw
{

/* What a PDC needs of the peripheral it is in. All times ps. */
class pdc_peripheral
{
      public:
	virtual ~pdc_peripheral() = default;
	/* An access of the receive or transmit data register. */
	virtual uint32_t pdc_read(unsigned int size, uint64_t now) = 0;
	virtual void pdc_write(uint32_t value, unsigned int size, uint64_t now) = 0;
	/* Bytes of one item now: 1, 2 or 4. */
	virtual unsigned int pdc_size() const = 0;
	/* A flag may have changed. */
	virtual void pdc_changed(uint64_t now) = 0;
};

class pdc
{
      public:
	enum direction { receive, transmit };
	static constexpr uint32_t first_register = 0x100, last_register = 0x124;

	/* who: names the device in faults. Schedules on env.quiet.events(). */
	pdc(environment &env, const std::string &who, pdc_peripheral &peripheral);

	/* The state after power-on; a peripheral's own software reset leaves a PDC alone. */
	void reset();

	/* offset: first_register..last_register. The name is NULL when there is none. */
	static const char *register_name(uint32_t offset);
	/* False: not readable, not writable. */
	bool read(uint32_t offset, uint32_t *value) const;
	bool write(uint32_t offset, uint32_t value, uint64_t now);

	/* The peripheral has something to read, or room to write, from `now` on; or no more. */
	void request(direction d, bool level, uint64_t now);

	/* ENDRX, ENDTX. */
	bool ended(direction d) const
	{
		return channels_[d].ended;
	}
	/* RXBUFF, TXBUFE. */
	bool exhausted(direction d) const
	{
		return !channels_[d].counter && !channels_[d].next_counter;
	}
	/* When a channel does something next, TWIN_TIME_NEVER: nothing is under way. */
	uint64_t next() const;

      private:
	enum class step { idle, asked, moving };
	struct channel {
		uint32_t pointer = 0, counter = 0, next_pointer = 0, next_counter = 0;
		bool enabled = false, ended = true, requested = false;
		step at = step::idle;
		uint32_t item = 0;
		unsigned int size = 0;
	};

	void write_control(uint32_t value, uint64_t now);
	void reload(channel &c);
	void ask(direction d, uint64_t now);
	bool wanted(direction d);
	void receive_event(uint64_t now);
	void transmit_event(uint64_t now);
	void moved(direction d, uint64_t now, uint64_t free);

	environment &env_;
	std::string who_;
	pdc_peripheral &peripheral_;
	channel channels_[2];
	timed_event events_[2];
};

} // namespace tw

#endif
