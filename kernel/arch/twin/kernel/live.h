/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What of a CPU lives in variables of the image while it runs: nothing in the kernel has to ask which
 * CPU it is on for these. Swapped when the host runs another one.
 */
#ifndef _TWIN_LIVE_H
#define _TWIN_LIVE_H

#include <linux/types.h>

struct task_struct;

/* The variables' values while another CPU runs. */
struct twin_live {
	struct task_struct *current_task;
	unsigned long irqs_on, irq_ready;
	unsigned long cont;		/* where its kernel stack left off */
	unsigned long kernel_sp;
};

/* Makes `cpu` the one that runs. */
void twin_live_enter(u32 cpu);
/* CPU 0 will start with `fn`. */
void twin_live_boot(void (*fn)(void));
/* `cpu` will start with `fn` on the stack of its idle task, interrupts off. */
void twin_live_prepare(u32 cpu, struct task_struct *idle, void (*fn)(void));
#endif
