// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Pads and interrupts; the registers are in at91_pio.cpp. */
#include <algorithm>

#include "gpio/at91_pio.h"
#include "gpio/at91_pio_regs.h"
#include "spi/spi_bus.h"

namespace tw
{

using namespace at91_pio_regs;

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
	now_ = wanted();
	pads_ = now_.levels;
}

/* Levels of pins that nobody drives. */
uint32_t at91_pio::pulls() const
{
	return (~status_[PUSR / 4] & ~wired_mask_) | (wired_idle_ & wired_mask_);
}

at91_pio::drive at91_pio::wanted() const
{
	uint32_t high = status_[ODSR / 4];
	uint32_t driven = status_[PSR / 4] & status_[OSR / 4] & ~(status_[MDSR / 4] & high);

	return {driven, (high & driven) | (pulls() & ~driven)};
}

void at91_pio::update_pads(uint64_t now)
{
	const drive &last = outputs_.empty() ? now_ : outputs_.back().to;
	drive next = wanted();
	uint64_t time;

	if (next.driven == last.driven && next.levels == last.levels)
		return;
	time = grid_.align(now + env.costs.charge(TWIN_COST_PIN_DELAY));
	outputs_.push_back({time, next});
	if (!output_event_.pending())
		env.events.schedule(output_event_, time);
}

void at91_pio::outputs_change(uint64_t now)
{
	now_ = outputs_.front().to;
	outputs_.pop_front();
	settle(now);
	if (!outputs_.empty())
		env.events.schedule(output_event_, outputs_.front().time);
}

void at91_pio::set_input(unsigned int pin, bool level, uint64_t time)
{
	input_edge edge = {grid_.align(std::max(time, env.events.current())), pin, level};
	auto at = std::upper_bound(
		inputs_.begin(), inputs_.end(), edge,
		[](const input_edge &a, const input_edge &b) { return a.time < b.time; });

	inputs_.insert(at, edge);
	env.events.schedule(input_event_, inputs_.front().time);
}

void at91_pio::inputs_change(uint64_t now)
{
	for (; !inputs_.empty() && inputs_.front().time <= now; inputs_.pop_front()) {
		uint32_t mask = 1u << inputs_.front().pin;

		outside_ |= mask;
		outside_levels_ =
			inputs_.front().level ? outside_levels_ | mask : outside_levels_ & ~mask;
		settle(now);
	}
	if (!inputs_.empty())
		env.events.schedule(input_event_, inputs_.front().time);
}

void at91_pio::settle(uint64_t now)
{
	uint32_t fight = now_.driven & outside_ & (now_.levels ^ outside_levels_);
	uint32_t levels = (now_.levels & ~outside_) | (outside_levels_ & outside_);
	uint32_t changed = levels ^ pads_;

	if (fight)
		env.faults.report("%s: pin %d is an output and driven from outside to the other "
				  "level",
				  label().c_str(), __builtin_ctz(fight));
	pads_ = levels;
	note_edges(levels & changed, ~levels & changed);
	tell_buses(changed, now);
	update_irq(now);
}

void at91_pio::tell_buses(uint32_t changed, uint64_t now)
{
	if (!(changed & wired_mask_))
		return;
	/* Words that nobody has looked at yet end before their chip select moves. */
	env.quiet.catch_up(now);
	for (const wired_pin &w : wired_)
		if (changed >> w.pin & 1)
			w.bus->set_pin(w.cs, pads_ >> w.pin & 1, now);
	env.quiet.arm();
}

void at91_pio::note_edges(uint32_t rising, uint32_t falling)
{
	uint32_t both = ~status_[AIMMR / 4], up = status_[FRLHSR / 4];
	uint32_t by_level = status_[AIMMR / 4] & status_[ELSR / 4];

	noted_ |= ((rising & (both | up)) | (falling & (both | ~up))) & ~by_level;
}

/* ISR without clearing it. */
uint32_t at91_pio::pending() const
{
	uint32_t by_level = status_[AIMMR / 4] & status_[ELSR / 4];

	return (noted_ & ~by_level) | (by_level & ~(pads_ ^ status_[FRLHSR / 4]));
}

void at91_pio::update_irq(uint64_t time)
{
	irq_.set(pending() & status_[IMR / 4], time);
}

uint32_t at91_pio::read_isr(uint64_t now)
{
	uint32_t value = pending();

	noted_ = 0;
	update_irq(grid_.align(now));
	return value;
}

} // namespace tw
