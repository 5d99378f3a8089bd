// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "irq/interrupt_lines.h"

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

void interrupt_lines::drive(int line, bool level, uint64_t time)
{
	uint64_t bit = 1ULL << (line % 64);
	bool was = drivers_[line];

	drivers_[line] += level ? 1 : -1;
	if (was == !!drivers_[line])
		return;
	if (level)
		cpus_[0].irq[line / 64] |= bit;
	else
		cpus_[0].irq[line / 64] &= ~bit;
	record(0, line, level, time);
}

void interrupt_lines::raise_timer(unsigned int cpu, int line, uint64_t time)
{
	cpus_[cpu].irq[line / 64] |= 1ULL << (line % 64);
	record(cpu, line, true, time);
}

} // namespace tw
