/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The board's costs (costs.yaml) as models charge them. Values are looked up at every use, because
 * a study may change one while the board runs.
 */
#ifndef TW_CORE_COST_TABLE_H
#define TW_CORE_COST_TABLE_H

#include <cstdint>

#include "twin_abi.h"

namespace tw
{

class cost_table
{
      public:
	/* values: TWIN_COST_NR of them. */
	explicit cost_table(const uint64_t *values) : values_(values) {}

	/* The constant, ps (costs.def says where not). */
	uint64_t charge(twin_cost id) const
	{
		return values_[id];
	}

      private:
	const uint64_t *values_;
};

} // namespace tw

#endif
