/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _ASM_TWIN_THREAD_INFO_H
#define _ASM_TWIN_THREAD_INFO_H

#include <asm/page.h>

#define THREAD_SIZE_ORDER	2
#define THREAD_SIZE		(PAGE_SIZE << THREAD_SIZE_ORDER)

#ifndef __ASSEMBLY__
struct thread_info {
	unsigned long flags;
	int preempt_count;
	unsigned int cpu;
};

#define INIT_THREAD_INFO(task)	{ .flags = 0, .preempt_count = INIT_PREEMPT_COUNT, .cpu = 0 }

void arch_setup_new_exec(void);
#define arch_setup_new_exec arch_setup_new_exec
#endif

#define TIF_SYSCALL_TRACE	0
#define TIF_NOTIFY_RESUME	1
#define TIF_SIGPENDING		2
#define TIF_NEED_RESCHED	3
#define TIF_NOTIFY_SIGNAL	4
#define TIF_MEMDIE		5
#define TIF_RESTORE_SIGMASK	6

#define _TIF_NOTIFY_RESUME	(1 << TIF_NOTIFY_RESUME)
#define _TIF_SIGPENDING		(1 << TIF_SIGPENDING)
#define _TIF_NEED_RESCHED	(1 << TIF_NEED_RESCHED)
#define _TIF_NOTIFY_SIGNAL	(1 << TIF_NOTIFY_SIGNAL)
#define _TIF_WORK \
	(_TIF_NOTIFY_RESUME | _TIF_SIGPENDING | _TIF_NEED_RESCHED | _TIF_NOTIFY_SIGNAL)
#endif
