/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
#ifndef _UAPI_ASM_TWIN_SIGCONTEXT_H
#define _UAPI_ASM_TWIN_SIGCONTEXT_H
#include <asm/ptrace.h>
struct sigcontext {
	struct user_regs_struct regs;
};
#endif
