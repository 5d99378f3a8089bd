/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What a board offers to its models. */
#ifndef TW_CORE_ENVIRONMENT_H
#define TW_CORE_ENVIRONMENT_H

#include <cstdint>

#include "core/event_log.h"
#include "core/fault_sink.h"
#include "cpu/calendar.h"
#include "irq/interrupt_lines.h"

namespace tw
{

struct environment {
	calendar &events;
	event_log &log;
	fault_sink &faults;
	interrupt_lines &lines;
	const uint64_t *costs; /* TWIN_COST_NR values */
};

} // namespace tw

#endif
