// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/interrupt_lines.h"

#include "core/options.h"

namespace tw
{

void interrupt_lines::record(unsigned int cpu, int line, bool level, uint64_t time)
{
	twin_event event = {};

	event.time = time;
	event.type = TWIN_EV_IRQ_LINE;
	event.cpu = static_cast<uint8_t>(cpu);
	event.a = static_cast<uint64_t>(line);
	event.b = level;
	log_.put(TWIN_CLASS_IRQ, event);
}

void interrupt_lines::attach(interrupt_controller &controller)
{
	if (controller_)
		throw bad_input("a board has one interrupt controller");
	controller_ = &controller;
}

void interrupt_lines::drive_cpu(unsigned int cpu, int line, bool level)
{
	uint64_t bit = 1ULL << (line % 64), &word = cpus_[cpu].irq[line / 64];

	if (!(word & bit) == !level)
		return;
	word ^= bit;
	changed_ |= 1ULL << cpu;
}

void interrupt_lines::drive(int line, bool level, uint64_t time)
{
	bool was = drivers_[line];

	drivers_[line] += level ? 1 : -1;
	if (was == !!drivers_[line])
		return;
	record(0, controller_ ? controller_->number(line) : line, level, time);
	if (controller_)
		controller_->source(line, level, time);
	else
		drive_cpu(0, line, level);
}

void interrupt_lines::pulse(int line, uint64_t time)
{
	if (!controller_) {
		raise_timer(0, line, time);
		return;
	}
	drive(line, true, time);
	drive(line, false, time);
}

bool interrupt_lines::ppi(unsigned int cpu, unsigned int intid, bool level, uint64_t time)
{
	uint32_t bit = 1U << intid;

	if (!controller_)
		return false;
	if (!(private_[cpu] & bit) == !level)
		return true;
	if (!controller_->ppi(cpu, intid, level, time))
		return false;
	private_[cpu] ^= bit;
	record(cpu, count + static_cast<int>(intid), level, time);
	return true;
}

void interrupt_lines::raise_timer(unsigned int cpu, int line, uint64_t time)
{
	cpus_[cpu].irq[line / 64] |= 1ULL << (line % 64);
	record(cpu, line, true, time);
}

} // namespace tw
