// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The shifter of the Atmel SPI: when a word starts and ends, and what follows it. */
#include <algorithm>
#include <cinttypes>

#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

/* Chip select number, or -1: none. */
int atmel_spi::decode_pcs(uint32_t pcs) const
{
	if (pcs == 0xf)
		return -1;
	return mr_ & MR_PCSDEC ? static_cast<int>(pcs) : __builtin_ctz(~pcs);
}

/* With an external decoder each CSR is for four chip selects. */
const uint32_t &atmel_spi::csr_of(int cs) const
{
	return csr_[mr_ & MR_PCSDEC ? cs / 4 : cs];
}

bool atmel_spi::blocked() const
{
	return (mr_ & MR_WDRBT) && rx_.full();
}

/* What the word waiting first will be; false after a model fault. */
bool atmel_spi::latch(word &w)
{
	const word_queue::entry &e = tx_.front();

	w.pcs = (mr_ & MR_PS ? e.value >> TDR_PCS_SHIFT : mr_ >> MR_PCS_SHIFT) & 0xf;
	w.cs = decode_pcs(w.pcs);
	w.csr = w.cs < 0 ? 0 : csr_of(w.cs);
	w.bits = 8 + (w.csr >> CSR_BITS_SHIFT & 0xf);
	w.scbr = w.csr >> CSR_SCBR_SHIFT & 0xff;
	w.mode = (w.csr & CSR_CPOL ? 2 : 0) | (w.csr & CSR_NCPHA ? 0 : 1);
	w.mosi = e.value & ((1u << w.bits) - 1);
	w.loopback = mr_ & MR_LLB;
	w.last = e.last || ((mr_ & MR_PS) && (e.value & TDR_LASTXFER));
	return check(w);
}

bool atmel_spi::check(const word &w)
{
	const char *why = nullptr;

	if (!(mr_ & MR_MSTR))
		why = "slave mode is not modelled";
	else if (w.cs < 0)
		why = "no chip select is selected (PCS 15)";
	else if (!w.scbr)
		why = "SCBR is 0 in the chip select's CSR";
	else if (w.bits > 16)
		why = "BITS is above 16 in the chip select's CSR";
	if (why)
		fault_write(TDR, tx_.front().value, why);
	return !why;
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
	npcs_since_ = edge;
	wires_.drive_native(cs, true, grid_.edge(edge));
	return edge;
}

void atmel_spi::release(uint64_t edge)
{
	uint64_t dlybcs = mr_ >> MR_DLYBCS_SHIFT;

	if (npcs_ < 0)
		return;
	/* It may be waiting for DLYBCS still. */
	edge = std::max(edge, npcs_since_);
	wires_.drive_native(npcs_, false, grid_.edge(edge));
	npcs_ = -1;
	npcs_free_ = edge + std::max<uint64_t>(dlybcs, 6);
}

/* An idle controller takes the next word on rising edge `edge`. */
void atmel_spi::start_first(uint64_t edge)
{
	uint64_t dlybs;
	bool fresh;
	word w;

	if (!latch(w))
		return;
	edge = activate(w.cs, edge, fresh);
	dlybs = w.csr >> CSR_DLYBS_SHIFT & 0xff;
	w.first = walk_.at(2 * edge + (fresh && dlybs ? 2 * dlybs : w.scbr));
	launch(w);
}

/* An idle controller takes a word that waits, unless WDRBT holds it. */
void atmel_spi::start_waiting(uint64_t now)
{
	if (phase_ == phase::idle && !tx_.empty() && !blocked())
		start_first(grid_.edge_from(now));
}

void atmel_spi::fit_shape(const word &w)
{
	uint32_t clocked = w.scbr * w.bits, dlybct = w.csr >> CSR_DLYBCT_SHIFT;

	if (shape_.clocked == clocked && shape_.dlybct == dlybct)
		return;
	shape_ = {clocked, dlybct, walk_.at(2ULL * clocked), walk_.at(64ULL * dlybct)};
}

/* `w` was latched; w.first says when its clock starts. */
void atmel_spi::launch(word &w)
{
	fit_shape(w);
	w.end = walk_.after(w.first, shape_.clocked_time);
	w.gap = walk_.after(w.end, shape_.gap_time);
	w.delivered = false;
	dequeue();
	word_ = w;
	phase_ = phase::shifting;
	env.quiet.events().schedule(word_event_, walk_.rising(w.end).ps);
}

/* Before a chip select's pin changes: what ended until now is complete. */
void atmel_spi::catch_up(uint64_t now)
{
	env.quiet.catch_up(now);
	if (phase_ == phase::shifting && !word_.delivered && word_.end.ps <= now)
		deliver();
}

void atmel_spi::deliver()
{
	spi_word wire = {word_.mosi,   word_.bits, word_.mode, word_.first.ps,
			 word_.end.ps, grid_.hz(), word_.scbr};
	spi_bus::reply reply = wires_.transfer(wire);

	word_.miso = word_.loopback ? word_.mosi : reply.miso;
	word_.delivered = true;
	if (env.log.wants(TWIN_CLASS_PIN))
		record(reply);
}

void atmel_spi::record(const spi_bus::reply &reply)
{
	uint64_t cs = static_cast<uint64_t>(reply.cs >= 0 ? reply.cs : word_.cs);
	uint64_t flags = word_.loopback || !reply.driven;
	uint64_t form = index_ << 8 | cs | static_cast<uint64_t>(word_.bits) << 16 |
			static_cast<uint64_t>(word_.mode) << 24 | flags << 32;

	log_.add({word_.first.ps, word_.first.half, word_.mosi, reply.miso, form, word_.scbr},
		 !tx_.empty());
}

void atmel_spi::word_done(uint64_t now)
{
	if (!word_.delivered)
		deliver();
	receive(word_.miso | word_.pcs << 16);
	if (word_.gap.half == word_.end.half) {
		next_or_idle();
	} else {
		phase_ = phase::gap;
		env.quiet.events().schedule(gap_event_, walk_.rising(word_.gap).ps);
	}
	changed(now);
}

void atmel_spi::gap_done(uint64_t now)
{
	next_or_idle();
	changed(now);
}

/* Was the word that waits first written, on the grid, by `p`? */
bool atmel_spi::effective_by(const grid_point &p) const
{
	uint64_t at = tx_.front().at;

	return at + walk_.cycle() <= p.ps || 2 * grid_.edge_from(at) <= p.half;
}

/* The word and its DLYBCT are over. */
void atmel_spi::next_or_idle()
{
	uint64_t edge = (word_.gap.half + 1) / 2;
	bool csaat = word_.csr & CSR_CSAAT, csnaat = word_.csr & CSR_CSNAAT;
	word next;

	phase_ = phase::idle;
	if (disabling_) {
		disable(edge);
		return;
	}
	if (tx_.empty()) {
		if (!csaat || word_.last)
			release(edge);
		return;
	}
	if (!latch(next))
		return;
	if (next.cs != npcs_ || word_.last) {
		release(edge);
	} else if ((csaat || !csnaat) && effective_by(word_.gap)) {
		next.first = word_.gap;
		if (!blocked())
			launch(next);
		return;
	} else if (!csaat) {
		release(edge);
	}
	if (!blocked())
		start_first(std::max(edge, grid_.edge_from(tx_.front().at)));
}

/* At once when no word is in the shifter; else when the word is over. */
void atmel_spi::disable(uint64_t edge)
{
	disabling_ = phase_ != phase::idle;
	tx_.clear();
	if (disabling_)
		return;
	enabled_ = false;
	release(edge);
}

/* LASTXFER: NPCS is released after the word written last. */
void atmel_spi::last_transfer(uint64_t edge)
{
	if (!tx_.empty())
		tx_.back().last = true;
	else if (phase_ != phase::idle)
		word_.last = true;
	else
		release(edge);
}

} // namespace tw
