// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "timer/pit.h"

#include "core/registry.h"

namespace tw
{

enum offset : uint32_t { MR = 0x0, SR = 0x4, PIVR = 0x8, PIIR = 0xc };

static constexpr uint32_t mr_piv = 0xfffff, mr_piten = 1 << 24, mr_pitien = 1 << 25;
static constexpr uint32_t mr_mask = mr_piv | mr_piten | mr_pitien;
static constexpr uint64_t cpiv_end = 1 << 20;
static constexpr unsigned int prescaler = 16, picnt_shift = 20;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<pit>(sc_core::sc_gen_unique_name("pit"), env, description);
}

static const bus_model registration("atmel,at91sam9260-pit", "AT91 periodic interval timer",
				    no_options, make);

pit::pit(const sc_core::sc_module_name &module, environment &env, const tw_bus_device &description)
    : bus_device(module, env, description), mck_(checked_clock_hz(description)),
      clock_(mck_, prescaler), irq_(env.lines, description.irq),
      due_(run_member<pit, &pit::interval_over>, this), boot_mode_(mr_piv)
{
	for (size_t i = 0; i < description.nr_init; i++) {
		if (description.init[i].offset != MR)
			throw bad_input(label() + ": boot value for offset " +
					std::to_string(description.init[i].offset) +
					"; only MR (0) can have one");
		boot_mode_ = description.init[i].value;
	}
	reset();
}

void pit::reset()
{
	mode_ = 0;
	seen_ = cpiv_ = picnt_ = 0;
	running_ = pits_ = false;
	set_mode(boot_mode_);
}

uint64_t pit::period() const
{
	return (mode_ & mr_piv) + 1ULL;
}

/* Edges until CPIV is 0 again. */
uint64_t pit::to_zero() const
{
	return (cpiv_ < period() ? period() : cpiv_end) - cpiv_;
}

void pit::step(uint64_t n)
{
	uint64_t end = to_zero(), intervals = cpiv_ < period();

	if (!running_)
		return;
	if (n < end) {
		cpiv_ += n;
		return;
	}
	cpiv_ = 0;
	running_ = mode_ & mr_piten;
	if (running_) {
		intervals += (n - end) / period();
		cpiv_ = (n - end) % period();
	}
	picnt_ += intervals;
	pits_ = pits_ || intervals;
}

void pit::catch_up(uint64_t now)
{
	uint64_t last = clock_.last(now);

	step(last - seen_);
	seen_ = last;
}

void pit::update_irq(uint64_t time)
{
	irq_.set(pits_ && (mode_ & mr_pitien), time);
}

void pit::plan()
{
	uint64_t edges = to_zero() + (cpiv_ < period() ? 0 : period());

	if (running_ && (mode_ & mr_pitien) && !pits_)
		env.events.schedule(due_, clock_.time(seen_ + edges));
	else
		env.events.cancel(due_);
}

void pit::interval_over(uint64_t now)
{
	catch_up(now);
	update_irq(now);
}

void pit::set_mode(uint32_t value)
{
	mode_ = value & mr_mask;
	if (mode_ & mr_piten)
		running_ = true;
	else if (!cpiv_)
		running_ = false;
	plan();
}

uint32_t pit::read(uint32_t offset, uint64_t now)
{
	uint32_t counters;

	catch_up(now);
	counters = static_cast<uint32_t>(picnt_ << picnt_shift | cpiv_);
	switch (offset) {
	case MR:
		return mode_;
	case SR:
		return pits_;
	case PIVR:
		picnt_ = 0;
		pits_ = false;
		plan();
		update_irq(mck_.align(now));
		return counters;
	case PIIR:
		return counters;
	}
	fault_read(offset, "not modelled");
	return 0;
}

void pit::write(uint32_t offset, uint32_t value, uint64_t now)
{
	if (offset != MR) {
		fault_write(offset, value,
			    register_name(offset) ? "read-only register" : "not modelled");
		return;
	}
	catch_up(now);
	set_mode(value);
	update_irq(mck_.align(now));
}

const char *pit::register_name(uint32_t offset) const
{
	static const char *const names[] = {"MR", "SR", "PIVR", "PIIR"};

	return offset <= PIIR ? names[offset / 4] : nullptr;
}

} // namespace tw
