// SPDX-License-Identifier: GPL-2.0-only
/*
 * System calls: user code calls a function that changes to the task's kernel stack; here is what
 * the board's SVC handler does around the call of the table.
 */
#include <linux/errno.h>
#include <linux/linkage.h>
#include <linux/lockdep.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/syscalls.h>

asmlinkage long sys_mmap(unsigned long addr, unsigned long len, unsigned long prot,
			 unsigned long flags, unsigned long fd, unsigned long off);
asmlinkage long sys_rt_sigreturn(void);

#include <asm/syscall.h>
#include <asm/window.h>
#include <asm/twin.h>
#include <asm/unistd.h>
#include "private.h"

#undef __SYSCALL
#define __SYSCALL(nr, call) [nr] = (call),

void *const sys_call_table[__NR_syscalls] = {
	[0 ... __NR_syscalls - 1] = sys_ni_syscall,
#include <asm/unistd.h>
};

SYSCALL_DEFINE6(mmap, unsigned long, addr, unsigned long, len, unsigned long, prot,
		unsigned long, flags, unsigned long, fd, unsigned long, off)
{
	if (offset_in_page(off))
		return -EINVAL;
	return ksys_mmap_pgoff(addr, len, prot, flags, fd, off >> PAGE_SHIFT);
}

/* There are no user signal handlers to return from. */
SYSCALL_DEFINE0(rt_sigreturn)
{
	return -ENOSYS;
}

/* A workload task made progress: the watchdog of the host looks at the count. */
static void twin_progress(void)
{
	if (current->thread.tag)
		twin_cpu->syscalls++;
}

static void twin_enter_kernel(struct pt_regs *regs)
{
	twin_cpu->in_user = 0;
	twin_context(TWIN_CTX_THREAD);
	regs->user = 1;
}

static bool twin_work_pending(void)
{
	return READ_ONCE(current_thread_info()->flags) & _TIF_WORK;
}

/*
 * The return path is masked on the board too; an interrupt that came meanwhile is taken from user
 * code, and what it wants done (reschedule, signal) is done before the first user instruction.
 */
void twin_enter_user(struct pt_regs *regs)
{
	do {
		twin_cpu->in_user = 0;
		twin_context(TWIN_CTX_THREAD);
		twin_exit_work(regs);
		lockdep_sys_exit();
		twin_charge_cost(TWIN_COST_SYSCALL_EXIT);
		twin_context(TWIN_CTX_USER);
		twin_cpu->in_user = 1;
		local_irq_enable();
	} while (twin_work_pending());
}

typedef long (*twin_syscall_fn)(long, long, long, long, long, long);

static long twin_dispatch(const struct pt_regs *regs)
{
	const unsigned long *a = regs->r.args;
	twin_syscall_fn fn;

	if (regs->r.nr == TWIN_SYS_SPAWN)
		return twin_sys_spawn((const struct twin_spawn *)a[0]);
	if (regs->r.nr >= __NR_syscalls)
		return -ENOSYS;
	fn = (twin_syscall_fn)sys_call_table[regs->r.nr];
	return fn(a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* User code computes for `ps`: interruptible at any instant, preemptible after each interrupt. */
asmlinkage void twin_do_charge(u64 ps);
asmlinkage void twin_do_charge(u64 ps)
{
	struct pt_regs *regs = current_pt_regs();

	while (ps) {
		u64 now = twin_cpu->now;
		u64 part = twin_cpu->event > now ? min(ps, twin_cpu->event - now) : 0;

		ps -= part;
		twin_charge(part);
		if (twin_work_pending())
			twin_enter_user(regs);
	}
}

/*
 * -ERESTART*: without handlers a call that a signal interrupted either dies with the task or is
 * made again; `restart_syscall` would need the number, so plain repetition serves all of them.
 */
static bool twin_restarts(unsigned long ret)
{
	return ret >= -ERESTART_RESTARTBLOCK && ret <= -ERESTARTSYS;
}

asmlinkage long twin_do_syscall(long nr, long a, long b, long c, long d, long e, long f);
asmlinkage long twin_do_syscall(long nr, long a, long b, long c, long d, long e, long f)
{
	struct pt_regs *regs = current_pt_regs();

	twin_do_charge(twin_cost(TWIN_COST_USER_CALL));
	*regs = (struct pt_regs){ .r = { .nr = nr, .args = { a, b, c, d, e, f } } };
	twin_enter_kernel(regs);
	twin_charge_cost(TWIN_COST_SYSCALL_ENTRY);
	twin_progress();
	/* Calls of our own have host pointers as arguments: not part of a run's identity. */
	twin_emit(TWIN_EV_SYS_ENTER, TWIN_CLASS_SYSCALL, nr, nr < __NR_syscalls ? a : 0);
	while (twin_restarts(regs->r.ret = twin_dispatch(regs))) {
		twin_exit_work(regs);
		local_irq_enable();
	}
	twin_emit(TWIN_EV_SYS_EXIT, TWIN_CLASS_SYSCALL, nr, regs->r.ret);
	twin_progress();
	twin_enter_user(regs);
	return regs->r.ret;
}

static void twin_fault_signal(int err, unsigned long addr, bool write)
{
	if (!err)
		twin_window_fill(addr, write);
	else if (err == -EIO)
		force_sig_fault(SIGBUS, BUS_ADRERR, (void __user *)addr);
	else
		force_sig_fault(SIGSEGV, err == -EACCES ? SEGV_ACCERR : SEGV_MAPERR,
				(void __user *)addr);
}

/* The host's signal handler sent us: user code touched a page that its window does not map. */
asmlinkage void twin_do_user_fault(void);
asmlinkage void twin_do_user_fault(void)
{
	struct pt_regs *regs = current_pt_regs();
	unsigned long addr = twin_cpu->fault_addr;
	bool write = twin_cpu->fault_write;

	regs->user = 1;
	if (!twin_window_fill(addr, write)) {
		twin_cpu->in_user = 0;
		twin_context(TWIN_CTX_THREAD);
		twin_charge_cost(TWIN_COST_FAULT_ENTRY);
		twin_fault_signal(twin_fault_in(addr, write), addr, write);
		twin_enter_user(regs);
	}
	twin_cpu->in_user = 1;
}
