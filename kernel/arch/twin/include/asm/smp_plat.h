/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SMP_PLAT_H
#define _ASM_TWIN_SMP_PLAT_H
#include <linux/cpumask.h>
#include <linux/errno.h>
#include <asm/smp.h>

/* The CPU with an affinity, or -EINVAL. */
static inline int get_logical_index(u64 mpidr)
{
	int cpu;

	for (cpu = 0; cpu < nr_cpu_ids; cpu++)
		if (cpu_logical_map(cpu) == mpidr)
			return cpu;
	return -EINVAL;
}
#endif
