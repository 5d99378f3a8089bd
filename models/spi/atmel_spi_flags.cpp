// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The Atmel SPI's flags, and what follows them: interrupt line, DMA requests. */
#include <algorithm>
#include <cstring>

#include "spi/atmel_spi.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

uint32_t atmel_spi::status() const
{
	uint32_t sr = sticky_;

	if (rx_.count() >= ready_count(FMR_RXRDYM_SHIFT))
		sr |= SR_RDRF;
	if (!enabled_)
		return sr;
	sr |= SR_SPIENS;
	if (!disabling_ && tx_.free() >= ready_count(FMR_TXRDYM_SHIFT))
		sr |= SR_TDRE;
	if (tx_.empty() && phase_ == phase::idle)
		sr |= SR_TXEMPTY;
	return sr;
}

/* The lines follow the flags on rising edge `edge` (ps). */
void atmel_spi::changed(uint64_t edge)
{
	uint32_t sr = status();

	irq_.set(sr & imr_, edge);
	rx_line_.set(sr & SR_RDRF, edge);
	tx_line_.set(sr & SR_TDRE, edge);
}

/* The same after a register access at `now`. */
void atmel_spi::access_changed(uint64_t now)
{
	uint32_t sr = status();
	bool rdrf = sr & SR_RDRF, tdre = sr & SR_TDRE;

	if (!!(sr & imr_) != irq_.level() || rdrf > rx_line_.level() || tdre > tx_line_.level()) {
		changed(grid_.align(now));
		return;
	}
	rx_line_.set(rdrf, now);
	tx_line_.set(tdre, now);
}

uint32_t atmel_spi::read_sr(uint64_t now)
{
	uint32_t value = status();

	sticky_ &= SR_TXFPTEF | SR_RXFPTEF;
	access_changed(now);
	return value;
}

dma_output *atmel_spi::dma_line(const char *name)
{
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

	if (!fifo_on_ && !(mr_ & MR_PS) && cs >= 0) {
		uint32_t csr = csr_of(cs);
		uint64_t bits = 8 + (csr >> CSR_BITS_SHIFT & 0xf);

		period = grid_.edge(bits * (csr >> CSR_SCBR_SHIFT & 0xff));
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
	uint64_t next = TWIN_TIME_NEVER;

	if (!(imr_ & may_rise()))
		return TWIN_TIME_NEVER;
	/* A DMA controller's next access may change a flag. */
	if (tx_line_.connected() || rx_line_.connected())
		return 0;
	for (const timed_event *e : {&word_event_, &gap_event_})
		if (e->pending())
			next = std::min(next, e->time());
	return next;
}

} // namespace tw
