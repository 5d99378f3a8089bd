// SPDX-License-Identifier: GPL-2.0-only
/*
 * User tasks: host functions that run as processes. A task is spawned by a kernel thread that execs
 * /init, whose format handler gives it a fresh mm in a window of its own and the host function as
 * its program.
 */
#include <linux/binfmts.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/sched/signal.h>
#include <linux/sched/rt.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <linux/uaccess.h>
#include <uapi/linux/sched/types.h>
#include <asm/twin.h>
#include "private.h"

#define TWIN_PROGRAM "/init"
static const char twin_magic[] = "\x7f" "twin program\n";

static u64 twin_now(void)
{
	return twin_cpu->now;
}

static u64 twin_cost_of(enum twin_cost id)
{
	return twin_cost(id);
}

const struct twin_task_api twin_api = {
	.syscall = twin_user_syscall,
	.charge = twin_user_charge,
	.now = twin_now,
	.cost = twin_cost_of,
};

static const struct twin_spawn *twin_spawn_of(struct task_struct *p)
{
	return p->thread.spawn ?: &twin_boot->init;
}

static int twin_load(struct linux_binprm *bprm)
{
	const struct twin_spawn *spawn = twin_spawn_of(current);
	u64 tag = current->thread.tag;
	int err;

	if (memcmp(bprm->buf, twin_magic, sizeof(twin_magic) - 1))
		return -ENOEXEC;
	err = begin_new_exec(bprm);
	if (err)
		return err;
	setup_new_exec(bprm);
	err = setup_arg_pages(bprm, STACK_TOP, EXSTACK_DISABLE_X);
	if (err)
		return err;
	current->mm->start_stack = bprm->p;
	current->mm->start_brk = current->mm->brk = twin_window_base() + (TWIN_USER_WINDOW >> 1);
	current->thread.spawn = spawn;
	current->thread.tag = tag;
	set_task_comm(current, spawn->comm);
	finalize_exec(bprm);
	start_thread(current_pt_regs(), (unsigned long)spawn->fn, bprm->p);
	return 0;
}

static struct linux_binfmt twin_format = { .load_binary = twin_load };

void start_thread(struct pt_regs *regs, unsigned long ip, unsigned long sp)
{
	memset(regs, 0, sizeof(*regs));
	regs->r.ip = ip;
	regs->r.sp = sp;
	regs->user = 1;
}

void arch_setup_new_exec(void)
{
}

/* A thread's stack as its creator left it: start function, argument. */
static void twin_thread_start(struct pt_regs *regs, void **fn, void **arg)
{
	unsigned long __user *sp = (unsigned long __user *)regs->r.sp;
	unsigned long v[2] = { 0 };

	if (copy_from_user(v, sp, sizeof(v)))
		force_sig(SIGSEGV);
	*fn = (void *)v[0];
	*arg = (void *)v[1];
}

/* Every task's first C function. Kernel threads do not return from fn. */
void __noreturn twin_task_entry(int (*fn)(void *), void *arg)
{
	struct pt_regs *regs = current_pt_regs();
	void *user_fn, *user_arg;

	if (fn) {
		fn(arg);
		user_fn = (void *)regs->r.ip;
		user_arg = twin_spawn_of(current)->arg;
	} else {
		twin_thread_start(regs, &user_fn, &user_arg);
	}
	if (current->thread.tag)
		twin_call(TWIN_CALL_TASK_START, current->thread.tag, current->pid, 0, 0);
	twin_enter_user(regs);
	twin_jump_user(user_fn, &twin_api, user_arg, regs->r.sp - 64);
}

static int twin_set_policy(const struct twin_spawn *spawn)
{
	struct sched_param param = { .sched_priority = spawn->prio };

	if (spawn->policy != SCHED_NORMAL)
		sched_setscheduler_nocheck(current, spawn->policy, &param);
	if (spawn->nice)
		set_user_nice(current, spawn->nice);
	return spawn->cpu < 0 ? 0 : set_cpus_allowed_ptr(current, cpumask_of(spawn->cpu));
}

/* The board has the CPU, but this kernel did not bring it up. Ends as taskset(1) does. */
static void __noreturn twin_refuse_cpu(const struct twin_spawn *spawn)
{
	char line[64];
	int n = scnprintf(line, sizeof(line), "%s: CPU %d is not online\n", spawn->comm, spawn->cpu);

	twin_call(TWIN_CALL_OUTPUT, spawn->tag, 2, (u64)line, n);
	do_exit(1 << 8);
}

static int twin_spawned(void *arg)
{
	static const char *const argv[] = { TWIN_PROGRAM, NULL };
	static const char *const envp[] = { NULL };
	const struct twin_spawn *spawn = arg;
	int err;

	current->thread.spawn = spawn;
	current->thread.tag = spawn->tag;
	if (twin_set_policy(spawn))
		twin_refuse_cpu(spawn);
	err = twin_output_open(spawn->tag);
	if (!err)
		err = kernel_execve(TWIN_PROGRAM, argv, envp);
	if (err)
		do_exit(127 << 8);
	return 0;
}

long twin_sys_spawn(const struct twin_spawn *spawn)
{
	return user_mode_thread(twin_spawned, (void *)spawn, SIGCHLD);
}

/* The file that exec opens; its content is the magic of our format. */
static int __init twin_program(void)
{
	struct file *f = filp_open(TWIN_PROGRAM, O_CREAT | O_WRONLY, 0755);
	loff_t pos = 0;

	if (IS_ERR(f))
		return PTR_ERR(f);
	kernel_write(f, twin_magic, sizeof(twin_magic) - 1, &pos);
	filp_close(f, NULL);
	task_work_run();	/* the last close is deferred, and an open writer forbids exec */
	register_binfmt(&twin_format);
	return 0;
}
late_initcall(twin_program);
