// SPDX-License-Identifier: GPL-2.0-only
#include <linux/init.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <asm/twin.h>
#include "icache.h"
#include "live.h"
#include "private.h"

struct twin_cpu *twin_cpu;
struct task_struct *twin_current = &init_task;
unsigned long twin_kernel_cont;

/* A stack that twin_swap() can enter: six registers and the address to return to. */
static unsigned long twin_first_frame(struct task_struct *task, void (*fn)(void))
{
	unsigned long *sp = (unsigned long *)((void *)task->stack + THREAD_SIZE);
	int i;

	*--sp = 0;
	*--sp = 0;
	*--sp = (unsigned long)fn;
	for (i = 0; i < 6; i++)
		*--sp = 0;
	return (unsigned long)sp;
}

#ifdef CONFIG_SMP
static struct twin_live lives[NR_CPUS];
static u32 twin_live_cpu;

void twin_live_enter(u32 cpu)
{
	struct twin_live *old = &lives[twin_live_cpu], *l = &lives[cpu];

	if (cpu == twin_live_cpu)
		return;
	*old = (struct twin_live){ twin_current, twin_irqs_on, twin_irq_ready, twin_kernel_cont,
				   twin_kernel_sp };
	twin_live_cpu = cpu;
	twin_cpu = &twin_boot->cpus[cpu];
	twin_current = l->current_task;
	twin_irqs_on = l->irqs_on;
	twin_irq_ready = l->irq_ready;
	twin_kernel_cont = l->cont;
	twin_kernel_sp = l->kernel_sp;
	twin_icache_enter(cpu);
	twin_irq_update();
}

void twin_live_prepare(u32 cpu, struct task_struct *idle, void (*fn)(void))
{
	struct twin_cpu *c = &twin_boot->cpus[cpu];

	lives[cpu] = (struct twin_live){ .current_task = idle, .cont = twin_first_frame(idle, fn) };
	c->context = TWIN_CTX_BOOT;
	c->irqs_off = 1;
}
#else
void twin_live_enter(u32 cpu)
{
}
#endif

void __init twin_live_boot(void (*fn)(void))
{
	twin_cpu = &twin_boot->cpus[0];
	twin_cpu->timer = TWIN_TIME_NEVER;
	twin_cpu->context = TWIN_CTX_BOOT;
	twin_cpu->irqs_off = 1;
	twin_kernel_cont = twin_first_frame(&init_task, fn);
}
