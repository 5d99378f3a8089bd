/* SPDX-License-Identifier: GPL-2.0-only */
/* No firmware answers a call: for the files of drivers/firmware/smccc, which ask all the same. */
#ifndef _ASM_TWIN_NO_SMCCC_H
#define _ASM_TWIN_NO_SMCCC_H

#include <linux/arm-smccc.h>
#include <linux/kernel.h>

#define TWIN_NO_SMCCC_2(fn, res)	((res)->a0 = SMCCC_RET_NOT_SUPPORTED)
#define TWIN_NO_SMCCC_3(fn, arg, res)	((res)->a0 = SMCCC_RET_NOT_SUPPORTED)

#undef arm_smccc_1_1_invoke
#define arm_smccc_1_1_invoke(...) \
	CONCATENATE(TWIN_NO_SMCCC_, COUNT_ARGS(__VA_ARGS__))(__VA_ARGS__)

#endif
