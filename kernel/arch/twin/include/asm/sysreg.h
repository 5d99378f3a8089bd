/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * System registers of an ARMv8 core: an access leaves the kernel like one of a device register. The
 * encoding is that of MRS and MSR: op0, op1, CRn, CRm, op2.
 */
#ifndef _ASM_TWIN_SYSREG_H
#define _ASM_TWIN_SYSREG_H

#include <linux/types.h>

#define sys_reg(op0, op1, crn, crm, op2) \
	((op0) << 14 | (op1) << 11 | (crn) << 7 | (crm) << 3 | (op2))

u64 twin_sysreg_read(u32 reg);
void twin_sysreg_write(u32 reg, u64 value);
#endif
