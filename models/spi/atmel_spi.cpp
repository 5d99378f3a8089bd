// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Registers and flags; the words themselves are in atmel_spi_words.cpp. */
#include "spi/atmel_spi.h"

#include <algorithm>

#include "core/registry.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

static const tw_option_doc atmel_spi_options[] = {
	{"version", "NUMBER", "0x213",
	 "value of VERSION; decides what the driver does (0x213: SAMA5D3)"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &opts)
{
	return std::make_unique<atmel_spi>(sc_core::sc_gen_unique_name("atmel_spi"), env,
					   description, opts);
}

static const bus_model registration("atmel,at91rm9200-spi",
				    "Atmel SPI, master mode, programmed I/O", atmel_spi_options,
				    make);

atmel_spi::atmel_spi(const sc_core::sc_module_name &module, environment &env,
		     const tw_bus_device &description, const options &opts)
    : bus_device(module, env, description), grid_(checked_clock_hz(description)),
      index_(static_cast<uint64_t>(description.index)),
      version_(static_cast<uint32_t>(opts.number("version", 0xfff))),
      irq_(env.lines, description.irq), wires_(env, *this, description.name, description.index),
      word_event_(run_member<atmel_spi, &atmel_spi::word_done>, this),
      gap_event_(run_member<atmel_spi, &atmel_spi::gap_done>, this)
{
	npcs_ = -1;
	reset();
}

void atmel_spi::reset()
{
	env.events.cancel(word_event_);
	env.events.cancel(gap_event_);
	mr_ = imr_ = rdr_ = tdr_ = wpsr_ = 0;
	for (uint32_t &csr : csr_)
		csr = 0;
	tdr_edge_ = npcs_free_ = 0;
	tdr_full_ = rdrf_ = ovres_ = enabled_ = disabling_ = wp_ = held_ = false;
	phase_ = phase::idle;
	word_ = {};
}

void atmel_spi::start()
{
	twin_event event = {};

	event.type = TWIN_EV_CLOCK;
	event.a = index_;
	event.b = grid_.hz();
	env.log.put(TWIN_CLASS_META, event);
	wires_.start();
}

int atmel_spi::finish(char *err)
{
	return wires_.finish(err);
}

spi_bus &atmel_spi::wires()
{
	return wires_;
}

/* With GPIO chip selects the number is the board's choice; the event stream has room for more. */
int atmel_spi::chip_selects() const
{
	return 16;
}

const char *atmel_spi::register_name(uint32_t offset) const
{
	static const char *const csr[] = {"CSR0", "CSR1", "CSR2", "CSR3"};
	static const char *const pdc[] = {"RPR",  "RCR",  "TPR",  "TCR",  "RNPR",
					  "RNCR", "TNPR", "TNCR", "PTCR", "PTSR"};
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {{CR, "CR"},	  {MR, "MR"},	{RDR, "RDR"},	{TDR, "TDR"},
		     {SR, "SR"},	  {IER, "IER"}, {IDR, "IDR"},	{IMR, "IMR"},
		     {FMR, "FMR"},	  {FLR, "FLR"}, {WPMR, "WPMR"}, {WPSR, "WPSR"},
		     {VERSION, "VERSION"}};

	if (offset >= CSR0 && offset <= CSR3)
		return csr[(offset - CSR0) / 4];
	if (offset >= PDC_FIRST && offset <= PTSR)
		return pdc[(offset - PDC_FIRST) / 4];
	for (const auto &n : names)
		if (n.offset == offset)
			return n.name;
	return nullptr;
}

uint32_t atmel_spi::status() const
{
	uint32_t sr = 0;

	if (rdrf_)
		sr |= SR_RDRF;
	if (ovres_)
		sr |= SR_OVRES;
	if (enabled_)
		sr |= SR_SPIENS;
	if (enabled_ && !tdr_full_)
		sr |= SR_TDRE;
	if (enabled_ && !tdr_full_ && phase_ == phase::idle)
		sr |= SR_TXEMPTY;
	return sr;
}

void atmel_spi::update_irq(uint64_t now)
{
	bool level = status() & imr_;

	if (level != irq_.level())
		irq_.set(level, grid_.align(now));
}

uint32_t atmel_spi::read_sr(uint64_t now)
{
	uint32_t value = status();

	if (ovres_) {
		ovres_ = false;
		update_irq(now);
	}
	return value;
}

uint32_t atmel_spi::read_rdr(uint64_t now)
{
	uint64_t edge;

	if (!rdrf_)
		return rdr_;
	rdrf_ = false;
	if (phase_ == phase::idle && tdr_full_) {
		edge = grid_.edge_from(now);
		if (held_)
			start_next(2 * edge + word_.scbr);
		else
			start_first(std::max(edge, tdr_edge_));
	}
	update_irq(now);
	return rdr_;
}

uint32_t atmel_spi::read_wpsr()
{
	uint32_t value = wpsr_;

	wpsr_ = 0;
	return value;
}

uint32_t atmel_spi::read(uint32_t offset, uint64_t now)
{
	switch (offset) {
	case SR:
		return read_sr(now);
	case RDR:
		return read_rdr(now);
	case IMR:
		return imr_;
	case MR:
		return mr_;
	case WPMR:
		return wp_;
	case WPSR:
		return read_wpsr();
	case VERSION:
		return version_;
	case PTSR:
		return 0;
	case CR:
	case TDR:
	case IER:
	case IDR:
		fault_read(offset, "write-only register");
		return 0;
	}
	if (offset >= CSR0 && offset <= CSR3)
		return csr_[(offset - CSR0) / 4];
	fault_read(offset, "not modelled");
	return 0;
}

void atmel_spi::write_cr(uint32_t value, uint64_t now)
{
	uint64_t edge = grid_.edge_from(now);

	if (value & CR_FIFO) {
		fault_write(CR, value, "the FIFO is not modelled");
		return;
	}
	if (value & CR_SWRST) {
		release(edge);
		reset();
	}
	if (value & CR_SPIEN) {
		enabled_ = true;
		disabling_ = false;
	}
	if (value & CR_SPIDIS)
		disable(edge);
	if (value & CR_LASTXFER) {
		word_.last = true;
		if (phase_ == phase::idle && !held_)
			release(edge);
	}
	update_irq(now);
}

void atmel_spi::write_tdr(uint32_t value, uint64_t now)
{
	if (!enabled_ || disabling_)
		return;
	if (!(mr_ & MR_MSTR)) {
		fault_write(TDR, value, "slave mode is not modelled");
		return;
	}
	tdr_ = value;
	tdr_full_ = true;
	tdr_edge_ = grid_.edge_from(now);
	if (phase_ == phase::idle && !blocked())
		start_first(tdr_edge_);
	update_irq(now);
}

void atmel_spi::write_protected(uint32_t offset, uint32_t value, uint64_t now)
{
	if (wp_)
		wpsr_ = 1 | offset << 8;
	else if (offset == MR)
		mr_ = value & MR_MASK;
	else
		csr_[(offset - CSR0) / 4] = value;
	update_irq(now);
}

void atmel_spi::write(uint32_t offset, uint32_t value, uint64_t now)
{
	switch (offset) {
	case TDR:
		write_tdr(value, now);
		return;
	case IER:
	case IDR:
		imr_ = offset == IER ? imr_ | (value & SR_INTERRUPTS) : imr_ & ~value;
		update_irq(now);
		return;
	case CR:
		write_cr(value, now);
		return;
	case WPMR:
		if (value >> 8 == wpmr_key)
			wp_ = value & 1;
		return;
	case RDR:
	case SR:
	case IMR:
	case WPSR:
	case VERSION:
		fault_write(offset, value, "read-only register");
		return;
	}
	if (offset == MR || (offset >= CSR0 && offset <= CSR3))
		write_protected(offset, value, now);
	else
		fault_write(offset, value, "not modelled");
}

} // namespace tw
