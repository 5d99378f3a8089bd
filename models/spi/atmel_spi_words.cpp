// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The shifter of the Atmel SPI: when a word starts and ends, and what follows it. */
#include <algorithm>
#include <cinttypes>

#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

/* First rising edge at or after a half-cycle. */
static uint64_t rising(uint64_t half)
{
	return (half + 1) / 2;
}

/* Chip select number, or -1: none. */
int atmel_spi::decode_pcs(uint32_t pcs) const
{
	if (pcs == 0xf)
		return -1;
	return mr_ & MR_PCSDEC ? static_cast<int>(pcs) : __builtin_ctz(~pcs);
}

bool atmel_spi::blocked() const
{
	return (mr_ & MR_WDRBT) && rdrf_;
}

/* Takes TDR and the settings that apply to it; false after a model fault. */
bool atmel_spi::latch(word &w)
{
	uint32_t pcs = (mr_ & MR_PS ? tdr_ >> TDR_PCS_SHIFT : mr_ >> MR_PCS_SHIFT) & 0xf;
	int cs = decode_pcs(pcs);
	uint32_t csr = cs < 0 ? 0 : csr_[mr_ & MR_PCSDEC ? cs / 4 : cs];

	w = {};
	w.cs = cs;
	w.pcs = pcs;
	w.bits = 8 + (csr >> CSR_BITS_SHIFT & 0xf);
	w.scbr = csr >> CSR_SCBR_SHIFT & 0xff;
	w.mode = (csr & CSR_CPOL ? 2 : 0) | (csr & CSR_NCPHA ? 0 : 1);
	w.mosi = tdr_ & ((1u << w.bits) - 1);
	w.loopback = mr_ & MR_LLB;
	w.csaat = csr & CSR_CSAAT;
	w.csnaat = csr & CSR_CSNAAT;
	w.last = (mr_ & MR_PS) && (tdr_ & TDR_LASTXFER);
	w.gap_half = 64ULL * (csr >> CSR_DLYBCT_SHIFT);
	if (cs < 0)
		fault_write(TDR, tdr_, "no chip select is selected (PCS 15)");
	else if (!w.scbr)
		fault_write(TDR, tdr_, "SCBR is 0 in the chip select's CSR");
	else if (w.bits > 16)
		fault_write(TDR, tdr_, "BITS is above 16 in the chip select's CSR");
	return !env.faults.raised();
}

/*
 * Makes NPCS `cs` active on rising edge `edge` or as soon after as DLYBCS allows; returns the edge.
 * fresh: it was not active before.
 */
uint64_t atmel_spi::activate(int cs, uint64_t edge, bool &fresh)
{
	fresh = npcs_ != cs;
	if (!fresh)
		return edge;
	release(edge);
	edge = std::max(edge, npcs_free_);
	npcs_ = cs;
	wires_.drive_native(cs, true, grid_.edge(edge));
	return edge;
}

void atmel_spi::release(uint64_t edge)
{
	uint64_t dlybcs = mr_ >> MR_DLYBCS_SHIFT;

	if (npcs_ < 0)
		return;
	wires_.drive_native(npcs_, false, grid_.edge(edge));
	npcs_ = -1;
	npcs_free_ = edge + std::max<uint64_t>(dlybcs, 6);
}

/* An idle controller takes TDR on rising edge `edge`. */
void atmel_spi::start_first(uint64_t edge)
{
	bool fresh;
	uint64_t dlybs;
	word w;

	if (!latch(w))
		return;
	edge = activate(w.cs, edge, fresh);
	dlybs = csr_[mr_ & MR_PCSDEC ? w.cs / 4 : w.cs] >> CSR_DLYBS_SHIFT & 0xff;
	w.first_half = 2 * edge + (fresh && dlybs ? 2 * dlybs : w.scbr);
	launch(w);
}

/* A word follows another with NPCS still active. */
void atmel_spi::start_next(uint64_t first_half)
{
	word w;

	if (!latch(w))
		return;
	w.first_half = first_half;
	launch(w);
}

void atmel_spi::launch(const word &w)
{
	word_ = w;
	word_.end_half = w.first_half + 2ULL * w.scbr * w.bits;
	word_.gap_half += word_.end_half;
	tdr_full_ = false;
	held_ = false;
	phase_ = phase::shifting;
	env.events.schedule(word_event_, grid_.edge(rising(word_.end_half)));
}

void atmel_spi::catch_up(uint64_t now)
{
	if (phase_ == phase::shifting && !word_.delivered && grid_.half_edge(word_.end_half) <= now)
		deliver();
}

void atmel_spi::deliver()
{
	spi_word wire = {word_.mosi,
			 word_.bits,
			 word_.mode,
			 grid_.half_edge(word_.first_half),
			 grid_.half_edge(word_.end_half),
			 grid_.hz(),
			 word_.scbr};
	spi_bus::reply reply = wires_.transfer(wire);

	word_.miso = word_.loopback ? word_.mosi : reply.miso;
	word_.delivered = true;
	record(word_, reply);
}

void atmel_spi::record(const word &w, const spi_bus::reply &reply)
{
	uint64_t cs = static_cast<uint64_t>(reply.cs >= 0 ? reply.cs : w.cs);
	uint64_t flags = w.loopback || !reply.driven;
	twin_event event = {};

	event.time = grid_.half_edge(w.first_half);
	event.type = TWIN_EV_PIN_WORD;
	event.a = w.mosi | static_cast<uint64_t>(reply.miso) << 32;
	event.b = w.first_half;
	env.log.put(TWIN_CLASS_PIN, event);
	event.type = TWIN_EV_PIN_WORD_FORM;
	event.a = index_ << 8 | cs | static_cast<uint64_t>(w.bits) << 16 |
		  static_cast<uint64_t>(w.mode) << 24 | flags << 32;
	event.b = w.scbr;
	env.log.put(TWIN_CLASS_PIN, event);
}

void atmel_spi::word_done(uint64_t now)
{
	if (!word_.delivered)
		deliver();
	ovres_ |= rdrf_;
	rdrf_ = true;
	rdr_ = word_.miso | word_.pcs << 16;
	if (word_.gap_half == word_.end_half) {
		next_or_idle();
	} else {
		phase_ = phase::gap;
		env.events.schedule(gap_event_, grid_.edge(rising(word_.gap_half)));
	}
	update_irq(now);
}

void atmel_spi::gap_done(uint64_t now)
{
	next_or_idle();
	update_irq(now);
}

/* The word and its DLYBCT are over. */
void atmel_spi::next_or_idle()
{
	uint64_t edge = rising(word_.gap_half);
	word next;

	phase_ = phase::idle;
	if (disabling_) {
		disable(edge);
		return;
	}
	if (!tdr_full_) {
		if (!word_.csaat || word_.last)
			release(edge);
		return;
	}
	if (!latch(next))
		return;
	if (next.cs == npcs_ && !word_.last && (word_.csaat || !word_.csnaat) &&
	    2 * tdr_edge_ <= word_.gap_half) {
		held_ = blocked();
		if (!held_)
			start_next(word_.gap_half);
		return;
	}
	release(edge);
	if (!blocked())
		start_first(std::max(edge, tdr_edge_));
}

/* At once when no word is in the shifter; else when the word is over. */
void atmel_spi::disable(uint64_t edge)
{
	disabling_ = phase_ != phase::idle;
	tdr_full_ = false;
	held_ = false;
	if (disabling_)
		return;
	enabled_ = false;
	release(edge);
}

} // namespace tw
