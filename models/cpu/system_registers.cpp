// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "cpu/system_registers.h"

#include <cinttypes>
#include <cstdio>

#include "core/environment.h"
#include "core/options.h"

namespace tw
{

std::string sysreg_text(uint32_t encoding)
{
	char text[48];

	snprintf(text, sizeof(text), "S%" PRIu32 "_%" PRIu32 "_C%" PRIu32 "_C%" PRIu32 "_%" PRIu32,
		 encoding >> 14 & 3, encoding >> 11 & 7, encoding >> 7 & 15, encoding >> 3 & 15,
		 encoding & 7);
	return text;
}

static system_registers *&owner_of(environment &env, uint32_t encoding)
{
	return env.sysregs[encoding >> 7 & 15];
}

void claim_system_registers(environment &env, uint32_t crn, system_registers &owner)
{
	system_registers *&slot = owner_of(env, sysreg_encoding(3, 0, crn, 0, 0));

	if (slot)
		throw bad_input("two devices have the CPUs' system registers with CRn " +
				std::to_string(crn));
	slot = &owner;
}

uint64_t read_system_register(environment &env, unsigned int cpu, uint32_t encoding, uint64_t now)
{
	if (owner_of(env, encoding))
		return owner_of(env, encoding)->read_sysreg(cpu, encoding, now);
	env.faults.report("cpu%u: read of system register %s: no device has it", cpu,
			  sysreg_text(encoding).c_str());
	return 0;
}

void write_system_register(environment &env, unsigned int cpu, uint32_t encoding, uint64_t value,
			   uint64_t now)
{
	if (owner_of(env, encoding)) {
		owner_of(env, encoding)->write_sysreg(cpu, encoding, value, now);
		return;
	}
	env.faults.report("cpu%u: write of 0x%" PRIx64 " to system register %s: no device has it",
			  cpu, value, sysreg_text(encoding).c_str());
}

} // namespace tw
