// SPDX-License-Identifier: GPL-2.0-only
/*
 * Work on the way back to user code. Signals end a task or are ignored; a handler would have to
 * interrupt host code at any instruction, which is not supported.
 */
#include <linux/resume_user_mode.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/signal.h>
#include <asm/twin.h>
#include "private.h"

static void twin_signal(void)
{
	struct ksignal sig;

	if (get_signal(&sig)) {
		pr_err("twin: %s: handler for signal %d is not supported\n", current->comm,
		       sig.sig);
		force_exit_sig(SIGKILL);
		get_signal(&sig);
	}
	restore_saved_sigmask();
}

void twin_exit_work(struct pt_regs *regs)
{
	unsigned long flags;

	local_irq_disable();
	while ((flags = READ_ONCE(current_thread_info()->flags)) & _TIF_WORK) {
		local_irq_enable();
		if (flags & _TIF_NEED_RESCHED)
			schedule();
		if (flags & (_TIF_SIGPENDING | _TIF_NOTIFY_SIGNAL))
			twin_signal();
		if (flags & _TIF_NOTIFY_RESUME)
			resume_user_mode_work(regs);
		local_irq_disable();
	}
}
