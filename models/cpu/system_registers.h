/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Registers of a CPU that belong to a device of the board (the CPU interface of an ARM GIC, the
 * architected timer): no bus address, accessed by MRS and MSR. A device claims all registers with
 * one CRn when it is made.
 *
 * encoding = op0 << 14 | op1 << 11 | CRn << 7 | CRm << 3 | op2, the fields of ARM's MRS and MSR.
 */
#ifndef TW_CPU_SYSTEM_REGISTERS_H
#define TW_CPU_SYSTEM_REGISTERS_H

#include <cstdint>
#include <string>

namespace tw
{

struct environment;

class system_registers
{
      public:
	virtual ~system_registers() = default;
	/* By CPU `cpu` at `now` (ps), which never goes backwards. */
	virtual uint64_t read_sysreg(unsigned int cpu, uint32_t encoding, uint64_t now) = 0;
	virtual void write_sysreg(unsigned int cpu, uint32_t encoding, uint64_t value,
				  uint64_t now) = 0;
};

constexpr uint32_t sysreg_encoding(uint32_t op0, uint32_t op1, uint32_t crn, uint32_t crm,
				   uint32_t op2)
{
	return op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2;
}

/* As assemblers write a register without a name: "S3_0_C12_C12_0". */
std::string sysreg_text(uint32_t encoding);

/* Those with that CRn, 0..15. Throws bad_input when another device has them. */
void claim_system_registers(environment &env, uint32_t crn, system_registers &owner);

/* One access. Without a device that has them it is a model fault. */
uint64_t read_system_register(environment &env, unsigned int cpu, uint32_t encoding, uint64_t now);
void write_system_register(environment &env, unsigned int cpu, uint32_t encoding, uint64_t value,
			   uint64_t now);

} // namespace tw

#endif
