/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Power management controller of AT91: "atmel,sama5d3-pmc", "atmel,at91sam9x5-pmc".
 *
 * Source: Linux 6.1 include/linux/clk/at91_pmc.h, drivers/clk/at91/sama5d3.c, at91sam9x5.c and
 * clk-*.c.
 *
 * The registers start from the board's boot state: what the boot loader left on is ready at once.
 * What a register write switches on is ready, in SR, after whole cycles of a 32768 Hz slow clock,
 * counted from its first edge at or after the write:
 *
 *   crystal oscillator   8 * MOSCXTST (MOR)      PLLA   PLLACOUNT (PLLAR)
 *   RC oscillator        1 (assumed)             UPLL   8 * UPLLCOUNT (UCKR)
 *   PCK0 .. PCK2         2 (assumed)
 *
 * MCKRDY and MOSCSELS are always set, since MCK and the main clock cannot be changed. SR's bit for
 * the slow clock oscillator is the boot state's. PCR is a window: written without CMD it selects a
 * peripheral to read back, with CMD it also sets its gate and divider; PCSR0/1 show the gates.
 *
 * It does not drive other models: their rates are the board's (description.clock_hz) and their
 * gates are open. Therefore a write that would change a rate they rest on is a model fault: MCK,
 * PLLA under MCK, the main clock, the divider of a peripheral that has a model, and also a stop of
 * the processor's or the memory's clock.
 *
 * Does not model: wait mode, fast start-up, clock failure detection, a new measurement in MCFR (the
 * boot state's value stays; reading it without one is a model fault).
 */
#ifndef TW_CLOCK_AT91_PMC_H
#define TW_CLOCK_AT91_PMC_H

#include "core/bus_device.h"
#include "core/clock_grid.h"

namespace tw
{

class at91_pmc : public bus_device
{
      public:
	struct variant {
		unsigned int mul_shift; /* PLLAR */
		uint32_t mul_mask;
		unsigned int pcks;
		uint64_t modelled; /* peripherals whose models run on MCK, undivided */
		bool has_pcsr1;
	};

	at91_pmc(const sc_core::sc_module_name &module, environment &env,
		 const tw_bus_device &description, const variant &chip);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	static constexpr unsigned int max_pcks = 3, max_peripherals = 64;
	/* What SR shows as ready from an instant on. */
	enum source { XTAL, RC, PLLA, UPLL, FIRST_PCK, NR_SOURCES = FIRST_PCK + max_pcks };

	void load(const tw_reg_init &init);
	void check_boot_status(uint32_t sr);
	uint32_t *stored(uint32_t offset);
	uint32_t status(uint64_t now) const;
	uint32_t read_pcr() const;
	uint32_t read_wpsr();
	bool exists(uint32_t offset) const;
	void turn(source s, bool on, uint64_t now, uint64_t cycles);
	void write_register(uint32_t offset, uint32_t value, uint64_t now);
	void write_scer(uint32_t value, uint64_t now);
	void write_scdr(uint32_t value, uint64_t now);
	void write_uckr(uint32_t value, uint64_t now);
	void write_mor(uint32_t value, uint64_t now);
	void write_pllar(uint32_t value, uint64_t now);
	void write_pcr(uint32_t value);
	void update_irq(uint64_t now);
	void ready_due(uint64_t now);

	const variant &chip_;
	std::vector<tw_reg_init> boot_;
	clock_grid slow_;
	interrupt_output irq_;
	timed_event ready_event_;
	uint32_t scsr_, pcsr_[2], uckr_, mor_, mcfr_, pllar_, mckr_, usb_, smd_, pllicpr_;
	uint32_t pck_[max_pcks];
	uint32_t imr_, oscsels_, wp_, wpsr_;
	bool has_mcfr_;
	uint32_t pid_; /* selected by PCR */
	uint8_t divider_[max_peripherals];
	uint64_t ready_[NR_SOURCES];
};

} // namespace tw

#endif
