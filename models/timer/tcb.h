/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Timer/counter block of AT91: three channels in waveform mode, counting up or up to RC.
 * "atmel,at91sam9x5-tcb" has 32-bit counters, "atmel,at91rm9200-tcb" 16-bit ones.
 *
 * Source: Linux 6.1 include/soc/at91/atmel_tcb.h and drivers/clocksource/timer-atmel-tcb.c.
 *
 * Clocks: MCK / 2, 8, 32, 128 from a divider that runs free since reset, and the slow clock of
 * 32768 Hz, on edges of its own (assumed; on the chip MCK samples it). MCK is the description's
 * clock. A trigger (SWTRG, or BCR SYNC for all three) takes effect on the first edge of the
 * channel's clock at or after the write, in place of a count: the counter is 0 from there on and n
 * at the n-th edge after it; until then it goes on. CV shows the counter after the last edge at or
 * before the access. The block's line rises on the edge of the compare or overflow and falls on
 * MCK's next edge after the access that ends the cause. Channel 1 may count TIOA0 (XC1, the 16-bit
 * driver's chain), without interrupts.
 *
 * Does not model, each a model fault: capture mode, counting down, external clocks and triggers,
 * clock inversion and gating, TIOA and TIOB other than the chain's, EMR, FMR, write protection.
 */
#ifndef TW_TIMER_TCB_H
#define TW_TIMER_TCB_H

#include "core/bus_device.h"
#include "timer/divided_clock.h"
#include "timer/tcb_counter.h"

namespace tw
{

class tcb : public bus_device
{
      public:
	tcb(const sc_core::sc_module_name &module, environment &env,
	    const tw_bus_device &description, unsigned int width);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	static constexpr unsigned int channels = 3;
	struct channel {
		channel(tcb &block, unsigned int width)
		    : block(block), counter(width), due(run_member<channel, &channel::run>, this)
		{
		}
		void run(uint64_t now)
		{
			block.compare_due(*this, now);
		}

		tcb &block;
		tcb_counter counter;
		timed_event due;
		uint32_t cmr = 0, imr = 0;
		uint64_t seen = 0; /* number of the last edge of its clock that was counted */
		bool triggered = false;
		uint64_t trigger = 0; /* number of the edge on which it takes effect */
	};

	const divided_clock *clock_of(const channel &c) const;
	bool chained(const channel &c) const;
	bool check_clock(const channel &c, uint32_t offset, uint32_t value);
	uint64_t last_edge(const channel &c, uint64_t now) const;
	void catch_up(channel &c, uint64_t now);
	void compare_due(channel &c, uint64_t now);
	void plan(channel &c);
	void update_irq(uint64_t time);
	void trigger(channel &c, uint64_t now);
	uint32_t read_channel(channel &c, uint32_t offset, uint64_t now);
	void write_channel(channel &c, uint32_t offset, uint32_t value, uint64_t now);
	void write_ccr(channel &c, uint32_t offset, uint32_t value, uint64_t now);
	void write_cmr(channel &c, uint32_t offset, uint32_t value, uint64_t now);
	void write_block(uint32_t offset, uint32_t value, uint64_t now);

	unsigned int width_;
	clock_grid mck_;
	divided_clock clocks_[5];
	interrupt_output irq_;
	channel channels_[channels];
	uint32_t bmr_ = 0;
	mutable char name_[8]; /* of a channel's register, for the last message */
};

} // namespace tw

#endif
