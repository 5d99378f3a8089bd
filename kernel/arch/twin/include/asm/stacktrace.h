/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_STACKTRACE_H
#define _ASM_TWIN_STACKTRACE_H
#include <linux/types.h>
struct task_struct;
/* Return addresses of a sleeping task (or current), innermost first; how many. */
int twin_backtrace(struct task_struct *task, unsigned long *pcs, int max);
/* The same, called on the host's stack: current is where it left off. */
int twin_backtrace_outside(struct task_struct *task, unsigned long *pcs, int max);
#endif
