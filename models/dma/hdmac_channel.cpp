// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Start, end and registers of a channel. */
#include "dma/hdmac_channel.h"

#include "dma/hdmac_rules.h"

namespace tw
{

using namespace at_hdmac_regs;

hdmac_channel::hdmac_channel(environment &env, hdmac_frame &frame, const std::string &device,
			     unsigned int number)
    : env_(env), frame_(frame), name_(device + " channel " + std::to_string(number)),
      number_(number)
{
	reset();
}

void hdmac_channel::reset()
{
	for (uint32_t &r : reg_)
		r = 0;
	phase_ = phase::off;
	suspended_ = stopping_ = accessing_ = descriptor_wanted_ = false;
	descriptor_ = 0;
	fifo_.clear();
	for (hdmac_side &s : sides_)
		s = {};
}

/* CTRLA counts what the source has given: the driver computes the residue from it. */
uint32_t hdmac_channel::live_ctrla() const
{
	const hdmac_side &s = sides_[source_slot];

	if (phase_ != phase::run && phase_ != phase::failed)
		return reg_[ctrla];
	return (reg_[ctrla] & ~CTRLA_BTSIZE) | (s.total - s.left);
}

uint32_t hdmac_channel::read(uint32_t reg) const
{
	bool running = phase_ == phase::run || phase_ == phase::failed;

	if (reg == CTRLA)
		return live_ctrla();
	if (running && reg == SADDR)
		return static_cast<uint32_t>(sides_[source_slot].address);
	if (running && reg == DADDR)
		return static_cast<uint32_t>(sides_[destination_slot].address);
	return reg_[reg / 4];
}

void hdmac_channel::write(uint32_t reg, uint32_t value)
{
	reg_[reg / 4] = value;
}

/* The last descriptor fetched, or the registers, name another one. */
bool hdmac_channel::listed() const
{
	constexpr uint32_t both = CTRLB_SRC_DSCR_DIS | CTRLB_DST_DSCR_DIS;

	return (reg_[ctrlb] & both) != both && (reg_[dscr] & ~DSCR_IF);
}

void hdmac_channel::enable(uint64_t now)
{
	stopping_ = false;
	descriptor_ = 0;
	if (listed())
		fetch(now);
	else
		start_buffer(now);
}

void hdmac_channel::fetch(uint64_t now)
{
	phase_ = phase::fetch;
	descriptor_wanted_ = true;
	frame_.interface(reg_[dscr] & DSCR_IF)
		.want(number_ * ahb_interface::group + descriptor_slot, now,
		      env_.costs.charge(TWIN_COST_DMA_DESCRIPTOR), now);
}

/* A side whose fetch is disabled goes on where the buffer before ended. */
void hdmac_channel::fetched(uint64_t now)
{
	uint32_t words[LLI_SIZE / 4], was = reg_[ctrlb];
	const char *why;

	descriptor_ = reg_[dscr];
	if (!env_.memory.read(name_.c_str(), descriptor_ & ~DSCR_IF, words, sizeof(words)))
		return fail(nullptr);
	if ((reg_[cfg] & CFG_SOD) && (words[LLI_CTRLA / 4] & CTRLA_DONE))
		return stop(now);
	words[LLI_CTRLA / 4] &= ~CTRLA_DONE;
	why = hdmac_rules::unsupported(CTRLA, words[LLI_CTRLA / 4]);
	if (!why)
		why = hdmac_rules::unsupported(CTRLB, words[LLI_CTRLB / 4]);
	if (why)
		return fail(why);
	if (!(was & CTRLB_SRC_DSCR_DIS))
		reg_[saddr] = words[LLI_SADDR / 4];
	if (!(was & CTRLB_DST_DSCR_DIS))
		reg_[daddr] = words[LLI_DADDR / 4];
	reg_[ctrla] = words[LLI_CTRLA / 4];
	reg_[ctrlb] = words[LLI_CTRLB / 4];
	reg_[dscr] = words[LLI_DSCR / 4];
	start_buffer(now);
}

void hdmac_channel::start_buffer(uint64_t now)
{
	const char *why = set_sides();

	if (why)
		return fail(why);
	phase_ = phase::run;
	fifo_.clear();
	source().ready_from = destination().ready_from = now;
	if (!listen(source_slot) || !listen(destination_slot))
		return fail("another channel uses its handshaking interface");
	frame_.record(TWIN_EV_DMA_START, number_,
		      static_cast<uint64_t>(source().total) * source().width, now);
	refresh(source_slot, now);
	refresh(destination_slot, now);
}

/* From now on it is told of the side's line. False: another channel is. */
bool hdmac_channel::listen(unsigned int slot)
{
	request_line *line = sides_[slot].line;

	if (!line)
		return true;
	if (line->listener)
		return false;
	line->listener = this;
	line->slot = slot;
	return true;
}

void hdmac_channel::listen_no_more()
{
	for (hdmac_side &s : sides_)
		if (s.line && s.line->listener == this)
			s.line->listener = nullptr;
}

void hdmac_channel::disable(uint64_t now)
{
	stopping_ = true;
	refresh(source_slot, now);
	refresh(destination_slot, now);
	if (descriptor_wanted_) {
		ahb_interface &on = frame_.interface(
			(phase_ == phase::fetch ? reg_[dscr] : descriptor_) & DSCR_IF);

		if (on.drop(number_ * ahb_interface::group + descriptor_slot, now))
			descriptor_wanted_ = false;
	}
	stop_if_idle(now);
}

void hdmac_channel::stop_if_idle(uint64_t now)
{
	if (!source().wanted && !destination().wanted && !descriptor_wanted_)
		stop(now);
}

/* What is left in the FIFO is lost. */
void hdmac_channel::stop(uint64_t now)
{
	if (phase_ == phase::run || phase_ == phase::failed) {
		const hdmac_side &d = destination();

		keep_progress();
		listen_no_more();
		frame_.record(TWIN_EV_DMA_DONE, number_,
			      static_cast<uint64_t>(d.total - d.left) * d.width, now);
	}
	phase_ = phase::off;
	stopping_ = false;
	descriptor_ = 0;
	fifo_.clear();
}

void hdmac_channel::suspend(bool on, uint64_t now)
{
	suspended_ = on;
	if (phase_ != phase::run)
		return;
	refresh(source_slot, now);
	refresh(destination_slot, now);
}

/* why: NULL when a fault is reported already. */
void hdmac_channel::fail(const char *why)
{
	if (why)
		env_.faults.report("%s: %s (CTRLA 0x%08x, CTRLB 0x%08x, CFG 0x%08x, SADDR 0x%08x, "
				   "DADDR 0x%08x)",
				   name_.c_str(), why, reg_[ctrla], reg_[ctrlb], reg_[cfg],
				   reg_[saddr], reg_[daddr]);
	phase_ = phase::failed;
}

/* It stays enabled, and does nothing, until it is disabled. */
void hdmac_channel::bus_error(uint64_t now)
{
	phase_ = phase::failed;
	refresh(source_slot, now);
	refresh(destination_slot, now);
	frame_.flag(number_, EBCI_ERR, now);
}

/* The registers show, while no buffer is under way, where the last one ended. */
void hdmac_channel::keep_progress()
{
	reg_[ctrla] = live_ctrla();
	reg_[saddr] = static_cast<uint32_t>(source().address);
	reg_[daddr] = static_cast<uint32_t>(destination().address);
}

void hdmac_channel::buffer_complete(uint64_t now)
{
	keep_progress();
	listen_no_more();
	if (!descriptor_)
		return finish(now);
	phase_ = phase::write_back;
	descriptor_wanted_ = true;
	frame_.interface(descriptor_ & DSCR_IF)
		.want(number_ * ahb_interface::group + descriptor_slot, now,
		      env_.costs.charge(TWIN_COST_DMA_MEM_WRITE), now);
}

void hdmac_channel::written_back(uint64_t now)
{
	uint32_t word = reg_[ctrla] | CTRLA_DONE;

	if (!env_.memory.write(name_.c_str(), (descriptor_ & ~DSCR_IF) + LLI_CTRLA, &word,
			       sizeof(word)))
		return fail(nullptr);
	finish(now);
}

void hdmac_channel::finish(uint64_t now)
{
	const hdmac_side &d = destination();
	uint32_t flags = 0;

	frame_.record(TWIN_EV_DMA_DONE, number_, static_cast<uint64_t>(d.total) * d.width, now);
	if (!(reg_[ctrlb] & CTRLB_IEN))
		flags |= EBCI_BTC;
	if (listed() && descriptor_) {
		fetch(now);
	} else {
		flags |= EBCI_CBTC;
		phase_ = phase::off;
		descriptor_ = 0;
	}
	frame_.flag(number_, flags, now);
}

} // namespace tw
