// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several CPUs: which there are, how they start, and interrupts between them, which are the interrupt
 * controller's software generated ones, as on arch/arm64.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irq_work.h>
#include <linux/kernel_stat.h>
#include <linux/of.h>
#include <linux/sched/hotplug.h>
#include <linux/sched/mm.h>
#include <linux/sched/task_stack.h>
#include <linux/seq_file.h>
#include <linux/smp.h>
#include <asm/cputype.h>
#include <asm/mmu_context.h>
#include <asm/since.h>
#include <asm/twin.h>
#include "live.h"
#include "private.h"

enum twin_ipi { TWIN_IPI_RESCHEDULE, TWIN_IPI_CALL_FUNC, TWIN_IPI_STOP, TWIN_IPI_IRQ_WORK, TWIN_IPI_NR };

static const char *const twin_ipi_names[TWIN_IPI_NR] = {
	"Rescheduling interrupts", "Function call interrupts", "CPU stop interrupts",
	"IRQ work interrupts",
};

u64 __cpu_logical_map[NR_CPUS] = { [0 ... NR_CPUS - 1] = ~0ULL };
static struct irq_desc *twin_ipi_desc[TWIN_IPI_NR];
static int twin_ipi_base;

static irqreturn_t twin_handle_ipi(int irq, void *data)
{
	switch (irq - twin_ipi_base) {
	case TWIN_IPI_RESCHEDULE:
		scheduler_ipi();
		break;
	case TWIN_IPI_CALL_FUNC:
		generic_smp_call_function_interrupt();
		break;
	case TWIN_IPI_STOP:
		set_cpu_online(smp_processor_id(), false);
		local_irq_disable();
		for (;;)
			twin_leave(TWIN_EXIT_IDLE);
	case TWIN_IPI_IRQ_WORK:
		irq_work_run();
		break;
	}
	return IRQ_HANDLED;
}

static void twin_enable_ipis(void)
{
	int i;

	for (i = 0; i < TWIN_IPI_NR && twin_ipi_base; i++)
		enable_percpu_irq(twin_ipi_base + i, 0);
}

void __init set_smp_ipi_range(int base, int n)
{
	int i;

	if (n < TWIN_IPI_NR)
		panic("twin: the interrupt controller has %d software interrupts", n);
	twin_ipi_base = base;
	for (i = 0; i < TWIN_IPI_NR; i++) {
		if (request_percpu_irq(base + i, twin_handle_ipi, twin_ipi_names[i], &irq_stat))
			panic("twin: no interrupt between CPUs");
		twin_ipi_desc[i] = irq_to_desc(base + i);
		irq_set_status_flags(base + i, IRQ_HIDDEN);
	}
	twin_enable_ipis();
}

/* The rows of /proc/interrupts that arch/arm64 has for them. */
int arch_show_interrupts(struct seq_file *p, int prec)
{
	unsigned int cpu, i;

	for (i = 0; i < TWIN_IPI_NR && twin_ipi_base; i++) {
		seq_printf(p, "%*s%u:%s", prec - 1, "IPI", i, prec >= 4 ? " " : "");
		for_each_online_cpu(cpu)
			seq_printf(p, "%10u ", irq_desc_kstat_cpu(twin_ipi_desc[i], cpu));
		seq_printf(p, "      %s\n", twin_ipi_names[i]);
	}
	return 0;
}

static void twin_ipi(enum twin_ipi what, const struct cpumask *to)
{
	__ipi_send_mask(twin_ipi_desc[what], to);
}

#if TWIN_SINCE(6, 4)	/* since then the other is a macro that traces it */
void arch_smp_send_reschedule(int cpu)
#else
void smp_send_reschedule(int cpu)
#endif
{
	twin_ipi(TWIN_IPI_RESCHEDULE, cpumask_of(cpu));
}

void arch_send_call_function_single_ipi(int cpu)
{
	twin_ipi(TWIN_IPI_CALL_FUNC, cpumask_of(cpu));
}

void arch_send_call_function_ipi_mask(const struct cpumask *mask)
{
	twin_ipi(TWIN_IPI_CALL_FUNC, mask);
}

#ifdef CONFIG_IRQ_WORK
void arch_irq_work_raise(void)
{
	if (twin_ipi_base)
		twin_ipi(TWIN_IPI_IRQ_WORK, cpumask_of(smp_processor_id()));
}
#endif

void smp_send_stop(void)
{
	struct cpumask others;

	cpumask_copy(&others, cpu_online_mask);
	cpumask_clear_cpu(smp_processor_id(), &others);
	if (!cpumask_empty(&others))
		twin_ipi(TWIN_IPI_STOP, &others);
}

/* The devicetree's CPUs, in its order; nr_cpus= has set nr_cpu_ids. */
void __init twin_smp_setup(void)
{
	struct device_node *node;
	unsigned int cpu = 0;

	for_each_of_cpu_node(node) {
		if (cpu == nr_cpu_ids || cpu == twin_boot->nr_cpus)
			break;
		cpu_logical_map(cpu) = of_get_cpu_hwid(node, 0) & MPIDR_HWID_BITMASK;
		set_cpu_possible(cpu++, true);
	}
}

void __init smp_prepare_boot_cpu(void)
{
}

void __init smp_prepare_cpus(unsigned int max)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		set_cpu_present(cpu, true);
}

void __init smp_cpus_done(unsigned int max)
{
}

static DECLARE_COMPLETION(twin_cpu_running);

static void twin_secondary(void)
{
	struct mm_struct *mm = &init_mm;

	mmgrab(mm);
	current->active_mm = mm;
#if TWIN_SINCE(6, 7)
	rcutree_report_cpu_starting(smp_processor_id());
#else
	rcu_cpu_starting(smp_processor_id());
#endif
	notify_cpu_starting(smp_processor_id());
	twin_enable_ipis();
	set_cpu_online(smp_processor_id(), true);
	complete(&twin_cpu_running);
	local_irq_enable();
	cpu_startup_entry(CPUHP_AP_ONLINE_IDLE);
}

/* CPU_ON: the core starts in twin_secondary(), on its idle task's stack. */
int __cpu_up(unsigned int cpu, struct task_struct *idle)
{
	twin_live_prepare(cpu, idle, twin_secondary);
	twin_call(TWIN_CALL_CPU_ON, cpu, 0, 0, 0);
	wait_for_completion(&twin_cpu_running);
	return 0;
}

int setup_profiling_timer(unsigned int multiplier)
{
	return -EINVAL;
}
