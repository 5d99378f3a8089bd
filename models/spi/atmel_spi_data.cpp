// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * The data registers of the Atmel SPI, single or as FIFOs.
 *
 * FIFO rules, from the published chapters of later parts and spi-atmel.c; not checked on silicon:
 *  - A 32-bit write of TDR with PS 0 writes two words, low half first; anything narrower, and any
 *    write with PS 1, writes one. A read of RDR of any width takes one word.
 *  - TDRE: as many words as TXRDYM says fit; RDRF: as many as RXRDYM says can be read.
 *  - TXFTHF when the transmit FIFO falls from above TXFTHRES to it, RXFTHF when the receive FIFO
 *    rises from below RXFTHRES to it; TXFEF, RXFEF when the last word leaves; TXFFF, RXFFF when the
 *    last place is taken. All are cleared by reading SR.
 *  - A write that does not fit is dropped and sets TXFPTEF, a read of an empty FIFO sets RXFPTEF;
 *    both stay until a software reset. A word received while the FIFO is full is lost: OVRES.
 *  - TXFCLR, RXFCLR, FIFOEN, FIFODIS empty the FIFOs and set no flag.
 */
#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

static uint32_t low_bytes(uint32_t value, unsigned int size)
{
	return size >= 4 ? value : value & ((1u << 8 * size) - 1);
}

/* How many words TXRDYM and RXRDYM ask for: 1, 2, 4. */
void atmel_spi::fit_ready_counts()
{
	tx_ready_ = fifo_on_ ? 1u << (fmr_ >> FMR_TXRDYM_SHIFT & 3) : 1;
	rx_ready_ = fifo_on_ ? 1u << (fmr_ >> FMR_RXRDYM_SHIFT & 3) : 1;
}

void atmel_spi::enqueue(uint32_t value, uint64_t now)
{
	tx_.push({value, false, now});
	if (fifo_on_ && tx_.full())
		sticky_ |= SR_TXFFF;
}

void atmel_spi::write_tdr(uint32_t value, unsigned int size, uint64_t now)
{
	bool two = fifo_on_ && size == 4 && !(mr_ & MR_PS);

	if (!enabled_ || disabling_)
		return;
	if (!(mr_ & MR_MSTR)) {
		fault_write(TDR, value, "slave mode is not modelled");
		return;
	}
	if (fifo_on_ && tx_.free() < (two ? 2u : 1u)) {
		sticky_ |= SR_TXFPTEF;
		return;
	}
	if (!fifo_on_)
		tx_.clear();
	enqueue(two ? low_bytes(value, 2) : value, now);
	if (two)
		enqueue(value >> 16, now);
	start_waiting(now);
}

/* The next word for the shifter; there must be one. */
word_queue::entry atmel_spi::dequeue()
{
	unsigned int threshold = fmr_ >> FMR_TXFTHRES_SHIFT & 0x3f;
	word_queue::entry e = tx_.pop();

	if (!fifo_on_)
		return e;
	if (tx_.count() == threshold)
		sticky_ |= SR_TXFTHF;
	if (tx_.empty())
		sticky_ |= SR_TXFEF;
	return e;
}

void atmel_spi::receive(uint32_t value)
{
	if (rx_.full())
		sticky_ |= SR_OVRES;
	if (!fifo_on_) {
		rx_.clear();
		rdr_ = value;
	}
	if (rx_.full())
		return;
	rx_.push({value, false, 0});
	if (!fifo_on_)
		return;
	if (rx_.count() == (fmr_ >> FMR_RXFTHRES_SHIFT & 0x3f))
		sticky_ |= SR_RXFTHF;
	if (rx_.full())
		sticky_ |= SR_RXFFF;
}

uint32_t atmel_spi::read_rdr(uint64_t now)
{
	if (rx_.empty()) {
		if (fifo_on_)
			sticky_ |= SR_RXFPTEF;
		return rdr_;
	}
	rdr_ = rx_.pop().value;
	if (fifo_on_ && rx_.empty())
		sticky_ |= SR_RXFEF;
	start_waiting(now);
	return rdr_;
}

void atmel_spi::set_fifo(bool on)
{
	fifo_on_ = on;
	tx_.reset(on ? fifo_depth_ : 1);
	rx_.reset(on ? fifo_depth_ : 1);
	fit_ready_counts();
}

void atmel_spi::write_cr_fifo(uint32_t value)
{
	if (value & CR_FIFODIS)
		set_fifo(false);
	else if (value & CR_FIFOEN)
		set_fifo(true);
	if (value & CR_TXFCLR)
		tx_.clear();
	if (value & CR_RXFCLR)
		rx_.clear();
}

/* Bytes and half-words in the FIFO's data registers: spi-atmel.c writes one word that way. */
bool atmel_spi::narrow(uint32_t offset, unsigned int size) const
{
	return fifo_on_ && (offset == RDR || offset == TDR) && (size == 1 || size == 2);
}

uint32_t atmel_spi::dma_read(uint32_t offset, unsigned int size, uint64_t now)
{
	uint32_t value;

	if (offset != RDR)
		return bus_device::dma_read(offset, size, now);
	value = read_rdr(now);
	dma_changed(now);
	return low_bytes(value, size);
}

void atmel_spi::dma_write(uint32_t offset, uint32_t value, unsigned int size, uint64_t now)
{
	if (offset != TDR) {
		bus_device::dma_write(offset, value, size, now);
		return;
	}
	write_tdr(low_bytes(value, size), size, now);
	dma_changed(now);
}

uint32_t atmel_spi::pdc_read(unsigned int size, uint64_t now)
{
	return dma_read(RDR, size, now);
}

void atmel_spi::pdc_write(uint32_t value, unsigned int size, uint64_t now)
{
	dma_write(TDR, value, size, now);
}

/*
 * With PS the PDC moves whole registers, PCS included. Not modelled: that old versions look at
 * CSR0 for any chip select; drivers write both.
 */
unsigned int atmel_spi::pdc_size() const
{
	int cs = decode_pcs(mr_ >> MR_PCS_SHIFT & 0xf);
	uint32_t bits = cs < 0 ? word_.bits : 8 + (csr_of(cs) >> CSR_BITS_SHIFT & 0xf);

	return mr_ & MR_PS ? 4 : bits > 8 ? 2 : 1;
}

void atmel_spi::pdc_changed(uint64_t now)
{
	dma_changed(now);
}

} // namespace tw
