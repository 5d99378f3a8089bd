/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_PTRACE_H
#define _ASM_TWIN_PTRACE_H

#include <uapi/asm/ptrace.h>

#ifndef __ASSEMBLY__
struct pt_regs {
	struct user_regs_struct r;
	unsigned long user;	/* 1: entered from user code */
};

#define user_mode(regs)			((regs)->user)
#define instruction_pointer(regs)	((regs)->r.ip)
#define profile_pc(regs)		instruction_pointer(regs)
#define user_stack_pointer(regs)	((regs)->r.sp)
#define regs_return_value(regs)		((regs)->r.ret)

static inline void instruction_pointer_set(struct pt_regs *regs, unsigned long ip)
{
	regs->r.ip = ip;
}
/* What was interrupted had interrupts on: they are never taken otherwise. */
#define interrupts_enabled(regs)	(true)
#endif
#endif
