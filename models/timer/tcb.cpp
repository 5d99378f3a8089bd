// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "timer/tcb.h"

#include <algorithm>
#include <cstdio>

#include "core/registry.h"

namespace tw
{

enum offset : uint32_t {
	CCR = 0x00,
	CMR = 0x04,
	CV = 0x10,
	RA = 0x14,
	RB = 0x18,
	RC = 0x1c,
	SR = 0x20,
	IER = 0x24,
	IDR = 0x28,
	IMR = 0x2c,
	channel_size = 0x40,
	BCR = 0xc0,
	BMR = 0xc4,
};

enum bits : uint32_t {
	CCR_CLKEN = 1 << 0,
	CCR_CLKDIS = 1 << 1,
	CCR_SWTRG = 1 << 2,
	CMR_CLOCK = 7,
	CMR_XC1 = 6,
	CMR_CPCSTOP = 1 << 6,
	CMR_CPCDIS = 1 << 7,
	CMR_UP_TO_RC = 1 << 14,
	CMR_WAVE = 1 << 15,
	/* TIOA up on RA and trigger, down on RC. */
	CMR_TIOA = 1 << 16 | 2 << 18 | 1 << 22,
	CMR_TIOA_FIELDS = 3 << 16 | 3 << 18 | 3 << 22,
	CMR_MODELLED =
		CMR_CLOCK | CMR_CPCSTOP | CMR_CPCDIS | CMR_UP_TO_RC | CMR_WAVE | CMR_TIOA_FIELDS,
	SR_CLKSTA = 1 << 16,
	SR_MTIOA = 1 << 17,
	/* Those below without a flag in tcb_counter.h belong to capture mode and stay 0. */
	SR_INTERRUPTS = 0xff,
	BCR_SYNC = 1,
	BMR_XC1 = 3 << 2,
	BMR_XC1_TIOA0 = 2 << 2,
	BMR_SELECTIONS = 0x3f,
};

static constexpr uint64_t slow_hz = 32768;

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

template <unsigned int width>
static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<tcb>(sc_core::sc_gen_unique_name("tcb"), env, description, width);
}

static const bus_model sam9x5("atmel,at91sam9x5-tcb", "AT91 timer/counter block, 32-bit counters",
			      no_options, make<32>);
static const bus_model rm9200("atmel,at91rm9200-tcb", "AT91 timer/counter block, 16-bit counters",
			      no_options, make<16>);

tcb::tcb(const sc_core::sc_module_name &module, environment &env, const tw_bus_device &description,
	 unsigned int width)
    : bus_device(module, env, description), width_(width), mck_(checked_clock_hz(description)),
      clocks_{{mck_, 2}, {mck_, 8}, {mck_, 32}, {mck_, 128}, {clock_grid(slow_hz), 1}},
      irq_(env.lines, description.irq), channels_{{*this, width}, {*this, width}, {*this, width}}
{
}

void tcb::reset()
{
	bmr_ = 0;
	for (channel &c : channels_) {
		env.events.cancel(c.due);
		c.counter = tcb_counter(width_);
		c.cmr = c.imr = 0;
		c.triggered = false;
		c.seen = 0;
	}
}

/* NULL: not one of the internal clocks. */
const divided_clock *tcb::clock_of(const channel &c) const
{
	uint32_t select = c.cmr & CMR_CLOCK;

	return select < sizeof(clocks_) / sizeof(*clocks_) ? &clocks_[select] : nullptr;
}

/* Does the channel count the rising edges of TIOA0? */
bool tcb::chained(const channel &c) const
{
	return &c == &channels_[1] && (c.cmr & CMR_CLOCK) == CMR_XC1 &&
	       (bmr_ & BMR_XC1) == BMR_XC1_TIOA0 && (channels_[0].cmr & CMR_TIOA_FIELDS);
}

uint64_t tcb::last_edge(const channel &c, uint64_t now) const
{
	const divided_clock *clock = clock_of(c);

	if (clock)
		return clock->last(now);
	return chained(c) ? channels_[0].counter.tioa_rises() : c.seen;
}

void tcb::catch_up(channel &c, uint64_t now)
{
	uint64_t last;

	/* A counter that stands counts nothing; the edge that takes a trigger is known by number.
	 */
	if (clock_of(c) && !c.counter.running() && !c.triggered)
		return;
	if (chained(c))
		catch_up(channels_[0], now);
	last = last_edge(c, now);
	if (c.triggered && c.trigger <= last) {
		/* No edge lies between the last one counted and this one. */
		c.seen = c.trigger;
		c.triggered = false;
		c.counter.trigger();
	}
	c.counter.step(last - c.seen);
	c.seen = last;
}

/* When the channel's next interrupt is due; every change of a channel ends here. */
void tcb::plan(channel &c)
{
	const divided_clock *clock = clock_of(c);
	tcb_counter ahead = c.counter;
	uint64_t from = c.seen, edges;

	if (c.triggered) {
		ahead.trigger();
		from = c.trigger;
	}
	edges = ahead.edges_until(c.imr & ~ahead.flags());
	if (clock && edges != tcb_counter::no_edge && clock->time(from + edges) != TWIN_TIME_NEVER)
		env.events.schedule(c.due, clock->time(from + edges));
	else
		env.events.cancel(c.due);
}

void tcb::update_irq(uint64_t time)
{
	bool level = false;

	for (const channel &c : channels_)
		level = level || (c.counter.flags() & c.imr);
	irq_.set(level, time);
}

void tcb::compare_due(channel &c, uint64_t now)
{
	catch_up(c, now);
	plan(c);
	update_irq(now);
}

uint32_t tcb::read_channel(channel &c, uint32_t offset, uint64_t now)
{
	uint32_t value;

	switch (offset % channel_size) {
	case CMR:
		return c.cmr;
	case CV:
		catch_up(c, now);
		return c.counter.value();
	case RA:
		return c.counter.get_register(tcb_counter::RA);
	case RB:
		return c.counter.get_register(tcb_counter::RB);
	case RC:
		return c.counter.get_register(tcb_counter::RC);
	case IMR:
		return c.imr;
	case SR:
		catch_up(c, now);
		value = c.counter.flags() | c.counter.enabled() * SR_CLKSTA |
			c.counter.tioa() * SR_MTIOA;
		c.counter.clear_flags();
		plan(c);
		update_irq(mck_.align(now));
		return value;
	case CCR:
	case IER:
	case IDR:
		fault_read(offset, "write-only register");
		return 0;
	}
	fault_read(offset, "not modelled");
	return 0;
}

uint32_t tcb::read(uint32_t offset, uint64_t now)
{
	if (offset < channels * channel_size)
		return read_channel(channels_[offset / channel_size], offset, now);
	if (offset == BMR)
		return bmr_;
	fault_read(offset, offset == BCR ? "write-only register" : "not modelled");
	return 0;
}

/* Has the channel a clock and a mode that are modelled? */
bool tcb::check_clock(const channel &c, uint32_t offset, uint32_t value)
{
	const char *why = nullptr;

	if (!(c.cmr & CMR_WAVE))
		why = "capture mode is not modelled";
	else if (!clock_of(c) && !chained(c))
		why = "the clock that CMR and BMR select is not modelled";
	else if (!clock_of(c) && c.imr)
		why = "interrupts of a chained channel are not modelled";
	if (why)
		fault_write(offset, value, why);
	return !why;
}

void tcb::trigger(channel &c, uint64_t now)
{
	const divided_clock *clock = clock_of(c);

	c.triggered = c.counter.enabled();
	c.trigger = clock ? clock->next(now) : c.seen + 1;
	catch_up(c, now);
	plan(c);
}

void tcb::write_ccr(channel &c, uint32_t offset, uint32_t value, uint64_t now)
{
	if (value & CCR_CLKDIS) {
		c.counter.enable(false);
		c.triggered = false;
	} else if (value & CCR_CLKEN) {
		c.counter.enable(true);
	}
	if (!(value & CCR_SWTRG))
		plan(c);
	else if (check_clock(c, offset, value))
		trigger(c, now);
}

void tcb::write_cmr(channel &c, uint32_t offset, uint32_t value, uint64_t now)
{
	bool tioa = (value & CMR_TIOA_FIELDS) == CMR_TIOA;
	bool plain_up = !(value & (CMR_UP_TO_RC | CMR_CPCSTOP | CMR_CPCDIS));
	const divided_clock *clock;

	if (value && (!(value & CMR_WAVE) || (value & ~CMR_MODELLED) ||
		      ((value & CMR_TIOA_FIELDS) && !(tioa && plain_up)))) {
		fault_write(offset, value, "this mode is not modelled");
		return;
	}
	c.cmr = value;
	c.counter.set_mode(
		{!!(value & CMR_UP_TO_RC), !!(value & CMR_CPCSTOP), !!(value & CMR_CPCDIS), tioa});
	c.seen = last_edge(c, now);
	clock = clock_of(c);
	c.trigger = clock ? clock->next(now) : c.seen + 1;
	plan(c);
}

void tcb::write_channel(channel &c, uint32_t offset, uint32_t value, uint64_t now)
{
	switch (offset % channel_size) {
	case CCR:
		write_ccr(c, offset, value, now);
		return;
	case CMR:
		write_cmr(c, offset, value, now);
		return;
	case RA:
	case RB:
	case RC:
		c.counter.set_register(
			static_cast<tcb_counter::compare>((offset % channel_size - RA) / 4), value);
		plan(c);
		return;
	case IER:
		c.imr |= value & SR_INTERRUPTS;
		if (!clock_of(c) && c.imr)
			fault_write(offset, value,
				    "interrupts of a chained channel are not modelled");
		plan(c);
		return;
	case IDR:
		c.imr &= ~value;
		plan(c);
		return;
	case CV:
	case SR:
	case IMR:
		fault_write(offset, value, "read-only register");
		return;
	}
	fault_write(offset, value, "not modelled");
}

void tcb::write_block(uint32_t offset, uint32_t value, uint64_t now)
{
	if (offset == BMR && !(value & ~BMR_SELECTIONS)) {
		bmr_ = value;
		channels_[1].seen = last_edge(channels_[1], now);
		return;
	}
	if (offset != BCR) {
		fault_write(offset, value, "not modelled");
		return;
	}
	for (channel &c : channels_)
		if ((value & BCR_SYNC) && c.counter.enabled() && check_clock(c, offset, value))
			trigger(c, now);
}

void tcb::write(uint32_t offset, uint32_t value, uint64_t now)
{
	/* Channel 0 first: channel 1 may count it. */
	for (channel &c : channels_)
		catch_up(c, now);
	if (offset < channels * channel_size)
		write_channel(channels_[offset / channel_size], offset, value, now);
	else
		write_block(offset, value, now);
	/* Has a running counter lost its clock? */
	for (const channel &c : channels_)
		if (c.counter.running())
			check_clock(c, offset, value);
	update_irq(mck_.align(now));
}

const char *tcb::register_name(uint32_t offset) const
{
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {{CCR, "CCR"}, {CMR, "CMR"}, {0x08, "SMMR"}, {0x0c, "RAB"}, {CV, "CV"},
		     {RA, "RA"},   {RB, "RB"},	 {RC, "RC"},	 {SR, "SR"},	{IER, "IER"},
		     {IDR, "IDR"}, {IMR, "IMR"}, {0x30, "EMR"}};

	if (offset >= channels * channel_size)
		return offset == BCR ? "BCR" : offset == BMR ? "BMR" : nullptr;
	for (const auto &n : names) {
		if (n.offset != offset % channel_size)
			continue;
		snprintf(name_, sizeof(name_), "%s%u", n.name,
			 static_cast<unsigned int>(offset / channel_size));
		return name_;
	}
	return nullptr;
}

} // namespace tw
