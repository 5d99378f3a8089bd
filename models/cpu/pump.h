/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The one SC_THREAD of a board: runs the image's CPUs and everything that happens around them.
 *
 * At one instant the order is: events of our calendar, foreign SystemC activity, CPU actions
 * (lowest CPU number first). A CPU is left to run until the next of these, its clock event or a
 * poll; what it then asks for is served when it is the earliest CPU. The budget is computed afresh
 * after every exit, because a register access may have created an earlier event. With sync_block
 * the kernel leaves at every block; what happens, and when, is the same.
 *
 * SystemC's clock stays behind the CPU's: it advances only to run foreign activity, and when a
 * foreign target wait()s inside b_transport. Such a wait holds the whole board; calendar events due
 * meanwhile run when it is over.
 *
 * What the kernel's side owes: when it sets cpu->timer to less than cpu->limit it lowers cpu->limit
 * too, and it sets the next deadline (or TWIN_TIME_NEVER) before it clears the timer line's bit;
 * while the bit is set no further deadline is looked at. It leaves with IDLE only when nothing that
 * it has enabled is pending; it is resumed when a line's level has changed.
 *
 * Several CPUs (pump_many.cpp). What others can see happens in the order of (time, CPU number):
 * register accesses, calls and changes of a CPU's state when that CPU is the earliest, shared
 * memory because the kernel leaves with SHARE when its time has reached cpu->horizon. All the rest
 * is private: a CPU runs it ahead of the earliest other one by at most the quantum. An interrupt
 * for a CPU that is ahead is taken at its own time, so late by at most the quantum. CPUs but the
 * first are off until CALL_CPU_ON. A CPU that PARKs on a cache line sleeps until another one
 * writes the line, or until one of its interrupt lines changes. Their timers are models: cpu->timer
 * is for one CPU.
 */
#ifndef TW_CPU_PUMP_H
#define TW_CPU_PUMP_H

#include <atomic>
#include <csignal>
#include <cstdint>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "bus/address_bus.h"
#include "core/environment.h"
#include "cpu/line_directory.h"
#include "cpu/turn_order.h"
#include "facade.h"

namespace tw
{

class pump : public sc_core::sc_module
{
      public:
	tlm_utils::simple_initiator_socket<pump> socket;

	static constexpr uint64_t poll_period = 100000000000; /* 100 ms */
	/* What is charged at once is looked at again after the quantum or this, ps. */
	static constexpr uint64_t least_charge = 10000;

	pump(const sc_core::sc_module_name &module, const tw_board_config &config, environment &env,
	     address_bus &bus);

	/* Runs the board to its end. */
	tw_result run();
	/* One access at `now` without a CPU; returns the time after it, ps. */
	uint64_t access(twin_mmio &mmio, uint64_t now);
	/* Elaborates and runs SystemC's time zero; idempotent. */
	void elaborate();
	/* Async-signal-safe. */
	void nudge();
	/* What the kernel asks about shared cache lines; all NULL with one CPU. */
	twin_lines shared_lines();

      private:
	enum class state { running, exited, idle, parked, off };
	struct core {
		twin_cpu *cpu;
		state what = state::running;
		twin_exit exit = TWIN_EXIT_LIMIT;
		uint64_t idle_irq[TWIN_IRQ_WORDS] = {};
	};

	void thread();
	void loop();
	void step(core &c);
	void loop_many();
	void happen(uint64_t due);
	void execute_many(core &c);
	void execute_slice(core &c);
	uint64_t charge_step() const;
	uint64_t latest() const;
	void serve_many(core &c);
	void sleep(core &c, state how);
	void wake(core &c, uint64_t time);
	void wake_changed(uint64_t time);
	void lower(core &running, const core &other);
	void switch_on(core &c);
	void make_lines();
	static void line_wake(void *self, uint32_t cpu, uint64_t since, uint64_t at);
	void serve_sysreg(core &c);
	uint64_t timer_due(const core &c) const;
	uint64_t budget(const core &c) const;
	void execute(core &c);
	void serve(core &c);
	void serve_mmio(core &c);
	void serve_call(core &c);
	void serve_dma(core &c);
	void advance_idle(core &c);
	bool woken(const core &c) const;
	uint64_t next_event(const core &c) const;
	void settle(core &c);
	void settle_slow(core &c);
	void catch_up(uint64_t now);
	void run_foreign(uint64_t time);
	void refresh_foreign();
	void poll(const core &c, uint64_t due);
	void transport(twin_mmio &mmio, uint64_t &now);
	void record_mmio(const core &c, uint64_t issued);
	void stop(tw_stop why, const core &c, int code, const char *text);
	void model_fault(const core &c);

	tw_board_config config_;
	environment &env_;
	address_bus &bus_;
	tlm::tlm_generic_payload payload_;
	uint64_t data_ = 0;
	std::vector<core> cores_;
	uint64_t awake_ = 1;		     /* CPUs that are running or have exited */
	turn_order order_;		     /* with several CPUs: of those */
	/* Until when the one that executes runs blocks, and what it charges at once, ps. */
	uint64_t slice_ = 0, charge_ = 0;
	core *executing_ = nullptr;	     /* with several CPUs: whose code runs now */
	std::unique_ptr<line_directory> lines_; /* with several CPUs */
	uint64_t foreign_next_ = TWIN_TIME_NEVER;
	uint64_t next_poll_ = poll_period;
	volatile std::sig_atomic_t nudged_ = 0;
	bool elaborated_ = false, stopped_ = false;
	sc_core::sc_event go_;
	tw_result result_ = {};
};

} // namespace tw

#endif
