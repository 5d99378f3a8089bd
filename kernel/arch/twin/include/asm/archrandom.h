/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * No random numbers from firmware. smccc.c, which GICv3's driver selects, includes this behind
 * arm-smccc.h and before it would call firmware: there is none either.
 */
#ifndef _ASM_TWIN_ARCHRANDOM_H
#define _ASM_TWIN_ARCHRANDOM_H

#include <linux/arm-smccc.h>
#include <linux/types.h>

#undef arm_smccc_1_1_invoke
#define arm_smccc_1_1_invoke(fn, arg, res)	((res)->a0 = SMCCC_RET_NOT_SUPPORTED)

static inline bool smccc_probe_trng(void)
{
	return false;
}

#include <asm-generic/archrandom.h>
#endif
