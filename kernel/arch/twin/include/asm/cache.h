/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_CACHE_H
#define _ASM_TWIN_CACHE_H
/* As the board's kernel has it (arch/arm: CONFIG_ARM_L1_CACHE_SHIFT), for alignment and padding. */
#define L1_CACHE_SHIFT		CONFIG_TWIN_L1_CACHE_SHIFT
#define L1_CACHE_BYTES		(1 << L1_CACHE_SHIFT)
#define ARCH_DMA_MINALIGN	L1_CACHE_BYTES
#define ARCH_SLAB_MINALIGN	8
#endif
