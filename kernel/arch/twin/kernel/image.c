// SPDX-License-Identifier: GPL-2.0-only
/*
 * The door of the image: what the host finds in it and how the first instruction is reached.
 */
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/start_kernel.h>
#include <asm/twin.h>
#include "live.h"
#include "private.h"

const struct twin_boot *twin_boot;
unsigned long twin_host_sp;
unsigned int twin_faulted;
static enum twin_exit twin_why;

static void __ref twin_start(void)
{
	start_kernel();
}

static int __ref twin_init(const struct twin_boot *boot)
{
	if (boot->magic_version != TWIN_ABI_VERSION || boot->size != sizeof(*boot) ||
	    boot->cpu_size != sizeof(struct twin_cpu) ||
	    boot->event_size != sizeof(struct twin_event) || boot->nr_costs != TWIN_COST_NR)
		return -1;
	twin_boot = boot;
	twin_ram_phys = boot->ram_phys;
	twin_ram_virt = boot->ram_virt;
	twin_ram_size = boot->ram_size;
	twin_vmalloc_start = boot->vmalloc_virt;
	twin_live_boot(twin_start);
	twin_time_init();
	return 0;
}

static enum twin_exit twin_run(u32 cpu)
{
	twin_live_enter(cpu);
	twin_swap(&twin_host_sp, twin_kernel_cont);
	if (twin_faulted)
		return TWIN_EXIT_FAULT;
	return twin_why;
}

/* Leaves to the host's stack; returns when the host runs this CPU again. */
void twin_leave(enum twin_exit why)
{
	twin_why = why;
	twin_cpu->irqs_off = !twin_irqs_on;
	twin_swap(&twin_kernel_cont, twin_host_sp);
	twin_irq_update();
	/* Another CPU's doing while this one waited for its turn: taken where the next block starts. */
	if (IS_ENABLED(CONFIG_SMP) && twin_irqs_on && twin_irq_ready)
		twin_cpu->limit = 0;
}

__visible __attribute__((visibility("default"))) struct twin_image twin_image_entry = {
	.magic = TWIN_ABI_MAGIC,
	.version = TWIN_ABI_VERSION,
	.boot_size = sizeof(struct twin_boot),
	.init = twin_init,
	.run = twin_run,
	.user_fault = twin_user_fault,
	.leave_fault = twin_leave_fault,
	.describe_tasks = twin_describe_tasks,
};
