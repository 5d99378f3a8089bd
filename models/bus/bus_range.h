/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
#ifndef TW_BUS_BUS_RANGE_H
#define TW_BUS_BUS_RANGE_H

#include <cstdint>

namespace tw
{

/* Part of the address space; the target's addresses of it begin at `first`. */
struct bus_range {
	uint64_t base, size, first;
};

} // namespace tw

#endif
