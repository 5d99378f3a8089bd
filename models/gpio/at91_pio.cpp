// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Registers; pads and interrupts are in at91_pio_pads.cpp. */
#include "gpio/at91_pio.h"

#include "core/registry.h"
#include "gpio/at91_pio_regs.h"

namespace tw
{

using namespace at91_pio_regs;

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
	{0x90, 0x94, PPDSR, "PPDDR", "PPDER", "PPDSR"},
	{0xa0, 0xa4, OWSR, "OWER", "OWDR", "OWSR"},
	{0xb0, 0xb4, AIMMR, "AIMER", "AIMDR", "AIMMR"},
	{0xc4, 0xc0, ELSR, "LSR", "ESR", "ELSR"},
	{0xd4, 0xd0, FRLHSR, "REHLSR", "FELLSR", "FRLHSR"},
};

/*
 * Registers that are only remembered. The drive strength of 16 pins each is at 0x114 and 0x118 on
 * the SAM9x5, at 0x118 and 0x11c on the SAMA5D3.
 */
static const struct plain {
	uint32_t offset;
	const char *name;
} plains[] = {
	{0x70, "ABCDSR1"}, {0x74, "ABCDSR2"}, {0x8c, "SCDR"},	 {0x100, "SCHMITT"},
	{0x114, "DRIVER"}, {0x118, "DRIVER"}, {0x11c, "DRIVER"},
};

/* What write protection covers: mode, direction and pulls, not output levels or interrupts. */
static const uint32_t protected_registers[] = {
	0x00, 0x04, 0x10, 0x14, 0x20, 0x24, 0x50, 0x54,
	0x60, 0x64, 0x70, 0x74, 0x90, 0x94, 0xa0, 0xa4,
};

static constexpr uint32_t wpmr_key = 0x50494f;

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
      output_event_(run_member<at91_pio, &at91_pio::outputs_change>, this),
      input_event_(run_member<at91_pio, &at91_pio::inputs_change>, this)
{
	reset();
}

/* What drives pins from outside stays. */
void at91_pio::reset()
{
	env.events.cancel(output_event_);
	outputs_.clear();
	for (uint32_t &word : status_)
		word = 0;
	status_[PSR / 4] = ~0u;
	/* PUSR and PPDSR have a one where the resistor is off: pull-ups are on after reset. */
	status_[PPDSR / 4] = ~0u;
	noted_ = wpsr_ = 0;
	now_ = wanted();
	pads_ = now_.levels;
}

uint32_t at91_pio::read_wpsr()
{
	uint32_t value = wpsr_;

	wpsr_ = 0;
	return value;
}

uint32_t at91_pio::read(uint32_t offset, uint64_t now)
{
	switch (offset) {
	case PDSR:
		return pads_;
	case ISR:
		return read_isr(now);
	case WPMR:
		return status_[WPMR / 4];
	case WPSR:
		return read_wpsr();
	case LOCKSR:
		return 0; /* nothing here locks a pin */
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

bool at91_pio::is_protected(uint32_t offset) const
{
	for (uint32_t p : protected_registers)
		if (offset == p)
			return status_[WPMR / 4];
	return false;
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
	if (offset == WPMR && value >> 8 == wpmr_key)
		status_[WPMR / 4] = value & 1;
	if (offset == ODSR)
		odsr = (odsr & ~writable) | (value & writable);
	return offset == ODSR || offset == WPMR;
}

void at91_pio::write(uint32_t offset, uint32_t value, uint64_t now)
{
	if (is_protected(offset)) {
		wpsr_ = 1 | offset << 8;
		return;
	}
	if (!store(offset, value)) {
		fault_write(offset, value,
			    register_name(offset) ? "read-only register" : "not modelled");
		return;
	}
	update_pads(now);
	update_irq(grid_.align(now));
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
	switch (offset) {
	case PDSR:
		return "PDSR";
	case ISR:
		return "ISR";
	case LOCKSR:
		return "LOCKSR";
	case WPMR:
		return "WPMR";
	case WPSR:
		return "WPSR";
	}
	return nullptr;
}

} // namespace tw
