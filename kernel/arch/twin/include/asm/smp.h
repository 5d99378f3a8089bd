/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SMP_H
#define _ASM_TWIN_SMP_H
#ifndef __ASSEMBLY__
#include <linux/types.h>
#include <linux/cpumask.h>
#include <asm/current.h>

#define raw_smp_processor_id()	(current_thread_info()->cpu)

extern u64 __cpu_logical_map[];			/* affinity of each CPU */
#define cpu_logical_map(cpu)	__cpu_logical_map[cpu]

/* From the interrupt controller's driver: its first SGI and how many there are. */
void set_smp_ipi_range(int base, int n);
void smp_send_reschedule(int cpu);
void arch_send_call_function_single_ipi(int cpu);
void arch_send_call_function_ipi_mask(const struct cpumask *mask);
#endif
#endif
