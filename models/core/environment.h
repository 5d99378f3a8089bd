/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What a board offers to its models. */
#ifndef TW_CORE_ENVIRONMENT_H
#define TW_CORE_ENVIRONMENT_H

#include <cstdint>

#include "core/cost_table.h"
#include "core/event_log.h"
#include "core/fault_sink.h"
#include "cpu/calendar.h"
#include "cpu/quiet_events.h"
#include "cpu/system_registers.h"
#include "irq/interrupt_lines.h"
#include "memory/board_memory.h"

namespace tw
{

class bus_device;

/* Who answers at a bus address: for bus masters other than the CPU. */
class device_directory
{
      public:
	virtual ~device_directory() = default;
	/* NULL when no model of ours is there. */
	virtual bus_device *device_at(uint64_t phys) const = 0;
};

struct environment {
	calendar &events;
	event_log &log;
	fault_sink &faults;
	interrupt_lines &lines;
	cost_table costs;
	quiet_events &quiet;
	board_memory &memory;
	const device_directory &directory;
	unsigned int nr_cpus = 1;
	/* CPU whose register access is being served; set by who calls the bus. */
	unsigned int master = 0;
	/* Who has the CPUs' system registers, by CRn; NULL: nobody. */
	system_registers *sysregs[16] = {};
};

} // namespace tw

#endif
