/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Periodic interval timer of AT91: "atmel,at91sam9260-pit".
 *
 * Source: Linux 6.1 drivers/clocksource/timer-atmel-pit.c for registers, fields and their use; how
 * it starts, stops and wraps is from general knowledge of the part and assumed.
 *
 * CPIV counts MCK / 16 (a divider that runs free since reset) from 0 to PIV; the next edge makes it
 * 0, adds one to PICNT (12 bits, wraps) and sets PITS: a period is PIV + 1 edges. Reading PIVR
 * clears PICNT and PITS, reading PIIR or SR does not. The line is up while PITS and PITIEN are set;
 * it rises on the edge and falls on MCK's next edge after the access that ends it.
 *
 * PITEN set: counts from the first edge after the write. PITEN cleared: counts on to the end of
 * the interval, which still counts, and stops at 0. A PIV written below CPIV lets CPIV run to the
 * end of its 20 bits once; that wrap is no interval. At power-on PIV is all ones and the timer is
 * off; a board's boot state may say what the boot loader left in MR (counting from reset).
 *
 * Does not model: the stop while a debugger holds the core.
 */
#ifndef TW_TIMER_PIT_H
#define TW_TIMER_PIT_H

#include "core/bus_device.h"
#include "timer/divided_clock.h"

namespace tw
{

class pit : public bus_device
{
      public:
	pit(const sc_core::sc_module_name &module, environment &env,
	    const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	uint64_t period() const;
	uint64_t to_zero() const;
	void step(uint64_t n);
	void catch_up(uint64_t now);
	void interval_over(uint64_t now);
	void set_mode(uint32_t value);
	void plan();
	void update_irq(uint64_t time);

	clock_grid mck_;
	divided_clock clock_;
	interrupt_output irq_;
	timed_event due_;
	uint32_t boot_mode_;
	uint32_t mode_;
	uint64_t seen_;		/* number of the last edge that was counted */
	uint64_t cpiv_, picnt_; /* picnt_: modulo 2^12 when read */
	bool running_, pits_;
};

} // namespace tw

#endif
