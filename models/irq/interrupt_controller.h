/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What stands between the devices' interrupt lines and the CPUs; at most one on a board. */
#ifndef TW_IRQ_INTERRUPT_CONTROLLER_H
#define TW_IRQ_INTERRUPT_CONTROLLER_H

#include <cstdint>

namespace tw
{

class interrupt_controller
{
      public:
	virtual ~interrupt_controller() = default;
	/* Source `line` has a new level from `time` (ps) on. */
	virtual void source(int line, bool level, uint64_t time) = 0;
};

} // namespace tw

#endif
