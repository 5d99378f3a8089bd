/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_SYSCALL_H
#define _ASM_TWIN_SYSCALL_H
#include <linux/sched.h>
#include <uapi/linux/audit.h>

extern void *const sys_call_table[];

static inline int syscall_get_nr(struct task_struct *task, struct pt_regs *regs)
{
	return regs->r.nr;
}

static inline void syscall_rollback(struct task_struct *task, struct pt_regs *regs)
{
}

static inline long syscall_get_error(struct task_struct *task, struct pt_regs *regs)
{
	return IS_ERR_VALUE(regs->r.ret) ? regs->r.ret : 0;
}

static inline long syscall_get_return_value(struct task_struct *task, struct pt_regs *regs)
{
	return regs->r.ret;
}

static inline void syscall_set_return_value(struct task_struct *task, struct pt_regs *regs,
					    int error, long val)
{
	regs->r.ret = error ? error : val;
}

static inline void syscall_get_arguments(struct task_struct *task, struct pt_regs *regs,
					 unsigned long *args)
{
	memcpy(args, regs->r.args, sizeof(regs->r.args));
}

static inline int syscall_get_arch(struct task_struct *task)
{
	return AUDIT_ARCH_X86_64;
}
#endif
