/* SPDX-License-Identifier: GPL-2.0-only */
/* No random numbers from firmware. */
#ifndef _ASM_TWIN_ARCHRANDOM_H
#define _ASM_TWIN_ARCHRANDOM_H

#include <linux/types.h>
#include <asm/no_smccc.h>

static inline bool smccc_probe_trng(void)
{
	return false;
}

#include <asm-generic/archrandom.h>
#endif
