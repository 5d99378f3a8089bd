// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The Atmel SPI's flags, and what follows them: interrupt line, DMA requests. */
#include <algorithm>
#include <cstring>

#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

uint32_t atmel_spi::pdc_flags() const
{
	uint32_t sr = 0;

	if (pdc_->ended(pdc::receive))
		sr |= SR_ENDRX;
	if (pdc_->exhausted(pdc::receive))
		sr |= SR_RXBUFF;
	if (pdc_->ended(pdc::transmit))
		sr |= SR_ENDTX;
	if (pdc_->exhausted(pdc::transmit))
		sr |= SR_TXBUFE;
	return sr;
}

uint32_t atmel_spi::status() const
{
	uint32_t sr = sticky_;

	if (pdc_)
		sr |= pdc_flags();
	if (rdrf())
		sr |= SR_RDRF;
	if (tdre())
		sr |= SR_TDRE;
	if (enabled_)
		sr |= SR_SPIENS;
	if (enabled_ && tx_.empty() && phase_ == phase::idle)
		sr |= SR_TXEMPTY;
	return sr;
}

/* All lines follow the flags on rising edge `edge` (ps). */
void atmel_spi::changed(uint64_t edge)
{
	irq_.set(interrupts(), edge);
	drive_requests(rdrf(), tdre(), edge, edge);
}

/* After a register access by a CPU: it sees its interrupt line when the access is over. */
void atmel_spi::access_changed(uint64_t now)
{
	bool irq = interrupts() != irq_.level();
	uint64_t edge = irq || requests_rise() ? walk_.edge_from(now).ps : now;

	if (irq)
		irq_.set(!irq_.level(), edge);
	drive_requests(rdrf(), tdre(), edge, now);
}

/* By a DMA controller or the PDC: a CPU may be looking, and sees the line change on the edge. */
void atmel_spi::dma_changed(uint64_t now)
{
	bool irq = interrupts() != irq_.level();
	uint64_t edge = irq || requests_rise() ? walk_.edge_from(now).ps : now;

	if (irq)
		env.quiet.events().schedule(line_event_, edge);
	drive_requests(rdrf(), tdre(), edge, now);
}

/* The PDC's request lines. */
void atmel_spi::drive_pdc(bool read, bool write, uint64_t edge)
{
	pdc_->request(pdc::receive, read, edge);
	pdc_->request(pdc::transmit, write, edge);
}

uint32_t atmel_spi::read_sr(uint64_t now)
{
	uint32_t value = status();

	sticky_ &= SR_TXFPTEF | SR_RXFPTEF;
	access_changed(now);
	return value;
}

/* Only versions without a PDC have request lines. */
dma_output *atmel_spi::dma_line(const char *name)
{
	if (pdc_)
		return nullptr;
	if (!strcmp(name, "tx"))
		return &tx_line_;
	return strcmp(name, "rx") ? nullptr : &rx_line_;
}

/*
 * Words are at least their clocked part apart. With the FIFO, and when each word names its chip
 * select, nothing is promised.
 */
void atmel_spi::promise()
{
	int cs = decode_pcs(mr_ >> MR_PCS_SHIFT & 0xf);
	uint64_t period = 0;

	if (!tx_line_.connected() && !rx_line_.connected())
		return;
	if (!fifo_on_ && !(mr_ & MR_PS) && cs >= 0) {
		uint32_t csr = csr_of(cs);
		uint64_t bits = 8 + (csr >> CSR_BITS_SHIFT & 0xf);

		period = walk_.at(2 * bits * (csr >> CSR_SCBR_SHIFT & 0xff)).ps;
	}
	tx_line_.promise(period);
	rx_line_.promise(period);
}

/* Flags that may rise or fall without the CPU touching anything. */
uint32_t atmel_spi::may_rise() const
{
	uint32_t flags = ~static_cast<uint32_t>(SR_NEVER);

	/* A word that starts with room for it cannot overrun. */
	if ((mr_ & MR_WDRBT) && !(phase_ == phase::shifting && rx_.full()))
		flags &= ~SR_OVRES;
	return flags;
}

uint64_t atmel_spi::seen_from() const
{
	uint64_t next = pdc_ ? pdc_->next() : TWIN_TIME_NEVER;

	if (!(imr_ & may_rise()))
		return TWIN_TIME_NEVER;
	/* A DMA controller's next access may change a flag. */
	if (tx_line_.connected() || rx_line_.connected())
		return 0;
	for (const timed_event *e : {&word_event_, &gap_event_, &line_event_})
		if (e->pending())
			next = std::min(next, e->time());
	return next;
}

} // namespace tw
