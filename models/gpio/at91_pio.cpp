// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "gpio/at91_pio.h"

#include "core/registry.h"
#include "spi/spi_bus.h"

namespace tw
{

enum offset : uint32_t {
	PSR = 0x08,
	OSR = 0x18,
	ODSR = 0x38,
	PDSR = 0x3c,
	IMR = 0x48,
	ISR = 0x4c,
	MDSR = 0x58,
	PUSR = 0x68,
	OWSR = 0xa8,
	AIMMR = 0xb8,
	ELSR = 0xc8,
	FRLHSR = 0xd8,
	WPMR = 0xe4,
	WPSR = 0xe8,
};

/* Most registers come in threes: one sets bits, one clears bits, one shows them. */
static const struct bit_triple {
	uint32_t set, clear, status;
	const char *set_name, *clear_name, *status_name;
} triples[] = {
	{0x00, 0x04, PSR, "PER", "PDR", "PSR"},
	{0x10, 0x14, OSR, "OER", "ODR", "OSR"},
	{0x20, 0x24, 0x28, "IFER", "IFDR", "IFSR"},
	{0x30, 0x34, ODSR, "SODR", "CODR", "ODSR"},
	{0x40, 0x44, IMR, "IER", "IDR", "IMR"},
	{0x50, 0x54, MDSR, "MDER", "MDDR", "MDSR"},
	{0x60, 0x64, PUSR, "PUDR", "PUER", "PUSR"},
	{0x84, 0x80, 0x88, "IFSCER", "IFSCDR", "IFSCSR"},
	{0x90, 0x94, 0x98, "PPDDR", "PPDER", "PPDSR"},
	{0xa0, 0xa4, OWSR, "OWER", "OWDR", "OWSR"},
	{0xb0, 0xb4, AIMMR, "AIMER", "AIMDR", "AIMMR"},
	{0xc4, 0xc0, ELSR, "LSR", "ESR", "ELSR"},
	{0xd4, 0xd0, FRLHSR, "REHLSR", "FELLSR", "FRLHSR"},
};

/* Registers that are only remembered. */
static const struct plain {
	uint32_t offset;
	const char *name;
} plains[] = {
	{0x70, "ABCDSR1"},  {0x74, "ABCDSR2"},	{0x8c, "SCDR"},
	{WPMR, "WPMR"},	    {0x100, "SCHMITT"}, {0x110, "DRIVER0"},
	{0x114, "DRIVER1"}, {0x118, "DRIVER2"}, {0x11c, "DRIVER3"},
};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<at91_pio>(sc_core::sc_gen_unique_name("at91_pio"), env,
					  description);
}

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const bus_model registration("atmel,at91sam9x5-gpio",
				    "AT91 parallel I/O bank, outputs and SPI chip selects",
				    no_options, make);

at91_pio::at91_pio(const sc_core::sc_module_name &module, environment &env,
		   const tw_bus_device &description)
    : bus_device(module, env, description), grid_(checked_clock_hz(description)),
      irq_(env.lines, description.irq),
      pad_event_(run_member<at91_pio, &at91_pio::pads_change>, this)
{
	reset();
}

void at91_pio::reset()
{
	env.events.cancel(pad_event_);
	edges_.clear();
	for (uint32_t &word : status_)
		word = 0;
	status_[PSR / 4] = ~0u;
	/* PUSR and PPDSR have a one where the resistor is off: pull-ups are on after reset. */
	status_[0x98 / 4] = ~0u;
	isr_ = 0;
	pads_ = wanted_levels();
}

unsigned int at91_pio::pins() const
{
	return 32;
}

void at91_pio::wire(unsigned int pin, spi_bus &bus, int cs)
{
	if (pin >= pins())
		throw bad_input(label() + ": no pin " + std::to_string(pin));
	if (wired_mask_ >> pin & 1)
		throw bad_input(label() + ": pin " + std::to_string(pin) + " is wired twice");
	wired_.push_back({pin, &bus, cs});
	wired_mask_ |= 1u << pin;
	wired_idle_ |= static_cast<uint32_t>(bus.idle_level(cs)) << pin;
	pads_ = wanted_levels();
}

uint32_t at91_pio::masked_pulls()
{
	return (~status_[PUSR / 4] & ~wired_mask_) | (wired_idle_ & wired_mask_);
}

uint32_t at91_pio::wanted_levels()
{
	uint32_t high = status_[ODSR / 4];
	uint32_t driven = status_[PSR / 4] & status_[OSR / 4] & ~(status_[MDSR / 4] & high);

	return (high & driven) | (masked_pulls() & ~driven);
}

void at91_pio::update_pads(uint64_t now)
{
	uint32_t levels = wanted_levels();
	uint64_t time;

	if (levels == (edges_.empty() ? pads_ : edges_.back().levels))
		return;
	time = grid_.align(now + env.costs.charge(TWIN_COST_PIN_DELAY));
	edges_.push_back({time, levels});
	if (!pad_event_.pending())
		env.events.schedule(pad_event_, time);
}

void at91_pio::pads_change(uint64_t now)
{
	uint32_t levels = edges_.front().levels;
	uint32_t rising = levels & ~pads_, falling = pads_ & ~levels;

	edges_.pop_front();
	pads_ = levels;
	note_changes(rising, falling, now);
	for (const wired_pin &w : wired_)
		if ((rising | falling) >> w.pin & 1)
			w.bus->set_pin(w.cs, levels >> w.pin & 1, now);
	if (!edges_.empty())
		env.events.schedule(pad_event_, edges_.front().time);
}

void at91_pio::note_changes(uint32_t rising, uint32_t falling, uint64_t now)
{
	uint32_t both = ~status_[AIMMR / 4], up = status_[FRLHSR / 4];

	isr_ |= (rising & (both | up)) | (falling & (both | ~up));
	irq_.set(isr_ & status_[IMR / 4], now);
}

void at91_pio::check_level_interrupts(uint32_t offset, uint32_t value)
{
	if (status_[IMR / 4] & status_[AIMMR / 4] & status_[ELSR / 4])
		fault_write(offset, value, "level interrupts are not modelled");
}

uint32_t at91_pio::read(uint32_t offset, uint64_t now)
{
	uint32_t value;

	switch (offset) {
	case PDSR:
		return pads_;
	case ISR:
		value = isr_;
		isr_ = 0;
		irq_.set(false, grid_.align(now));
		return value;
	case WPSR:
		return 0;
	}
	for (const bit_triple &t : triples)
		if (offset == t.status)
			return status_[offset / 4];
	for (const plain &p : plains)
		if (offset == p.offset)
			return status_[offset / 4];
	fault_read(offset, register_name(offset) ? "write-only register" : "not modelled");
	return 0;
}

/* False when nothing at `offset` can be written. */
bool at91_pio::store(uint32_t offset, uint32_t value)
{
	uint32_t writable = status_[OWSR / 4], &odsr = status_[ODSR / 4];

	for (const bit_triple &t : triples) {
		if (offset == t.set)
			status_[t.status / 4] |= value;
		else if (offset == t.clear)
			status_[t.status / 4] &= ~value;
		else
			continue;
		return true;
	}
	for (const plain &p : plains) {
		if (offset != p.offset)
			continue;
		status_[offset / 4] = value;
		return true;
	}
	if (offset == ODSR)
		odsr = (odsr & ~writable) | (value & writable);
	return offset == ODSR;
}

void at91_pio::write(uint32_t offset, uint32_t value, uint64_t now)
{
	if (!store(offset, value)) {
		fault_write(offset, value,
			    register_name(offset) ? "read-only register" : "not modelled");
		return;
	}
	check_level_interrupts(offset, value);
	update_pads(now);
	irq_.set(isr_ & status_[IMR / 4], grid_.align(now));
}

const char *at91_pio::register_name(uint32_t offset) const
{
	for (const bit_triple &t : triples) {
		if (offset == t.set)
			return t.set_name;
		if (offset == t.clear)
			return t.clear_name;
		if (offset == t.status)
			return t.status_name;
	}
	for (const plain &p : plains)
		if (offset == p.offset)
			return p.name;
	return offset == PDSR ? "PDSR" : offset == ISR ? "ISR" : offset == WPSR ? "WPSR" : nullptr;
}

} // namespace tw
