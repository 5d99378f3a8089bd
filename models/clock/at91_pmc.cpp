// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Variants, boot state and reads; writes are in at91_pmc_writes.cpp. */
#include "clock/at91_pmc.h"

#include <algorithm>

#include "clock/at91_pmc_regs.h"
#include "core/registry.h"

namespace tw
{

using namespace at91_pmc_regs;

static constexpr uint64_t slow_hz = 32768;
/* At power-on (assumed): RC oscillator on and selected, MCK from it, PLLA off. */
static constexpr uint32_t reset_mor = MOR_MOSCRCEN, reset_pllar = 0x3f00, reset_mckr = 1;

static constexpr uint64_t bit(unsigned int n)
{
	return 1ULL << n;
}

/* Peripheral numbers: drivers/clk/at91/{sama5d3,at91sam9x5}.c (PIO, SPI, TCB, DMA). */
static const at91_pmc::variant sama5d3 = {18, 0x7f, 3,
					  bit(6) | bit(7) | bit(8) | bit(9) | bit(10) | bit(24) |
						  bit(25) | bit(26) | bit(27) | bit(30) | bit(31),
					  true};
static const at91_pmc::variant sam9x5 = {
	16, 0x7ff, 2, bit(2) | bit(3) | bit(13) | bit(14) | bit(17) | bit(20) | bit(21), false};

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};

template <const at91_pmc::variant &chip>
static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<at91_pmc>(sc_core::sc_gen_unique_name("at91_pmc"), env, description,
					  chip);
}

static const bus_model sama5d3_model("atmel,sama5d3-pmc",
				     "AT91 clock controller, rates as the boot loader left them",
				     no_options, make<sama5d3>);
static const bus_model sam9x5_model("atmel,at91sam9x5-pmc",
				    "AT91 clock controller, rates as the boot loader left them",
				    no_options, make<sam9x5>);

at91_pmc::at91_pmc(const sc_core::sc_module_name &module, environment &env,
		   const tw_bus_device &description, const variant &chip)
    : bus_device(module, env, description), chip_(chip),
      boot_(description.init, description.init + description.nr_init), slow_(slow_hz),
      irq_(env.lines, description.irq),
      ready_event_(run_member<at91_pmc, &at91_pmc::ready_due>, this)
{
	reset();
}

void at91_pmc::reset()
{
	uint32_t div, mul;

	env.events.cancel(ready_event_);
	scsr_ = SC_PROCESSOR;
	mor_ = reset_mor;
	pllar_ = reset_pllar;
	mckr_ = reset_mckr;
	uckr_ = mcfr_ = usb_ = smd_ = pllicpr_ = imr_ = oscsels_ = wp_ = wpsr_ = pid_ = 0;
	has_mcfr_ = false;
	std::fill_n(pcsr_, 2, 0);
	std::fill_n(pck_, max_pcks, 0);
	std::fill_n(divider_, max_peripherals, 0);
	for (const tw_reg_init &init : boot_)
		load(init);

	div = pllar_ & PLLAR_DIV;
	mul = pllar_ >> chip_.mul_shift & chip_.mul_mask;
	ready_[XTAL] = mor_ & (MOR_MOSCXTEN | MOR_MOSCXTBY) ? 0 : TWIN_TIME_NEVER;
	ready_[RC] = mor_ & MOR_MOSCRCEN ? 0 : TWIN_TIME_NEVER;
	ready_[PLLA] = div && mul ? 0 : TWIN_TIME_NEVER;
	ready_[UPLL] = uckr_ & UCKR_UPLLEN ? 0 : TWIN_TIME_NEVER;
	for (unsigned int i = 0; i < max_pcks; i++)
		ready_[FIRST_PCK + i] = scsr_ >> (SC_PCK0_SHIFT + i) & 1 ? 0 : TWIN_TIME_NEVER;
	for (const tw_reg_init &init : boot_)
		if (init.offset == SR)
			check_boot_status(init.value);
}

/* Registers that only keep a value; NULL: another one. */
uint32_t *at91_pmc::stored(uint32_t offset)
{
	if (offset >= PCK0 && offset < PCK0 + 4 * chip_.pcks)
		return &pck_[(offset - PCK0) / 4];
	switch (offset) {
	case SCSR:
		return &scsr_;
	case PCSR0:
		return &pcsr_[0];
	case PCSR1:
		return chip_.has_pcsr1 ? &pcsr_[1] : nullptr;
	case UCKR:
		return &uckr_;
	case MOR:
		return &mor_;
	case MCFR:
		return &mcfr_;
	case PLLAR:
		return &pllar_;
	case MCKR:
		return &mckr_;
	case USB:
		return &usb_;
	case SMD:
		return &smd_;
	case PLLICPR:
		return &pllicpr_;
	}
	return nullptr;
}

void at91_pmc::load(const tw_reg_init &init)
{
	uint32_t *where = stored(init.offset);

	if (init.offset == SR) {
		oscsels_ = init.value & SR_OSCSELS;
		return;
	}
	if (!where)
		throw bad_input(label() + ": boot value for offset " + std::to_string(init.offset) +
				", which is no register that keeps one");
	*where = init.value;
	has_mcfr_ = has_mcfr_ || init.offset == MCFR;
}

/* A boot state that contradicts itself would be noticed late, by a driver that waits for ever. */
void at91_pmc::check_boot_status(uint32_t sr)
{
	char text[96];

	if (sr == status(0))
		return;
	snprintf(text, sizeof(text), ": boot value 0x%x of SR; the other registers give 0x%x", sr,
		 status(0));
	throw bad_input(label() + text);
}

uint32_t at91_pmc::status(uint64_t now) const
{
	static const struct {
		source s;
		uint32_t bit;
	} bits[] = {{XTAL, SR_MOSCXTS}, {RC, SR_MOSCRCS}, {PLLA, SR_LOCKA}, {UPLL, SR_LOCKU}};
	uint32_t sr = SR_MCKRDY | SR_MOSCSELS | oscsels_;

	for (const auto &b : bits)
		if (ready_[b.s] <= now)
			sr |= b.bit;
	for (unsigned int i = 0; i < chip_.pcks; i++)
		if (ready_[FIRST_PCK + i] <= now)
			sr |= 1u << (SC_PCK0_SHIFT + i);
	return sr;
}

uint32_t at91_pmc::read_pcr() const
{
	if (pid_ >= max_peripherals)
		return pid_;
	return pid_ | static_cast<uint32_t>(divider_[pid_]) << PCR_DIV_SHIFT |
	       (pcsr_[pid_ / 32] >> (pid_ % 32) & 1) * PCR_EN;
}

uint32_t at91_pmc::read_wpsr()
{
	uint32_t value = wpsr_;

	wpsr_ = 0;
	return value;
}

uint32_t at91_pmc::read(uint32_t offset, uint64_t now)
{
	const uint32_t *where = stored(offset);

	if (offset == MCFR && !has_mcfr_) {
		fault_read(offset, "no boot value");
		return 0;
	}
	if (where)
		return *where;
	switch (offset) {
	case SR:
		return status(now);
	case IMR:
		return imr_;
	case PCR:
		return read_pcr();
	case WPMR:
		return wp_;
	case WPSR:
		return read_wpsr();
	}
	fault_read(offset, register_name(offset) ? "write-only register" : "not modelled");
	return 0;
}

const char *at91_pmc::register_name(uint32_t offset) const
{
	static const char *const pck[] = {"PCK0", "PCK1", "PCK2"};
	static const struct {
		uint32_t offset;
		const char *name;
	} names[] = {{SCER, "SCER"},   {SCDR, "SCDR"},	 {SCSR, "SCSR"},       {PCER0, "PCER0"},
		     {PCDR0, "PCDR0"}, {PCSR0, "PCSR0"}, {UCKR, "UCKR"},       {MOR, "MOR"},
		     {MCFR, "MCFR"},   {PLLAR, "PLLAR"}, {MCKR, "MCKR"},       {USB, "USB"},
		     {SMD, "SMD"},     {IER, "IER"},	 {IDR, "IDR"},	       {SR, "SR"},
		     {IMR, "IMR"},     {WPMR, "WPMR"},	 {PLLICPR, "PLLICPR"}, {WPSR, "WPSR"},
		     {PCR, "PCR"}};
	static const char *const second[] = {"PCER1", "PCDR1", "PCSR1"};

	if (offset >= PCK0 && offset < PCK0 + 4 * chip_.pcks)
		return pck[(offset - PCK0) / 4];
	if (offset >= PCER1 && offset <= PCSR1)
		return chip_.has_pcsr1 ? second[(offset - PCER1) / 4] : nullptr;
	for (const auto &n : names)
		if (n.offset == offset)
			return n.name;
	return nullptr;
}

} // namespace tw
