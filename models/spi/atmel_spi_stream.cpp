// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The steady part of a DMA transfer in both directions: a word ends, RDR is read, the word that
 * waited starts, TDR is filled. By events that is three of them and some dozens of calls per word;
 * here it is a loop that ends where it began, at the end of a word, with the same state at the same
 * picosecond. What is rare is left to the events: the first and the last words of a transfer,
 * DLYBCT, a FIFO, loopback, anything that could change the interrupt line.
 */
#include "dma/dma_pair.h"
#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

/*
 * A word ends; the next one waits in TDR for RDR to be read (WDRBT), and so do the requests.
 * Nothing of this changes from word to word.
 */
bool atmel_spi::may_stream() const
{
	constexpr uint32_t kind = MR_WDRBT | MR_PS | MR_LLB;

	return !env.quiet.one_by_one() && (mr_ & kind) == MR_WDRBT && !pdc_ && !fifo_on_ &&
	       tx_.full() && rx_.empty() && !tx_.front().last && !word_.last && !word_.delivered &&
	       !word_.loopback && !disabling_ && !(imr_ & ~SR_STICKY) && !(sticky_ & imr_) &&
	       !irq_.level() && !line_event_.pending() && !rx_line_.level() && !tx_line_.level() &&
	       (shape_.csr & (CSR_CSAAT | CSR_CSNAAT)) != CSR_CSNAAT &&
	       tx_.front().at + walk_.cycle() <= word_.end.ps && word_.cs == npcs_ &&
	       word_.pcs == next_pcs() && shape_.csr == csr_of(word_.cs) && !shape_.dlybct.half;
}

/* The word in the shifter and as many as can be done; false: not even that one, nothing changed. */
bool atmel_spi::stream()
{
	dma_pair *pair = rx_line_.begin_pair(tx_line_);
	bool any = false;

	if (!pair)
		return false;
	while (stream_word(*pair))
		any = true;
	pair->end();
	if (any)
		env.quiet.events().schedule(word_event_, walk_.rising(word_.end).ps);
	return any;
}

/* From the end of a word to the end of the next. */
bool atmel_spi::stream_word(dma_pair &pair)
{
	const calendar &events = env.quiet.events();
	dma_pair::turn t;
	grid_point over = walk_.rising(word_.end), start, first, end;
	uint32_t sent;

	t.read_rose = over.ps;
	t.read = pair.read_done(t.read_rose);
	start = walk_.edge_from(t.read, over, wait_);
	t.write_rose = start.ps;
	t.write = pair.write_done(t.write_rose, t.read);
	first = walk_.after(start, shape_.half_period);
	end = walk_.after(first, shape_.clocked);
	t.end = walk_.rising(end).ps;
	/* TDR must be filled in time, and nothing else may happen meanwhile. */
	if (t.end > events.until() || t.end >= events.next() ||
	    t.end >= word_.first.ps + word_log::span || t.write + walk_.cycle() > end.ps ||
	    !pair.plan(t))
		return false;
	deliver();
	rdr_ = word_.miso | word_.pcs << 16;
	sent = pair.commit(t, rdr_);
	word_.mosi = tx_.pop().value & word_.ones;
	tx_.push({sent, false, t.write});
	word_.first = first;
	word_.end = end;
	word_.gap = end;
	word_.delivered = false;
	return true;
}

} // namespace tw
