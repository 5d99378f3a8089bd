/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_PROCESSOR_H
#define _ASM_TWIN_PROCESSOR_H

#include <asm/page.h>
#include <asm/ptrace.h>
#include <asm/barrier.h>

#ifndef __ASSEMBLY__

/*
 * All windows of all processes lie below TASK_SIZE; a process only ever gets addresses in its own.
 * Before an exec has given it one, its stack is built at the top.
 */
#define TASK_SIZE		0x3fc0000000UL
#define STACK_TOP_MAX		TASK_SIZE
#define STACK_TOP		twin_window_top()
#define TASK_UNMAPPED_BASE	(twin_window_base() + PAGE_SIZE * 16)
#define HAVE_ARCH_PICK_MMAP_LAYOUT

unsigned long twin_window_base(void);
unsigned long twin_window_top(void);

struct task_struct;
struct twin_spawn;

struct thread_struct {
	unsigned long sp;		/* kernel stack pointer while switched out */
	const struct twin_spawn *spawn;	/* user code to run after exec */
	u64 tag;			/* the host's name of a workload task, 0: none */
	u64 since;			/* when it was switched out, ps */
	unsigned long armed;		/* timers on this task's stack that are running */
#ifdef CONFIG_PREEMPT_RT
	u32 context;			/* enum twin_context while switched out */
#endif
};

#define INIT_THREAD		{ .sp = 0 }
#define ARCH_MIN_TASKALIGN	16

#define current_pt_regs()	task_pt_regs(current)
#define task_pt_regs(p) \
	((struct pt_regs *)(task_stack_page(p) + THREAD_SIZE) - 1)
#define KSTK_EIP(p)	(task_pt_regs(p)->r.ip)
#define KSTK_ESP(p)	(task_pt_regs(p)->r.sp)

void start_thread(struct pt_regs *regs, unsigned long ip, unsigned long sp);
unsigned long __get_wchan(struct task_struct *p);
static inline void flush_thread(void) { }
#endif
#endif
