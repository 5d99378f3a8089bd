/* SPDX-License-Identifier: GPL-2.0-only */
/* What irq-gic-v3.c asks of its architecture: the CPU interface in system registers. */
#ifndef _ASM_TWIN_ARCH_GICV3_H
#define _ASM_TWIN_ARCH_GICV3_H

#include <linux/io.h>
#include <linux/irqchip/arm-gic-common.h>
#include <linux/sizes.h>
#include <linux/stringify.h>
#include <asm/barrier.h>
#include <asm/sysreg.h>

#define SYS_ICC_PMR_EL1		sys_reg(3, 0, 4, 6, 0)
#define SYS_ICC_AP0R0_EL1	sys_reg(3, 0, 12, 8, 4)
#define SYS_ICC_AP0R1_EL1	sys_reg(3, 0, 12, 8, 5)
#define SYS_ICC_AP0R2_EL1	sys_reg(3, 0, 12, 8, 6)
#define SYS_ICC_AP0R3_EL1	sys_reg(3, 0, 12, 8, 7)
#define SYS_ICC_AP1R0_EL1	sys_reg(3, 0, 12, 9, 0)
#define SYS_ICC_AP1R1_EL1	sys_reg(3, 0, 12, 9, 1)
#define SYS_ICC_AP1R2_EL1	sys_reg(3, 0, 12, 9, 2)
#define SYS_ICC_AP1R3_EL1	sys_reg(3, 0, 12, 9, 3)
#define SYS_ICC_DIR_EL1		sys_reg(3, 0, 12, 11, 1)
#define SYS_ICC_RPR_EL1		sys_reg(3, 0, 12, 11, 3)
#define SYS_ICC_SGI1R_EL1	sys_reg(3, 0, 12, 11, 5)
#define SYS_ICC_IAR1_EL1	sys_reg(3, 0, 12, 12, 0)
#define SYS_ICC_EOIR1_EL1	sys_reg(3, 0, 12, 12, 1)
#define SYS_ICC_BPR1_EL1	sys_reg(3, 0, 12, 12, 3)
#define SYS_ICC_CTLR_EL1	sys_reg(3, 0, 12, 12, 4)
#define SYS_ICC_SRE_EL1		sys_reg(3, 0, 12, 12, 5)
#define SYS_ICC_IGRPEN1_EL1	sys_reg(3, 0, 12, 12, 7)

#define read_gicreg(r)		twin_sysreg_read(SYS_##r)
#define write_gicreg(v, r)	twin_sysreg_write(SYS_##r, v)

#define TWIN_ICC_WRITE(name, reg)			\
static inline void gic_write_##name(u64 v)		\
{							\
	twin_sysreg_write(SYS_ICC_##reg##_EL1, v);	\
}

#define TWIN_ICC_READ(name, reg)			\
static inline u64 gic_read_##name(void)			\
{							\
	return twin_sysreg_read(SYS_ICC_##reg##_EL1);	\
}

TWIN_ICC_WRITE(eoir, EOIR1)
TWIN_ICC_WRITE(dir, DIR)
TWIN_ICC_WRITE(ctlr, CTLR)
TWIN_ICC_WRITE(grpen1, IGRPEN1)
TWIN_ICC_WRITE(sgi1r, SGI1R)
TWIN_ICC_WRITE(sre, SRE)
TWIN_ICC_WRITE(bpr1, BPR1)
TWIN_ICC_WRITE(pmr, PMR)
TWIN_ICC_READ(iar, IAR1)
TWIN_ICC_READ(ctlr, CTLR)
TWIN_ICC_READ(sre, SRE)
TWIN_ICC_READ(pmr, PMR)
TWIN_ICC_READ(rpr, RPR)

#define gic_read_typer(c)		readq_relaxed(c)
#define gic_write_irouter(v, c)		writeq_relaxed(v, c)
#define gic_read_lpir(c)		readq_relaxed(c)
#define gic_write_lpir(v, c)		writeq_relaxed(v, c)
#define gits_read_typer(c)		readq_relaxed(c)
#define gits_read_baser(c)		readq_relaxed(c)
#define gits_write_baser(v, c)		writeq_relaxed(v, c)
#define gits_read_cbaser(c)		readq_relaxed(c)
#define gits_write_cbaser(v, c)		writeq_relaxed(v, c)
#define gits_write_cwriter(v, c)	writeq_relaxed(v, c)
#define gicr_read_propbaser(c)		readq_relaxed(c)
#define gicr_write_propbaser(v, c)	writeq_relaxed(v, c)
#define gicr_read_pendbaser(c)		readq_relaxed(c)
#define gicr_write_pendbaser(v, c)	writeq_relaxed(v, c)
#define gicr_read_vpropbaser(c)		readq_relaxed(c)
#define gicr_write_vpropbaser(v, c)	writeq_relaxed(v, c)
#define gicr_read_vpendbaser(c)		readq_relaxed(c)
#define gicr_write_vpendbaser(v, c)	writeq_relaxed(v, c)

/* Only tables of an ITS, which no board here has. */
#define gic_flush_dcache_to_poc(a, l)	do { (void)(a); (void)(l); } while (0)

static inline bool gic_prio_masking_enabled(void)
{
	return false;	/* no pseudo NMIs: CONFIG_ARM64_PSEUDO_NMI is off on the boards */
}

static inline void gic_pmr_mask_irqs(void)
{
}

static inline void gic_arch_enable_irqs(void)
{
}

static inline bool gic_has_relaxed_pmr_sync(void)
{
	return true;
}
#endif
