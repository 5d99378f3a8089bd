// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call chains inside the kernel, for its own checks: along frame pointers, so only in images that
 * are compiled with them. Interrupts are calls and need nothing. Every entry is a return address
 * that some function's frame has; the walk ends where the task entered the kernel (entry.S), or at
 * whatever does not look like a frame further up on the same stack.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/sched/debug.h>
#include <linux/sched/task_stack.h>
#include <linux/stacktrace.h>
#include <asm/sections.h>
#include "private.h"

struct twin_frame {	/* what a frame pointer points to */
	const struct twin_frame *up;
	unsigned long ret;
};

/* What twin_stack_switch() has left of a task that does not run. */
struct twin_switch_frame {
	unsigned long r15, r14, r13, r12, rbx;
	struct twin_frame frame;
};

static bool twin_is_frame(const struct task_struct *task, const struct twin_frame *f)
{
	unsigned long at = (unsigned long)f - (unsigned long)task_stack_page(task);

	return IS_ALIGNED(at, sizeof(long)) && at <= THREAD_SIZE - sizeof(*f);
}

static bool twin_is_code(unsigned long addr)
{
	return addr >= (unsigned long)_stext && addr < (unsigned long)_end;
}

static void twin_walk(stack_trace_consume_fn consume, void *cookie, const struct task_struct *task,
		      const struct twin_frame *f)
{
	while (twin_is_frame(task, f) && twin_is_code(f->ret) && consume(cookie, f->ret)) {
		if (f->up <= f)
			return;
		f = f->up;
	}
}

/*
 * Registers are not looked at: nothing here has those of what was interrupted, whose frames are
 * those of the callers.
 */
noinline void arch_stack_walk(stack_trace_consume_fn consume, void *cookie,
			      struct task_struct *task, struct pt_regs *regs)
{
	const struct twin_switch_frame *left;

	if (!IS_ENABLED(CONFIG_FRAME_POINTER))
		return;	/* nothing is known */
	if (!task || task == current) {
		twin_walk(consume, cookie, current, __builtin_frame_address(0));
		return;
	}
	left = (const void *)task->thread.sp;
	twin_walk(consume, cookie, task, &left->frame);
}

static bool twin_show_entry(void *loglvl, unsigned long addr)
{
	printk("%s %pS\n", (const char *)loglvl, (void *)addr);
	return true;
}

void show_stack(struct task_struct *task, unsigned long *sp, const char *loglvl)
{
	printk("%sCall trace:\n", loglvl);
	arch_stack_walk(twin_show_entry, (void *)loglvl, task, NULL);
}
