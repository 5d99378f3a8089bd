// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "spi/spi_bus.h"

#include <algorithm>
#include <cinttypes>

#include "core/options.h"

namespace tw
{

static constexpr unsigned int line_cs0 = 16;

spi_bus::spi_bus(environment &env, spi_controller &controller, const std::string &name, int index)
    : env_(env), controller_(controller), name_(name), index_(static_cast<uint64_t>(index))
{
}

/* NULL when nothing is there. */
spi_bus::slot *spi_bus::find(int cs) const
{
	for (const auto &s : slots_)
		if (s->cs == cs)
			return s.get();
	return nullptr;
}

spi_bus::slot &spi_bus::at(int cs)
{
	if (cs < 0 || cs >= controller_.chip_selects())
		throw bad_input(name_ + ": no chip select " + std::to_string(cs) + " (it has " +
				std::to_string(controller_.chip_selects()) + ")");
	if (slot *s = find(cs))
		return *s;

	auto place = std::find_if(slots_.begin(), slots_.end(),
				  [cs](const auto &s) { return s->cs > cs; });
	auto made = std::make_unique<slot>();

	made->cs = cs;
	return **slots_.insert(place, std::move(made));
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
	find_only();
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

void spi_bus::record_level(const slot &s, uint64_t now, uint8_t flags)
{
	twin_event event = {};

	event.time = now;
	event.type = TWIN_EV_PIN_CS;
	event.flags = flags;
	event.a = index_ << 8 | static_cast<uint64_t>(s.cs);
	event.b = s.active != s.active_low;
	env_.log.put(TWIN_CLASS_PIN, event);
}

void spi_bus::start()
{
	record_line(0, "sck");
	record_line(1, "mosi");
	record_line(2, "miso");
	for (const auto &s : slots_) {
		record_line(line_cs0 + static_cast<unsigned int>(s->cs),
			    "cs" + std::to_string(s->cs));
		record_level(*s, 0, 1);
	}
}

bool spi_bus::idle_level(int cs) const
{
	const slot *s = find(cs);

	return !s || s->active_low;
}

void spi_bus::set_pin(int cs, bool level, uint64_t now)
{
	slot &s = at(cs);

	controller_.catch_up(now);
	set_active(s, level != s.active_low, now);
}

void spi_bus::drive_native(int cs, bool active, uint64_t now)
{
	slot *s = find(cs);

	if (s && !s->wired)
		set_active(*s, active, now);
}

void spi_bus::check_alone(const slot &s, uint64_t now)
{
	for (const auto &o : slots_)
		if (o->cs != s.cs && o->active && o->device && s.device)
			env_.faults.report("%s: %s and %s selected at the same time, %" PRIu64
					   " ps",
					   name_.c_str(), o->name.c_str(), s.name.c_str(), now);
}

void spi_bus::find_only()
{
	unsigned int selected = 0;

	only_ = nullptr;
	for (const auto &s : slots_) {
		selected += s->active;
		if (s->active && s->device)
			only_ = s.get();
	}
	for (const auto &s : slots_)
		if (selected != 1 || (s->device && s->device->connects_always()))
			only_ = nullptr;
}

void spi_bus::set_active(slot &s, bool active, uint64_t now)
{
	if (active == s.active)
		return;
	s.active = active;
	s.since = now;
	find_only();
	record_level(s, now, 0);
	if (active)
		check_alone(s, now);
	if (!s.device)
		return;
	if (active)
		s.device->select(now);
	else
		s.device->deselect(now);
}

/* Two devices drive MISO in one word. */
void spi_bus::check_one_answers(const spi_word &word)
{
	const slot *first = nullptr;

	for (const auto &s : slots_) {
		if (!s->device || !(s->active || s->device->connects_always()))
			continue;
		if (first)
			env_.faults.report(
				"%s: %s and %s both drive MISO in the word at %" PRIu64 " ps",
				name_.c_str(), first->name.c_str(), s->name.c_str(), word.start);
		first = s.get();
	}
}

/* Is the slot selected for this word? A select at or after its end is not. */
bool spi_bus::hears(const slot &s, const spi_word &word)
{
	if (s.device && s.since > word.start && s.since < word.end)
		env_.faults.report("%s: chip select %d changed at %" PRIu64
				   " ps, while a word was clocked (%" PRIu64 " to %" PRIu64 " ps)",
				   name_.c_str(), s.cs, s.since, word.start, word.end);
	return s.active && s.since < word.end;
}

void spi_bus::transfer_to_all(const spi_word &word, reply &answer)
{
	answer = {(1u << word.bits) - 1, -1, false};
	for (const auto &s : slots_) {
		bool selected = hears(*s, word);

		if (selected)
			answer.cs = s->cs;
		if (!s->device || !(selected || s->device->connects_always()))
			continue;
		if (answer.driven)
			check_one_answers(word);
		answer.miso &= s->device->exchange(word);
		answer.driven = true;
	}
}

int spi_bus::finish(char *err)
{
	for (const auto &s : slots_)
		if (s->device && s->device->finish(err))
			return -1;
	return 0;
}

} // namespace tw
