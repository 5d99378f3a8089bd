/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What a model needs of a board, without a board: for models that are driven directly. */
#ifndef TESTS_MODELS_BARE_ENVIRONMENT_H
#define TESTS_MODELS_BARE_ENVIRONMENT_H

#include "core/environment.h"

class bare_environment : public tw::device_directory
{
      public:
	/* ram: of `size` bytes at `phys`, or NULL. */
	explicit bare_environment(uint8_t *ram = nullptr, uint64_t phys = 0, uint64_t size = 0)
	    : memory(faults, ram, phys, size)
	{
	}

	tw::bus_device *device_at(uint64_t) const override
	{
		return nullptr;
	}

	twin_cpu cpu = {};
	uint64_t costs[TWIN_COST_NR] = {};
	tw::event_log log{nullptr, nullptr, nullptr};
	tw::calendar events;
	tw::fault_sink faults;
	tw::interrupt_lines lines{&cpu, log};
	tw::quiet_events quiet{events};
	tw::board_memory memory;
	tw::environment env{events, log, faults, lines, tw::cost_table(costs), quiet, memory,
			    *this};
};

#endif
