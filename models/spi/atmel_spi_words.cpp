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

/* PCS of the word that waits first. */
uint32_t atmel_spi::next_pcs() const
{
	return (mr_ & MR_PS ? tx_.front().value >> TDR_PCS_SHIFT : mr_ >> MR_PCS_SHIFT) & 0xf;
}

/* Takes the word that waits first, with the settings of now; false after a model fault. */
bool atmel_spi::latch()
{
	word &w = word_;
	const char *why;

	w.pcs = next_pcs();
	w.cs = decode_pcs(w.pcs);
	if (w.cs >= 0 && csr_of(w.cs) != shape_.csr)
		decode_csr(csr_of(w.cs));
	why = unusable();
	if (why) {
		fault_write(TDR, tx_.front().value, why);
		return false;
	}

	word_queue::entry e = dequeue();

	w.mosi = e.value & w.ones;
	w.loopback = mr_ & MR_LLB;
	w.last = e.last || ((mr_ & MR_PS) && (e.value & TDR_LASTXFER));
	w.delivered = false;
	return true;
}

/* Why word_ cannot be clocked. */
const char *atmel_spi::unusable() const
{
	if (!(mr_ & MR_MSTR))
		return "slave mode is not modelled";
	if (word_.cs < 0)
		return "no chip select is selected (PCS 15)";
	if (!word_.scbr)
		return "SCBR is 0 in the chip select's CSR";
	if (word_.bits > 16)
		return "BITS is above 16 in the chip select's CSR";
	return nullptr;
}

/* word_'s settings, and the lengths of its parts. */
void atmel_spi::decode_csr(uint32_t csr)
{
	word &w = word_;

	w.bits = 8 + (csr >> CSR_BITS_SHIFT & 0xf);
	w.ones = (1u << w.bits) - 1;
	w.scbr = csr >> CSR_SCBR_SHIFT & 0xff;
	w.mode = (csr & CSR_CPOL ? 2 : 0) | (csr & CSR_NCPHA ? 0 : 1);
	shape_.csr = csr;
	shape_.half_period = walk_.at(w.scbr);
	shape_.dlybs = walk_.at(2ULL * (csr >> CSR_DLYBS_SHIFT & 0xff));
	shape_.clocked = walk_.at(2ULL * w.scbr * w.bits);
	shape_.dlybct = walk_.at(64ULL * (csr >> CSR_DLYBCT_SHIFT));
}

/*
 * Makes NPCS `cs` active on rising edge `edge`, or moves `edge` as far as DLYBCS asks. False: it
 * was active already.
 */
bool atmel_spi::activate(int cs, grid_point &edge)
{
	if (npcs_ == cs)
		return false;
	release(edge);
	if (edge.half < npcs_free_)
		edge = walk_.at(npcs_free_);
	npcs_ = cs;
	npcs_since_ = edge;
	wires_.drive_native(cs, true, edge.ps);
	return true;
}

void atmel_spi::release(const grid_point &edge)
{
	uint64_t dlybcs = mr_ >> MR_DLYBCS_SHIFT;
	/* It may be waiting for DLYBCS still. */
	const grid_point &at = edge.half < npcs_since_.half ? npcs_since_ : edge;

	if (npcs_ < 0)
		return;
	wires_.drive_native(npcs_, false, at.ps);
	npcs_ = -1;
	npcs_free_ = at.half + 2 * std::max<uint64_t>(dlybcs, 6);
}

/* An idle controller takes the next word on rising edge `edge`. */
void atmel_spi::start_first(grid_point edge)
{
	bool fresh;

	if (!latch())
		return;
	fresh = activate(word_.cs, edge);
	launch(walk_.after(edge, fresh && shape_.dlybs.half ? shape_.dlybs : shape_.half_period));
}

/* An idle controller takes a word that waits, unless WDRBT holds it. */
void atmel_spi::start_waiting(uint64_t now)
{
	if (phase_ == phase::idle && !tx_.empty() && !blocked())
		start_first(walk_.edge_from(now));
}

/* word_ was latched; its clock starts at `first`. */
void atmel_spi::launch(const grid_point &first)
{
	word_.first = first;
	word_.end = walk_.after(first, shape_.clocked);
	word_.gap = walk_.after(word_.end, shape_.dlybct);
	phase_ = phase::shifting;
	env.quiet.events().schedule(word_event_, walk_.rising(word_.end).ps);
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
			 word_.end.ps, walk_.hz(), word_.scbr};
	spi_bus::reply reply;

	wires_.transfer(wire, reply);
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
	if (!may_stream() || !stream())
		word_over(now);
}

void atmel_spi::word_over(uint64_t now)
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
bool atmel_spi::effective_by(const grid_point &p)
{
	uint64_t at = tx_.front().at;

	return at + walk_.cycle() <= p.ps || walk_.edge_from(at).half <= p.half;
}

/* The word and its DLYBCT are over. */
void atmel_spi::next_or_idle()
{
	grid_point edge = walk_.rising(word_.gap);
	bool csaat = shape_.csr & CSR_CSAAT, csnaat = shape_.csr & CSR_CSNAAT;

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
	if (decode_pcs(next_pcs()) != npcs_ || word_.last) {
		release(edge);
	} else if ((csaat || !csnaat) && effective_by(word_.gap)) {
		if (!blocked())
			follow_on();
		return;
	} else if (!csaat) {
		release(edge);
	}
	if (!blocked())
		start_when_written(edge);
}

/* A word's clock goes on where the one before it ended. */
void atmel_spi::follow_on()
{
	grid_point first = word_.gap;

	if (latch())
		launch(first);
}

/* Not before `edge`, and not before it was written. */
void atmel_spi::start_when_written(const grid_point &edge)
{
	const grid_point &written = walk_.edge_from(tx_.front().at);

	start_first(written.half > edge.half ? written : edge);
}

/* At once when no word is in the shifter; else when the word is over. */
void atmel_spi::disable(const grid_point &edge)
{
	disabling_ = phase_ != phase::idle;
	tx_.clear();
	if (disabling_)
		return;
	enabled_ = false;
	release(edge);
}

/* LASTXFER: NPCS is released after the word written last. */
void atmel_spi::last_transfer(const grid_point &edge)
{
	if (!tx_.empty())
		tx_.back().last = true;
	else if (phase_ != phase::idle)
		word_.last = true;
	else
		release(edge);
}

} // namespace tw
