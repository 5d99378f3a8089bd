// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "spi/spi_bus.h"

#include <cinttypes>

#include "core/options.h"

namespace tw
{

static constexpr unsigned int line_cs0 = 16;

spi_bus::spi_bus(environment &env, spi_controller &controller, const std::string &name, int index)
    : env_(env), controller_(controller), name_(name), index_(static_cast<uint64_t>(index))
{
}

spi_bus::slot &spi_bus::at(int cs)
{
	if (cs < 0 || cs >= controller_.chip_selects())
		throw bad_input(name_ + ": no chip select " + std::to_string(cs) + " (it has " +
				std::to_string(controller_.chip_selects()) + ")");
	return slots_[cs];
}

void spi_bus::add_device(int cs, const std::string &name, std::unique_ptr<spi_device> device)
{
	slot &s = at(cs);

	if (s.device)
		throw bad_input(name + ": chip select " + std::to_string(cs) + " of " + name_ +
				" belongs to " + s.name);
	s.name = name;
	s.device = std::move(device);
	s.device->reset();
}

void spi_bus::wire(int cs, bool active_low)
{
	slot &s = at(cs);

	if (s.wired)
		throw bad_input(name_ + ": chip select " + std::to_string(cs) +
				" is wired to two pins");
	s.wired = true;
	s.active_low = active_low;
}

void spi_bus::record_line(unsigned int pin, const std::string &name)
{
	twin_event event = {};

	event.type = TWIN_EV_LINE;
	event.a = index_ << 8 | pin;
	event.b = env_.log.name(name_ + "_" + name);
	env_.log.put(TWIN_CLASS_META, event);
}

void spi_bus::record_level(int cs, const slot &s, uint64_t now, uint8_t flags)
{
	twin_event event = {};

	event.time = now;
	event.type = TWIN_EV_PIN_CS;
	event.flags = flags;
	event.a = index_ << 8 | static_cast<uint64_t>(cs);
	event.b = s.active != s.active_low;
	env_.log.put(TWIN_CLASS_PIN, event);
}

void spi_bus::start()
{
	record_line(0, "sck");
	record_line(1, "mosi");
	record_line(2, "miso");
	for (const auto &[cs, s] : slots_) {
		record_line(line_cs0 + static_cast<unsigned int>(cs), "cs" + std::to_string(cs));
		record_level(cs, s, 0, 1);
	}
}

bool spi_bus::idle_level(int cs) const
{
	auto found = slots_.find(cs);

	return found == slots_.end() || found->second.active_low;
}

void spi_bus::set_pin(int cs, bool level, uint64_t now)
{
	slot &s = slots_[cs];

	controller_.catch_up(now);
	set_active(cs, s, level != s.active_low, now);
}

void spi_bus::drive_native(int cs, bool active, uint64_t now)
{
	auto found = slots_.find(cs);

	if (found != slots_.end() && !found->second.wired)
		set_active(cs, found->second, active, now);
}

void spi_bus::set_active(int cs, slot &s, bool active, uint64_t now)
{
	if (active == s.active)
		return;
	s.active = active;
	s.since = now;
	record_level(cs, s, now, 0);
	for (const auto &[other, o] : slots_)
		if (active && other != cs && o.active && o.device && s.device)
			env_.faults.report("%s: %s and %s selected at the same time, %" PRIu64
					   " ps",
					   name_.c_str(), o.name.c_str(), s.name.c_str(), now);
	if (!s.device)
		return;
	if (active)
		s.device->select(now);
	else
		s.device->deselect(now);
}

spi_bus::reply spi_bus::transfer(const spi_word &word)
{
	reply answer = {(1u << word.bits) - 1, -1, false};

	for (auto &[cs, s] : slots_) {
		if (s.device && s.since > word.start && s.since < word.end)
			env_.faults.report("%s: chip select %d changed at %" PRIu64
					   " ps, while a word was clocked (%" PRIu64 " to %" PRIu64
					   " ps)",
					   name_.c_str(), cs, s.since, word.start, word.end);
		/* A select at or after the word's end is not this word's. */
		if (!s.active || s.since >= word.end)
			continue;
		answer.cs = cs;
		if (!s.device)
			continue;
		answer.miso &= s.device->exchange(word);
		answer.driven = true;
	}
	return answer;
}

int spi_bus::finish(char *err)
{
	for (auto &[cs, s] : slots_)
		if (s.device && s.device->finish(err))
			return -1;
	return 0;
}

} // namespace tw
