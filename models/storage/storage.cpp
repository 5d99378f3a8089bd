// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "storage/storage.h"

#include "core/registry.h"

namespace tw
{

static std::unique_ptr<bus_device> make(environment &env, const tw_bus_device &description,
					const options &)
{
	return std::make_unique<storage>(sc_core::sc_gen_unique_name("storage"), env, description);
}

static const tw_option_doc no_options[] = {{nullptr, nullptr, nullptr, nullptr}};
static const bus_model registration("storage", "registers that only remember what was written",
				    no_options, make);

storage::storage(const sc_core::sc_module_name &module, environment &env,
		 const tw_bus_device &description)
    : bus_device(module, env, description),
      boot_(description.init, description.init + description.nr_init)
{
	for (const tw_reg_init &init : boot_)
		if (init.offset % 4 || init.offset >= description.size)
			throw bad_input(label() + ": boot value for offset " +
					std::to_string(init.offset) +
					", which is no register of it");
	reset();
}

void storage::reset()
{
	values_.clear();
	for (const tw_reg_init &init : boot_)
		values_[init.offset] = init.value;
}

uint32_t storage::read(uint32_t offset, uint64_t)
{
	auto found = values_.find(offset);

	if (found != values_.end())
		return found->second;
	fault_read(offset, "never written and without a boot value");
	return 0;
}

void storage::write(uint32_t offset, uint32_t value, uint64_t)
{
	values_[offset] = value;
}

const char *storage::register_name(uint32_t) const
{
	return "register";
}

} // namespace tw
