// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "spi/pdc.h"

#include <algorithm>

namespace tw
{

enum offset : uint32_t { PTCR = 0x120, PTSR = 0x124 };
/* Of the receive channel; the transmit channel's are 8 bits above. */
enum ptcr_bits : uint32_t { PTCR_TEN = 1u << 0, PTCR_TDIS = 1u << 1, PTCR_TX_SHIFT = 8 };

pdc::pdc(environment &env, const std::string &who, pdc_peripheral &peripheral)
    : env_(env), who_(who),
      peripheral_(peripheral), events_{{run_member<pdc, &pdc::receive_event>, this},
				       {run_member<pdc, &pdc::transmit_event>, this}}
{
}

void pdc::reset()
{
	for (direction d : {receive, transmit}) {
		env_.quiet.events().cancel(events_[d]);
		channels_[d] = {};
	}
}

const char *pdc::register_name(uint32_t offset)
{
	static const char *const names[] = {"RPR",  "RCR",  "TPR",  "TCR",  "RNPR",
					    "RNCR", "TNPR", "TNCR", "PTCR", "PTSR"};

	if (offset % 4 || offset < first_register || offset > last_register)
		return nullptr;
	return names[(offset - first_register) / 4];
}

/* Which of a channel's four registers; PTCR and PTSR come after them. */
template <class C> static auto *field(C &c, uint32_t offset)
{
	bool next = offset & 0x10, counter = offset & 4;

	if (counter)
		return next ? &c.next_counter : &c.counter;
	return next ? &c.next_pointer : &c.pointer;
}

bool pdc::read(uint32_t offset, uint32_t *value) const
{
	if (offset == PTCR)
		return false;
	if (offset == PTSR)
		*value = channels_[receive].enabled |
			 static_cast<uint32_t>(channels_[transmit].enabled) << PTCR_TX_SHIFT;
	else
		*value = *field(channels_[offset & 8 ? transmit : receive], offset);
	return true;
}

void pdc::write_control(uint32_t value, uint64_t now)
{
	for (direction d : {receive, transmit}) {
		uint32_t bits = d == transmit ? value >> PTCR_TX_SHIFT : value;

		if (bits & PTCR_TDIS)
			channels_[d].enabled = false;
		else if (bits & PTCR_TEN)
			channels_[d].enabled = true;
		ask(d, now);
	}
}

bool pdc::write(uint32_t offset, uint32_t value, uint64_t now)
{
	direction d = offset & 8 ? transmit : receive;
	channel &c = channels_[d];

	if (offset == PTSR)
		return false;
	if (offset == PTCR) {
		write_control(value, now);
		return true;
	}
	if (offset & 4) {
		value &= 0xffff;
		c.ended = false;
	}
	*field(c, offset) = value;
	if (offset & 0x10 && !c.counter)
		reload(c);
	ask(d, now);
	return true;
}

void pdc::reload(channel &c)
{
	if (!c.next_counter)
		return;
	c.pointer = c.next_pointer;
	c.counter = c.next_counter;
	c.next_counter = 0;
}

void pdc::request(direction d, bool level, uint64_t now)
{
	if (level == channels_[d].requested)
		return;
	channels_[d].requested = level;
	ask(d, now);
}

/* Begins an item when there is reason to. */
void pdc::ask(direction d, uint64_t now)
{
	channel &c = channels_[d];

	if (c.at != step::idle || !c.requested || !c.enabled || !c.counter)
		return;
	c.at = step::asked;
	env_.quiet.events().schedule(events_[d], now + env_.costs.charge(TWIN_COST_DMA_REQUEST));
}

/* The moment of the first access: is it wanted still? */
bool pdc::wanted(direction d)
{
	channel &c = channels_[d];

	c.size = peripheral_.pdc_size();
	if (c.requested && c.enabled && c.counter)
		return true;
	c.at = step::idle;
	return false;
}

void pdc::receive_event(uint64_t now)
{
	channel &c = channels_[receive];

	if (c.at == step::asked) {
		if (!wanted(receive))
			return;
		c.at = step::moving;
		c.item = peripheral_.pdc_read(c.size, now);
		env_.quiet.events().schedule(events_[receive],
					     now + env_.costs.charge(TWIN_COST_DMA_PERIPH_READ) +
						     env_.costs.charge(TWIN_COST_DMA_MEM_WRITE));
		return;
	}
	if (env_.memory.write(who_.c_str(), c.pointer, &c.item, c.size))
		moved(receive, now, now);
}

void pdc::transmit_event(uint64_t now)
{
	channel &c = channels_[transmit];

	if (c.at == step::asked) {
		if (!wanted(transmit))
			return;
		c.item = 0;
		if (!env_.memory.read(who_.c_str(), c.pointer, &c.item, c.size))
			return;
		c.at = step::moving;
		env_.quiet.events().schedule(events_[transmit],
					     now + env_.costs.charge(TWIN_COST_DMA_MEM_READ));
		return;
	}
	peripheral_.pdc_write(c.item, c.size, now);
	moved(transmit, now, now + env_.costs.charge(TWIN_COST_DMA_PERIPH_WRITE));
}

/* One item is where it belongs; the channel is free from `free` on. */
void pdc::moved(direction d, uint64_t now, uint64_t free)
{
	channel &c = channels_[d];

	c.pointer += c.size;
	if (c.counter && !--c.counter) {
		c.ended = true;
		reload(c);
	}
	c.at = step::idle;
	ask(d, free);
	peripheral_.pdc_changed(now);
}

uint64_t pdc::next() const
{
	uint64_t next = TWIN_TIME_NEVER;

	for (const timed_event &e : events_)
		if (e.pending())
			next = std::min(next, e.time());
	return next;
}

} // namespace tw
