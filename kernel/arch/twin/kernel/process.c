// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tasks: creation, switch, idle, the ends of the machine.
 */
#include <linux/cpu.h>
#include <linux/module.h>
#include <linux/panic_notifier.h>
#include <linux/reboot.h>
#include <linux/sched.h>
#include <linux/sched/debug.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <asm/since.h>
#include <asm/switch_to.h>
#include <asm/twin.h>
#include "private.h"

void (*pm_power_off)(void);
unsigned long twin_kernel_sp;

struct twin_fork_frame {	/* what twin_stack_switch() pops: see entry.S */
	unsigned long r15, r14, r13, r12, rbx, rbp, ret;
};

static unsigned long twin_stack_top(struct task_struct *p)
{
	return (unsigned long)task_pt_regs(p) & ~15UL;
}

/*
 * Kernel threads and exec'd tasks start with a function; a CLONE_VM thread starts user code whose
 * address and argument its creator left on the new stack. There is no fork: two processes cannot
 * have the same addresses in one host.
 */
int copy_thread(struct task_struct *p, const struct kernel_clone_args *args)
{
	struct pt_regs *regs = task_pt_regs(p);
	struct twin_fork_frame *frame = (void *)twin_stack_top(p) - sizeof(*frame) - 8;

	if (!args->fn && !(args->flags & CLONE_VM))
		return -ENOSYS;
	if (args->flags & CLONE_SETTLS)
		return -EINVAL;	/* host functions have no thread pointer of their own */
	memset(regs, 0, sizeof(*regs));
	memset(frame, 0, sizeof(*frame));
	memset(&p->thread, 0, sizeof(p->thread));
	frame->ret = (unsigned long)twin_ret_from_fork;
	frame->rbx = (unsigned long)args->fn;
	frame->r12 = (unsigned long)args->fn_arg;
	regs->user = !args->fn;
	regs->r.sp = args->stack;
	p->thread.sp = (unsigned long)frame;
#ifdef CONFIG_PREEMPT_RT
	p->thread.context = TWIN_CTX_THREAD;
#endif
	return 0;
}

/* With PREEMPT_RT softirqs may lose the CPU: a task resumes in the context that it left. */
static void twin_switch_context(struct task_struct *prev, struct task_struct *next)
{
#ifdef CONFIG_PREEMPT_RT
	u32 context = twin_cpu->context;

	/* the idle task was the boot's */
	prev->thread.context = context == TWIN_CTX_BOOT ? TWIN_CTX_THREAD : context;
	twin_context(next->thread.context);
#endif
}

struct task_struct *__switch_to(struct task_struct *prev, struct task_struct *next)
{
	twin_charge_cost(TWIN_COST_SWITCH);
	prev->thread.since = twin_cpu->now;
	twin_cpu->last_switch = twin_cpu->now;
	twin_switch_context(prev, next);
	twin_cpu->current_pid = next->pid;
	twin_current = next;
	twin_kernel_sp = twin_stack_top(next);
	twin_cpu->kernel_sp = twin_kernel_sp;
	return twin_stack_switch(prev, next);
}

/* The host learns of a workload task's end whether events are recorded or not. */
void exit_thread(struct task_struct *p)
{
	if (p->thread.tag)
		twin_call(TWIN_CALL_TASK_EXIT, p->thread.tag, p->exit_code, 0, 0);
}

/* WFI: the interrupt that ended it is pending; until 6.2 it was taken before this returned. */
void arch_cpu_idle(void)
{
	u32 before = twin_context(TWIN_CTX_IDLE);
	bool slept = !twin_irq_ready;

	twin_cpu->last_switch = twin_cpu->now;
	while (!twin_irq_ready)
		twin_leave(TWIN_EXIT_IDLE);
	twin_cpu->last_switch = twin_cpu->now;
	twin_context(before);
	if (slept)
		twin_charge_cost(TWIN_COST_IDLE_EXIT);
#if !TWIN_SINCE(6, 3)
	raw_local_irq_enable();
#endif
}

static void __noreturn twin_stop(enum twin_exit why)
{
	for (;;)
		twin_leave(why);
}

void machine_halt(void)
{
	twin_stop(TWIN_EXIT_HALT);
}

void machine_power_off(void)
{
	twin_stop(TWIN_EXIT_HALT);
}

void machine_restart(char *cmd)
{
	twin_stop(TWIN_EXIT_HALT);
}

/* panic() ends here: after its message, before any reboot timeout. */
static int twin_panic(struct notifier_block *nb, unsigned long event, void *msg)
{
	twin_stop(TWIN_EXIT_PANIC);
	return NOTIFY_DONE;
}

static struct notifier_block twin_panic_block = {
	.notifier_call = twin_panic,
	.priority = INT_MAX,
};

/* From setup_arch(): a panic this early is reported too. */
void __init twin_panic_init(void)
{
	atomic_notifier_chain_register(&panic_notifier_list, &twin_panic_block);
}

/*
 * The kernel has no frame pointers, as on the board; the host unwinds from outside. Images that
 * want call chains themselves have them: stacktrace.c.
 */
unsigned long __get_wchan(struct task_struct *p)
{
	return 0;
}

void show_regs(struct pt_regs *regs)
{
	show_regs_print_info(KERN_DEFAULT);
}

#ifndef CONFIG_STACKTRACE
void show_stack(struct task_struct *task, unsigned long *sp, const char *loglvl)
{
}
#endif
