/* SPDX-License-Identifier: GPL-2.0-only */
/* What arm_arch_timer.c asks of its architecture: the virtual timer, in system registers. */
#ifndef _ASM_TWIN_ARCH_TIMER_H
#define _ASM_TWIN_ARCH_TIMER_H

#include <linux/bug.h>
#include <linux/init.h>
#include <linux/types.h>
#include <asm/barrier.h>
#include <asm/no_smccc.h>
#include <asm/sysreg.h>
#include <clocksource/arm_arch_timer.h>

#define SYS_CNTKCTL_EL1		sys_reg(3, 0, 14, 1, 0)
#define SYS_CNTFRQ_EL0		sys_reg(3, 3, 14, 0, 0)
#define SYS_CNTPCT_EL0		sys_reg(3, 3, 14, 0, 1)
#define SYS_CNTVCT_EL0		sys_reg(3, 3, 14, 0, 2)
#define SYS_CNTP_CTL_EL0	sys_reg(3, 3, 14, 2, 1)
#define SYS_CNTP_CVAL_EL0	sys_reg(3, 3, 14, 2, 2)
#define SYS_CNTV_CTL_EL0	sys_reg(3, 3, 14, 3, 1)
#define SYS_CNTV_CVAL_EL0	sys_reg(3, 3, 14, 3, 2)

#define has_erratum_handler(h)	(false)
#define erratum_handler(h)	(arch_timer_##h)

static inline u32 twin_timer_reg(int access, enum arch_timer_reg reg)
{
	u32 ctl = access == ARCH_TIMER_PHYS_ACCESS ? SYS_CNTP_CTL_EL0 : SYS_CNTV_CTL_EL0;

	return reg == ARCH_TIMER_REG_CTRL ? ctl : ctl + 1;
}

static inline void arch_timer_reg_write_cp15(int access, enum arch_timer_reg reg, u64 val)
{
	twin_sysreg_write(twin_timer_reg(access, reg), val);
}

static inline u64 arch_timer_reg_read_cp15(int access, enum arch_timer_reg reg)
{
	return twin_sysreg_read(twin_timer_reg(access, reg));
}

static inline u32 arch_timer_get_cntfrq(void)
{
	return twin_sysreg_read(SYS_CNTFRQ_EL0);
}

static inline u64 __arch_counter_get_cntpct(void)
{
	return twin_sysreg_read(SYS_CNTPCT_EL0);
}

static inline u64 __arch_counter_get_cntvct(void)
{
	return twin_sysreg_read(SYS_CNTVCT_EL0);
}

#define __arch_counter_get_cntpct_stable	__arch_counter_get_cntpct
#define __arch_counter_get_cntvct_stable	__arch_counter_get_cntvct

static inline u32 arch_timer_get_cntkctl(void)
{
	return twin_sysreg_read(SYS_CNTKCTL_EL1);
}

static inline void arch_timer_set_cntkctl(u32 value)
{
	twin_sysreg_write(SYS_CNTKCTL_EL1, value);
}

static inline void arch_timer_set_evtstrm_feature(void)
{
}

static inline bool arch_timer_have_evtstrm_feature(void)
{
	return false;
}

int arch_timer_arch_init(void);
#endif
