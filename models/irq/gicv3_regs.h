/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Registers of a GICv3 besides those of gic_bank_registers.h; names as in Arm IHI 0069. */
#ifndef TW_IRQ_GICV3_REGS_H
#define TW_IRQ_GICV3_REGS_H

#include "cpu/system_registers.h"

namespace tw
{

namespace gicd
{
enum offset : uint32_t {
	CTLR = 0x0000,
	TYPER = 0x0004,
	IIDR = 0x0008,
	TYPER2 = 0x000c,
	IROUTER = 0x6000, /* + 8 * INTID */
	IROUTER_END = 0x6000 + 8 * 1020,
	PIDR2 = 0xffe8,
};
constexpr uint32_t CTLR_ENABLE_GROUP0 = 1U << 0, CTLR_ENABLE_GROUP1 = 1U << 1, CTLR_ARE = 1U << 4,
		   CTLR_DS = 1U << 6, CTLR_RWP = 1U << 31;
constexpr uint32_t TYPER_10_INTID_BITS = 9U << 19, TYPER_A3V = 1U << 24;
} // namespace gicd

namespace gicr
{
enum offset : uint32_t {
	CTLR = 0x0000,
	IIDR = 0x0004,
	TYPER = 0x0008,
	TYPER_HIGH = 0x000c,
	WAKER = 0x0014,
	PROPBASER = 0x0070,
	PENDBASER = 0x0078,
	PIDR2 = 0xffe8,
};
constexpr uint32_t CTLR_ENABLE_LPIS = 1U << 0;
constexpr uint32_t TYPER_LAST = 1U << 4;
constexpr uint32_t WAKER_SLEEP = 1U << 1, WAKER_CHILDREN_ASLEEP = 1U << 2;
} // namespace gicr

namespace icc
{
constexpr uint32_t PMR = sysreg_encoding(3, 0, 4, 6, 0);
constexpr uint32_t AP0R0 = sysreg_encoding(3, 0, 12, 8, 4);
constexpr uint32_t AP1R0 = sysreg_encoding(3, 0, 12, 9, 0);
constexpr uint32_t DIR = sysreg_encoding(3, 0, 12, 11, 1);
constexpr uint32_t RPR = sysreg_encoding(3, 0, 12, 11, 3);
constexpr uint32_t SGI1R = sysreg_encoding(3, 0, 12, 11, 5);
constexpr uint32_t IAR1 = sysreg_encoding(3, 0, 12, 12, 0);
constexpr uint32_t EOIR1 = sysreg_encoding(3, 0, 12, 12, 1);
constexpr uint32_t HPPIR1 = sysreg_encoding(3, 0, 12, 12, 2);
constexpr uint32_t BPR1 = sysreg_encoding(3, 0, 12, 12, 3);
constexpr uint32_t CTLR = sysreg_encoding(3, 0, 12, 12, 4);
constexpr uint32_t SRE = sysreg_encoding(3, 0, 12, 12, 5);
constexpr uint32_t IGRPEN0 = sysreg_encoding(3, 0, 12, 12, 6);
constexpr uint32_t IGRPEN1 = sysreg_encoding(3, 0, 12, 12, 7);

constexpr uint64_t CTLR_EOIMODE = 1U << 1;
constexpr uint64_t CTLR_5_PRIORITY_BITS = 4U << 8, CTLR_A3V = 1U << 15; /* 16 INTID bits: 0 */
constexpr uint64_t SRE_ALWAYS = 7; /* SRE, DFB, DIB: there is no other interface */
} // namespace icc

} // namespace tw

#endif
