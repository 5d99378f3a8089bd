/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Interrupt lines of devices: levels. Several devices may share a line; it is high while one of
 * them asserts it. Every change of a line is recorded as IRQ_LINE. A board with an interrupt
 * controller has the lines end there and the controller drives the CPU's own lines; without one
 * they are CPU 0's lines themselves.
 *
 * Does not model: a wire's delay.
 */
#ifndef TW_IRQ_INTERRUPT_LINES_H
#define TW_IRQ_INTERRUPT_LINES_H

#include <cstdint>

#include "core/event_log.h"
#include "irq/interrupt_controller.h"
#include "twin_abi.h"

namespace tw
{

class interrupt_lines
{
      public:
	static constexpr int count = TWIN_IRQ_WORDS * 64;
	static constexpr unsigned int max_cpus = 64;

	/* cpus: the board's CPUs; lines of devices go to the first. */
	interrupt_lines(twin_cpu *cpus, event_log &log) : cpus_(cpus), log_(log) {}

	/* One device starts (level) or stops asserting `line`, 0..255, from `time` (ps) on. */
	void drive(int line, bool level, uint64_t time);
	/* The board's interrupt controller; throws bad_input when there is one already. */
	void attach(interrupt_controller &controller);
	/* The controller's outputs: the input lines of a CPU, 0 nIRQ and 1 nFIQ on ARM. */
	void drive_cpu(unsigned int cpu, int line, bool level);
	/* CPUs of which a line has changed since take_changed(), as a bitmap. */
	uint64_t changed() const
	{
		return changed_;
	}
	void take_changed(uint64_t cpus)
	{
		changed_ &= ~cpus;
	}
	/* For tests: `line` rises at `time` and, where there is a controller, falls at once. */
	void pulse(int line, uint64_t time);
	/*
	 * A private line of a CPU (0..63) that ends in the controller, from `time` (ps) on: intid
	 * 16..31, for example the timer's. Recorded as line count + intid. False: there is no
	 * controller with such inputs.
	 */
	bool ppi(unsigned int cpu, unsigned int intid, bool level, uint64_t time);
	/* The clock event line of one CPU rises; the kernel clears the bit itself. */
	void raise_timer(unsigned int cpu, int line, uint64_t time);

	static bool is_set(const twin_cpu &cpu, int line)
	{
		return cpu.irq[line / 64] >> (line % 64) & 1;
	}

      private:
	void record(unsigned int cpu, int line, bool level, uint64_t time);

	twin_cpu *cpus_;
	event_log &log_;
	interrupt_controller *controller_ = nullptr;
	uint16_t drivers_[count] = {};
	uint64_t changed_ = 0;
	uint32_t private_[max_cpus] = {}; /* levels, by INTID */
};

/* One device's end of a line. */
class interrupt_output
{
      public:
	/* line -1: not connected. */
	interrupt_output(interrupt_lines &lines, int line) : lines_(lines), line_(line) {}

	void set(bool level, uint64_t time)
	{
		if (level == level_)
			return;
		level_ = level;
		if (line_ >= 0)
			lines_.drive(line_, level, time);
	}

	bool level() const
	{
		return level_;
	}

      private:
	interrupt_lines &lines_;
	int line_;
	bool level_ = false;
};

} // namespace tw

#endif
