/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * "storage": registers that only remember what boot loader and drivers wrote (clock, pin and power
 * controllers whose function no result depends on).
 *
 * A register holds its boot value until it is written. Reading one that has neither is a model
 * fault, because any answer would be invented.
 *
 * Does not model: anything else. No set/clear registers, no status bits, no interrupts.
 */
#ifndef TW_STORAGE_STORAGE_H
#define TW_STORAGE_STORAGE_H

#include <map>
#include <vector>

#include "core/bus_device.h"

namespace tw
{

class storage : public bus_device
{
      public:
	storage(const sc_core::sc_module_name &module, environment &env,
		const tw_bus_device &description);

	void reset() override;
	uint32_t read(uint32_t offset, uint64_t now) override;
	void write(uint32_t offset, uint32_t value, uint64_t now) override;
	const char *register_name(uint32_t offset) const override;

      private:
	std::vector<tw_reg_init> boot_;
	std::map<uint32_t, uint32_t> values_;
};

} // namespace tw

#endif
