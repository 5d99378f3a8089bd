/* SPDX-License-Identifier: GPL-2.0-only */
/* Affinity of a CPU, as MPIDR_EL1 has it: level 3 in bits 39:32, levels 2 to 0 in bits 23:0. */
#ifndef _ASM_TWIN_CPUTYPE_H
#define _ASM_TWIN_CPUTYPE_H

#define MPIDR_HWID_BITMASK	0xff00ffffffUL
#define MPIDR_LEVEL_BITS	8
#define MPIDR_LEVEL_SHIFT(level) \
	((level) == 3 ? 32 : MPIDR_LEVEL_BITS * (level))
#define MPIDR_AFFINITY_LEVEL(mpidr, level) \
	((mpidr) >> MPIDR_LEVEL_SHIFT(level) & 0xff)
#endif
