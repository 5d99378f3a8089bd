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
	/* What software calls an input. */
	virtual int number(int line) const
	{
		return line;
	}
	virtual void source(int line, bool level, uint64_t time) = 0;
	/*
	 * Private input `intid` of a CPU has a new level from `time` (ps) on. False: this
	 * controller has none.
	 */
	virtual bool ppi(unsigned int, unsigned int, bool, uint64_t)
	{
		return false;
	}
};

} // namespace tw

#endif
