// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What a write does, when what it switches on is ready, and the interrupt line. */
#include <algorithm>

#include "clock/at91_pmc.h"
#include "clock/at91_pmc_regs.h"

namespace tw
{

using namespace at91_pmc_regs;

static constexpr uint64_t rc_cycles = 1, pck_cycles = 2, count_unit = 8;

/* `cycles` of the slow clock until it is ready; nothing when it is on or off already. */
void at91_pmc::turn(source s, bool on, uint64_t now, uint64_t cycles)
{
	if (!on)
		ready_[s] = TWIN_TIME_NEVER;
	else if (ready_[s] == TWIN_TIME_NEVER)
		ready_[s] = slow_.edge(slow_.edge_from(now) + cycles);
}

void at91_pmc::write_scer(uint32_t value, uint64_t now)
{
	scsr_ |= value;
	for (unsigned int i = 0; i < chip_.pcks; i++)
		if (value >> (SC_PCK0_SHIFT + i) & 1)
			turn(static_cast<source>(FIRST_PCK + i), true, now, pck_cycles);
}

void at91_pmc::write_scdr(uint32_t value, uint64_t now)
{
	if (value & scsr_ & SC_PROCESSOR) {
		fault_write(SCDR, value, "would stop the processor's clock");
		return;
	}
	if (value & scsr_ & SC_DDR) {
		fault_write(SCDR, value,
			    "would stop the memory's clock; does the kernel have the driver that "
			    "keeps it on (ATMEL_SDRAMC)?");
		return;
	}
	scsr_ &= ~value;
	for (unsigned int i = 0; i < chip_.pcks; i++)
		if (value >> (SC_PCK0_SHIFT + i) & 1)
			turn(static_cast<source>(FIRST_PCK + i), false, now, 0);
}

void at91_pmc::write_uckr(uint32_t value, uint64_t now)
{
	uckr_ = value & UCKR_MASK;
	turn(UPLL, value & UCKR_UPLLEN, now, count_unit * (value >> UCKR_UPLLCOUNT_SHIFT & 0xf));
}

void at91_pmc::write_mor(uint32_t value, uint64_t now)
{
	uint32_t in_use = mor_ & MOR_MOSCSEL ? MOR_MOSCXTEN | MOR_MOSCXTBY : MOR_MOSCRCEN;

	if ((value >> MOR_KEY_SHIFT & 0xff) != MOR_KEY)
		return;
	if (value & MOR_WAITMODE) {
		fault_write(MOR, value, "wait mode is not modelled");
		return;
	}
	if (((value ^ mor_) & (MOR_MOSCSEL | MOR_MOSCXTBY)) || !(value & in_use)) {
		fault_write(MOR, value, "would change the main clock");
		return;
	}
	mor_ = value & MOR_MASK;
	turn(XTAL, value & (MOR_MOSCXTEN | MOR_MOSCXTBY), now,
	     count_unit * (value >> MOR_MOSCXTST_SHIFT & 0xff));
	turn(RC, value & MOR_MOSCRCEN, now, rc_cycles);
}

void at91_pmc::write_pllar(uint32_t value, uint64_t now)
{
	uint32_t rate = PLLAR_DIV | chip_.mul_mask << chip_.mul_shift;
	bool on = (value & PLLAR_DIV) && (value >> chip_.mul_shift & chip_.mul_mask);

	if (!((value ^ pllar_) & rate)) {
		pllar_ = value;
		return;
	}
	if ((mckr_ & MCKR_CSS) == MCKR_CSS_PLLA) {
		fault_write(PLLAR, value, "would change PLLA, which MCK runs on");
		return;
	}
	pllar_ = value;
	ready_[PLLA] = TWIN_TIME_NEVER;
	turn(PLLA, on, now, value >> PLLAR_COUNT_SHIFT & PLLAR_COUNT);
}

void at91_pmc::write_pcr(uint32_t value)
{
	uint32_t divider = (value & PCR_DIV) >> PCR_DIV_SHIFT;

	pid_ = value & 0x7f;
	if (!(value & PCR_CMD) || pid_ >= max_peripherals)
		return;
	if (divider && (chip_.modelled >> pid_ & 1)) {
		fault_write(PCR, value, "would divide the clock of a device with a model");
		return;
	}
	divider_[pid_] = static_cast<uint8_t>(divider);
	if (value & PCR_EN)
		pcsr_[pid_ / 32] |= 1u << (pid_ % 32);
	else
		pcsr_[pid_ / 32] &= ~(1u << (pid_ % 32));
}

/* The registers that write protection covers. */
void at91_pmc::write_register(uint32_t offset, uint32_t value, uint64_t now)
{
	switch (offset) {
	case SCER:
		write_scer(value, now);
		return;
	case SCDR:
		write_scdr(value, now);
		return;
	case PCER0:
		pcsr_[0] |= value;
		return;
	case PCDR0:
		pcsr_[0] &= ~value;
		return;
	case PCER1:
		pcsr_[1] |= value;
		return;
	case PCDR1:
		pcsr_[1] &= ~value;
		return;
	case UCKR:
		write_uckr(value, now);
		return;
	case MOR:
		write_mor(value, now);
		return;
	case PLLAR:
		write_pllar(value, now);
		return;
	case PCR:
		write_pcr(value);
		return;
	case MCKR:
		if ((value ^ mckr_) & MCKR_MASK)
			fault_write(offset, value, "would change MCK");
		return;
	}
	*stored(offset) = value;
}

/* Can it be written at all? */
bool at91_pmc::exists(uint32_t offset) const
{
	static const uint32_t writable[] = {SCER, SCDR, PCER0,	 PCDR0, UCKR, MOR,  PLLAR, MCKR,
					    USB,  SMD,	PLLICPR, IER,	IDR,  WPMR, PCR};
	const uint32_t *end = writable + sizeof(writable) / sizeof(*writable);

	if (offset == PCER1 || offset == PCDR1)
		return chip_.has_pcsr1;
	return std::find(writable, end, offset) != end ||
	       (offset >= PCK0 && offset < PCK0 + 4 * chip_.pcks);
}

void at91_pmc::write(uint32_t offset, uint32_t value, uint64_t now)
{
	if (!exists(offset))
		fault_write(offset, value,
			    register_name(offset) ? "read-only register" : "not modelled");
	else if (offset == IER)
		imr_ |= value;
	else if (offset == IDR)
		imr_ &= ~value;
	else if (offset == WPMR)
		wp_ = value >> 8 == WP_KEY ? value & WP_EN : wp_;
	else if (wp_)
		wpsr_ = 1 | offset << 8;
	else
		write_register(offset, value, now);
	update_irq(now);
}

/* The line follows SR, so an enabled bit's next change is an event. */
void at91_pmc::update_irq(uint64_t now)
{
	uint64_t next = TWIN_TIME_NEVER;

	irq_.set(status(now) & imr_, now);
	for (uint64_t ready : ready_)
		if (ready > now)
			next = std::min(next, ready);
	if (imr_ && next != TWIN_TIME_NEVER)
		env.events.schedule(ready_event_, next);
	else
		env.events.cancel(ready_event_);
}

void at91_pmc::ready_due(uint64_t now)
{
	update_irq(now);
}

} // namespace tw
