/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* An interrupt controller for tests that only looks: are lines driven in time? */
#ifndef TESTS_MODELS_LINE_WATCH_H
#define TESTS_MODELS_LINE_WATCH_H

#include "core/board.h"
#include "rig.h"

/* Sees every change of a line at the moment the model makes it. */
class line_watch : public tw::interrupt_controller
{
      public:
	explicit line_watch(rig &r) : board_(tw::board_of(r.board))
	{
		board_.lines().attach(*this);
	}
	void source(int line, bool level, uint64_t time) override
	{
		late |= time < board_.events().current();
		if (line == SPI_IRQ)
			changes.push_back({time, level});
	}

	struct change {
		uint64_t time;
		bool level;
	};
	std::vector<change> changes;
	bool late = false;

      private:
	tw::board &board_;
};

#endif
