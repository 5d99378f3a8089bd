// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Registers, interrupt and request lines of the controller; channels are in hdmac_channel.cpp. */
#include "dma/at_hdmac.h"

#include <algorithm>
#include <cinttypes>

#include "core/registry.h"
#include "dma/at_hdmac_regs.h"
#include "dma/hdmac_rules.h"

namespace tw
{

using namespace at_hdmac_regs;

template <unsigned int channels>
static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<at_hdmac>(sc_core::sc_gen_unique_name("at_hdmac"), env, description,
					  channels);
}

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const bus_model g45("atmel,at91sam9g45-dma", "Atmel AHB DMA controller, 8 channels",
			   no_options, make<8>);
static const bus_model rl("atmel,at91sam9rl-dma", "Atmel AHB DMA controller, 2 channels",
			  no_options, make<2>);

at_hdmac::at_hdmac(const sc_core::sc_module_name &module, environment &env,
		   const tw_bus_device &description, unsigned int channels)
    : bus_device(module, env, description), base_(description.base),
      irq_(env.lines, description.irq), pair_(env)
{
	ahb_user &as_user = *this;
	hdmac_frame &as_frame = *this;

	for (unsigned int i = 0; i < ahb_interfaces; i++)
		interfaces_.push_back(std::make_unique<ahb_interface>(env.quiet.events(), as_user));
	for (unsigned int i = 0; i < channels; i++)
		channels_.push_back(
			std::make_unique<hdmac_channel>(env, as_frame, description.name, i));
	join_quiet(*this);
	reset();
}

void at_hdmac::reset()
{
	gcfg_ = en_ = mask_ = status_ = 0;
	for (request_line &l : lines_)
		l.listener = nullptr;
	for (auto &i : interfaces_)
		i->reset();
	for (auto &c : channels_)
		c->reset();
}

bool at_hdmac::channel_register(uint32_t offset, unsigned int *channel, uint32_t *reg) const
{
	if (offset < CHANNELS)
		return false;
	*channel = (offset - CHANNELS) / CHANNEL_STEP;
	*reg = (offset - CHANNELS) % CHANNEL_STEP;
	return *channel < channels_.size() && *reg < CHANNEL_END;
}

#define CHANNEL_NAMES(n)                                                                           \
	{                                                                                          \
		"SADDR" #n, "DADDR" #n, "DSCR" #n, "CTRLA" #n, "CTRLB" #n, "CFG" #n, "SPIP" #n,    \
			"DPIP" #n                                                                  \
	}

const char *at_hdmac::register_name(uint32_t offset) const
{
	static const char *const global[] = {"GCFG", "EN",     "SREQ",	 "CREQ",   "LAST",
					     "SYNC", "EBCIER", "EBCIDR", "EBCIMR", "EBCISR",
					     "CHER", "CHDR",   "CHSR"};
	static const char *const names[][CHANNEL_END / 4] = {
		CHANNEL_NAMES(0), CHANNEL_NAMES(1), CHANNEL_NAMES(2), CHANNEL_NAMES(3),
		CHANNEL_NAMES(4), CHANNEL_NAMES(5), CHANNEL_NAMES(6), CHANNEL_NAMES(7)};
	unsigned int channel;
	uint32_t reg;

	if (offset <= CHSR)
		return global[offset / 4];
	return channel_register(offset, &channel, &reg) ? names[channel][reg / 4] : nullptr;
}

uint32_t at_hdmac::read_status(uint64_t now)
{
	uint32_t value = status_;

	status_ = 0;
	update_irq(now);
	return value;
}

uint32_t at_hdmac::handler_status() const
{
	uint32_t value = 0;

	for (unsigned int i = 0; i < channels_.size(); i++) {
		const hdmac_channel &c = *channels_[i];

		value |= (c.enabled() ? CH_ENA : 0u) << i;
		value |= (c.suspended() ? CH_SUSP : 0u) << i;
		value |= (c.empty() ? CH_EMPT : 0u) << i;
	}
	return value;
}

uint32_t at_hdmac::read(uint32_t offset, uint64_t now)
{
	unsigned int channel;
	uint32_t reg;

	if (channel_register(offset, &channel, &reg))
		return channels_[channel]->read(reg);
	switch (offset) {
	case GCFG:
		return gcfg_;
	case EN:
		return en_;
	case SREQ:
	case CREQ:
	case LAST:
	case SYNC:
		return 0; /* nothing can have been requested */
	case EBCIMR:
		return mask_;
	case EBCISR:
		return read_status(now);
	case CHSR:
		return handler_status();
	case EBCIER:
	case EBCIDR:
	case CHER:
	case CHDR:
		fault_read(offset, "write-only");
		return 0;
	default:
		fault_read(offset, "not modelled");
		return 0;
	}
}

void at_hdmac::write(uint32_t offset, uint32_t value, uint64_t now)
{
	constexpr uint32_t causes = EBCI_BTC | EBCI_CBTC | EBCI_ERR;
	unsigned int channel;
	uint32_t reg;

	if (channel_register(offset, &channel, &reg))
		return write_channel(channel, reg, offset, value);
	switch (offset) {
	case GCFG:
		return write_config(value);
	case EN:
		return write_enable(value, now);
	case SREQ:
	case CREQ:
	case LAST:
	case SYNC:
		if (value)
			fault_write(offset, value, "software requests are not modelled");
		return;
	case EBCIER:
		if (value & ~each(causes))
			fault_write(offset, value, "no such interrupt");
		mask_ |= value & each(causes);
		return update_irq(now);
	case EBCIDR:
		mask_ &= ~value;
		return update_irq(now);
	case CHER:
		return enable_channels(value, now);
	case CHDR:
		return disable_channels(value, now);
	case EBCIMR:
	case EBCISR:
	case CHSR:
		fault_write(offset, value, "read-only");
		return;
	default:
		fault_write(offset, value, "not modelled");
	}
}

void at_hdmac::write_config(uint32_t value)
{
	if (value & ~static_cast<uint32_t>(GCFG_ROUND_ROBIN))
		return fault_write(GCFG, value, "big-endian interfaces are not modelled");
	gcfg_ = value;
	for (auto &i : interfaces_)
		i->set_round_robin(value);
}

void at_hdmac::write_enable(uint32_t value, uint64_t now)
{
	if (value & ~static_cast<uint32_t>(EN_ENABLE))
		return fault_write(EN, value, "reserved bits");
	en_ = value;
	if (!value)
		disable_channels(each(CH_ENA), now);
}

void at_hdmac::enable_channels(uint32_t value, uint64_t now)
{
	if (value & ~each(CH_ENA | CH_SUSP))
		return fault_write(CHER, value, "KEEP, or a channel that does not exist");
	if ((value & each(CH_ENA)) && !en_)
		return fault_write(CHER, value, "the controller is disabled");
	for (unsigned int i = 0; i < channels_.size(); i++) {
		hdmac_channel &c = *channels_[i];

		if (value >> i & CH_SUSP)
			c.suspend(true, now);
		if ((value >> i & CH_ENA) && !c.enabled())
			c.enable(now);
	}
}

void at_hdmac::disable_channels(uint32_t value, uint64_t now)
{
	if (value & ~each(CH_ENA | CH_SUSP))
		return fault_write(CHDR, value, "a channel that does not exist");
	for (unsigned int i = 0; i < channels_.size(); i++) {
		hdmac_channel &c = *channels_[i];

		if ((value >> i & CH_ENA) && c.enabled())
			c.disable(now);
		if (value >> i & CH_SUSP)
			c.suspend(false, now);
	}
}

void at_hdmac::write_channel(unsigned int channel, uint32_t reg, uint32_t offset, uint32_t value)
{
	const char *why = hdmac_rules::unsupported(reg, value);

	if (channels_[channel]->enabled())
		why = "while the channel is enabled";
	if (why)
		fault_write(offset, value, why);
	else
		channels_[channel]->write(reg, value);
}

void at_hdmac::request(unsigned int interface, bool level, uint64_t time)
{
	request_line &l = lines_[interface];

	l.level = level;
	if (level)
		l.rose = time;
	if (l.listener)
		l.listener->request_changed(l.slot, time);
}

void at_hdmac::set_period(unsigned int interface, uint64_t period)
{
	lines_[interface].period = period;
}

dma_pair *at_hdmac::begin_pair(unsigned int read, unsigned int write)
{
	return pair_.begin(lines_[read], lines_[write]) ? &pair_ : nullptr;
}

bool at_hdmac::access_done(unsigned int slot, uint64_t now)
{
	return channels_[slot / ahb_interface::group]->access_done(slot % ahb_interface::group,
								   now);
}

ahb_interface &at_hdmac::interface(unsigned int number)
{
	return *interfaces_[number];
}

request_line &at_hdmac::line(unsigned int handshake)
{
	return lines_[handshake];
}

void at_hdmac::flag(unsigned int channel, uint32_t bits, uint64_t now)
{
	status_ |= bits << channel;
	update_irq(now);
}

/* The board may have moved on only when a peripheral's requests came faster than it promised. */
void at_hdmac::update_irq(uint64_t now)
{
	bool level = status_ & mask_;

	if (level && !irq_.level() && now < env.events.current())
		env.faults.report("%s: interrupt at %" PRIu64 " ps, but the board is at %" PRIu64
				  " ps: requests came faster than their peripheral promised",
				  label().c_str(), now, env.events.current());
	irq_.set(level, now);
}

void at_hdmac::record(twin_event_type type, unsigned int channel, uint64_t bytes, uint64_t now)
{
	twin_event event = {};

	event.time = now;
	event.type = static_cast<uint16_t>(type);
	event.a = base_ << 8 | channel;
	event.b = bytes;
	env.log.put(TWIN_CLASS_DMA, event);
}

uint64_t at_hdmac::seen_from() const
{
	constexpr uint32_t causes = EBCI_BTC | EBCI_CBTC | EBCI_ERR;
	uint64_t now = env.quiet.events().current(), seen = TWIN_TIME_NEVER;

	for (unsigned int i = 0; i < channels_.size(); i++)
		if (mask_ >> i & causes)
			seen = std::min(seen, channels_[i]->complete_from(now));
	return seen;
}

} // namespace tw
