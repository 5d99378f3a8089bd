/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
#ifndef _UAPI_ASM_TWIN_PTRACE_H
#define _UAPI_ASM_TWIN_PTRACE_H

#ifndef __ASSEMBLY__
/* User registers proper stay on the task's own stack: a system call is a function call. */
struct user_regs_struct {
	unsigned long ip;
	unsigned long sp;
	unsigned long nr;
	unsigned long ret;
	unsigned long args[6];
};
#endif
#endif
