// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Registers; what is behind them is in atmel_spi_flags, _data and _words.cpp. */
#include "spi/atmel_spi.h"

#include "core/registry.h"
#include "spi/atmel_spi_regs.h"

namespace tw
{

using namespace atmel_spi_regs;

static const tw_option_doc atmel_spi_options[] = {
	{"version", "NUMBER", "0x213",
	 "value of VERSION, from 0x122; decides what there is and what the driver does (0x213: "
	 "SAMA5D3)"},
	{"fifo", "NUMBER", "", "words that each FIFO holds, 2 to 32, from version 0x311 on (16)"},
	{nullptr, nullptr, nullptr, nullptr},
};

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &opts)
{
	return std::make_unique<atmel_spi>(sc_core::sc_gen_unique_name("atmel_spi"), env,
					   description, opts);
}

static const bus_model registration("atmel,at91rm9200-spi", "Atmel SPI, master mode",
				    atmel_spi_options, make);

static uint32_t checked_version(const std::string &label, const options &opts)
{
	uint32_t version = static_cast<uint32_t>(opts.number("version", 0xfff));

	if (version < version_2)
		throw bad_input(label + ": option 'version': version 1 of the block is not "
					"modelled; give 0x122 or more");
	return version;
}

/* 0: the version has no FIFO. */
static unsigned int checked_depth(const std::string &label, uint32_t version, const options &opts)
{
	bool given = !opts.text("fifo").empty();
	unsigned int depth =
		given ? static_cast<unsigned int>(opts.number("fifo", word_queue::max_capacity))
		      : 16;

	if (version < version_fifo && given)
		throw bad_input(label + ": option 'fifo': this version of the block has no FIFO; "
					"give 'version' 0x311 or more, or leave it out");
	if (version < version_fifo)
		return 0;
	if (depth < 2)
		throw bad_input(label + ": option 'fifo': a FIFO holds 2 to 32 words");
	return depth;
}

atmel_spi::atmel_spi(const sc_core::sc_module_name &module, environment &env,
		     const tw_bus_device &description, const options &opts)
    : bus_device(module, env, description), walk_(checked_clock_hz(description)),
      index_(static_cast<uint64_t>(description.index)), version_(checked_version(label(), opts)),
      interrupts_(SR_BASIC), fifo_depth_(checked_depth(label(), version_, opts)),
      irq_(env.lines, description.irq), wires_(env, *this, description.name, description.index),
      log_(env), word_event_(run_member<atmel_spi, &atmel_spi::word_done>, this),
      gap_event_(run_member<atmel_spi, &atmel_spi::gap_done>, this),
      line_event_(run_member<atmel_spi, &atmel_spi::changed>, this)
{
	if (version_ >= version_fifo)
		interrupts_ |= SR_FIFO;
	if (version_ < version_dma) {
		interrupts_ |= SR_PDC;
		pdc_ = std::make_unique<pdc>(env, label(), *this);
	}
	npcs_ = -1;
	join_quiet(*this);
	reset();
}

void atmel_spi::reset()
{
	software_reset();
	if (pdc_)
		pdc_->reset();
}

/* The PDC keeps its state. */
void atmel_spi::software_reset()
{
	for (timed_event *e : {&word_event_, &gap_event_, &line_event_})
		env.quiet.events().cancel(*e);
	mr_ = imr_ = rdr_ = sticky_ = wpsr_ = 0;
	for (uint32_t &csr : csr_)
		csr = 0;
	fmr_ = 0;
	set_fifo(false);
	npcs_since_ = {};
	npcs_free_ = 0;
	enabled_ = disabling_ = wp_ = false;
	phase_ = phase::idle;
	word_ = {};
	shape_ = {};
}

void atmel_spi::start()
{
	twin_event event = {};

	event.type = TWIN_EV_CLOCK;
	event.a = index_;
	event.b = walk_.hz();
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
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {{CR, "CR"},	  {MR, "MR"},	{RDR, "RDR"},	{TDR, "TDR"},
		     {SR, "SR"},	  {IER, "IER"}, {IDR, "IDR"},	{IMR, "IMR"},
		     {FMR, "FMR"},	  {FLR, "FLR"}, {WPMR, "WPMR"}, {WPSR, "WPSR"},
		     {VERSION, "VERSION"}};

	if (offset >= CSR0 && offset <= CSR3)
		return csr[(offset - CSR0) / 4];
	if (offset >= pdc::first_register && offset <= pdc::last_register)
		return pdc::register_name(offset);
	for (const auto &n : names)
		if (n.offset == offset)
			return n.name;
	return nullptr;
}

uint32_t atmel_spi::read_wpsr()
{
	uint32_t value = wpsr_;

	wpsr_ = 0;
	return value;
}

uint32_t atmel_spi::read(uint32_t offset, uint64_t now)
{
	uint32_t value;

	switch (offset) {
	case SR:
		return read_sr(now);
	case RDR:
		value = read_rdr(now);
		access_changed(now);
		return value;
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
	}
	return read_other(offset);
}

uint32_t atmel_spi::read_other(uint32_t offset)
{
	uint32_t value;

	if (offset >= CSR0 && offset <= CSR3)
		return csr_[(offset - CSR0) / 4];
	if (fifo_depth_ && offset == FMR)
		return fmr_;
	if (fifo_depth_ && offset == FLR)
		return fifo_on_ ? tx_.count() | rx_.count() << FLR_RXFL_SHIFT : 0;
	if (pdc_ && pdc::register_name(offset) && pdc_->read(offset, &value))
		return value;
	if (offset == CR || offset == TDR || offset == IER || offset == IDR ||
	    (pdc_ && offset == PTCR))
		fault_read(offset, "write-only register");
	else if (register_name(offset))
		fault_read(offset, "not in this version of the block");
	else
		fault_read(offset, "not modelled");
	return 0;
}

void atmel_spi::write_cr(uint32_t value, uint64_t now)
{
	grid_point edge = walk_.edge_from(now);

	if (value & CR_FIFO && !fifo_depth_) {
		fault_write(CR, value, "there is no FIFO in this version of the block");
		return;
	}
	if (value & CR_SWRST) {
		catch_up(now);
		release(edge);
		software_reset();
	}
	if (value & CR_FIFO)
		write_cr_fifo(value);
	if (value & CR_SPIEN) {
		enabled_ = true;
		disabling_ = false;
	}
	if (value & CR_SPIDIS)
		disable(edge);
	if (value & CR_LASTXFER)
		last_transfer(edge);
}

void atmel_spi::write_protected(uint32_t offset, uint32_t value)
{
	if (wp_)
		wpsr_ = 1 | offset << 8;
	else if (offset == MR)
		mr_ = value & MR_MASK;
	else
		csr_[(offset - CSR0) / 4] = value;
}

void atmel_spi::write_fmr(uint32_t value)
{
	fmr_ = value & FMR_MASK;
	fit_ready_counts();
}

void atmel_spi::write(uint32_t offset, uint32_t value, uint64_t now)
{
	switch (offset) {
	case TDR:
		write_tdr(value, 4, now);
		break;
	case IER:
		imr_ |= value & interrupts_;
		break;
	case IDR:
		imr_ &= ~value;
		break;
	default:
		write_other(offset, value, now);
		promise();
	}
	access_changed(now);
}

void atmel_spi::write_other(uint32_t offset, uint32_t value, uint64_t now)
{
	if (offset == CR)
		write_cr(value, now);
	else if (offset == MR || (offset >= CSR0 && offset <= CSR3))
		write_protected(offset, value);
	else if (offset == WPMR)
		wp_ = value >> 8 == wpmr_key ? value & 1 : wp_;
	else if (pdc_ && pdc::register_name(offset) && pdc_->write(offset, value, now))
		return;
	else if (fifo_depth_ && offset == FMR)
		write_fmr(value);
	else if (offset == RDR || offset == SR || offset == IMR || offset == WPSR ||
		 offset == VERSION || (fifo_depth_ && offset == FLR) || (pdc_ && offset == PTSR))
		fault_write(offset, value, "read-only register");
	else if (register_name(offset))
		fault_write(offset, value, "not in this version of the block");
	else
		fault_write(offset, value, "not modelled");
}

} // namespace tw
