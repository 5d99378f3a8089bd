// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "ram_guard.h"

#include <signal.h>
#include <ucontext.h>

#include "host_fault.h"
#include "machine.h"

#define TRAP_FLAG 0x100		/* of EFLAGS: SIGTRAP after one instruction */

static struct {
	struct machine *m;
	struct sigaction before;
	bool steps;		/* one instruction, whose SIGTRAP is ours */
} guard;

static bool in_hosted_code(const struct machine *m, uint64_t ip)
{
	return ip - (uint64_t)m->image.base < m->image.size;
}

/* The first one is named; what follows is often its consequence. */
static void found(struct machine *m, const ucontext_t *uc, const char *what)
{
	host_fault_note(uc);
	bugs_at_fault(m, what);
	tw_board_watch(m->board, 0);
}

static void trap_after_one(greg_t *reg)
{
	reg[REG_EFL] |= TRAP_FLAG;
	guard.steps = true;
}

/*
 * The page is open afterwards; hosted code goes on for one instruction. Other code is the program's
 * own, whose reads mean nothing.
 */
static bool on_refused(const void *siginfo, void *ucontext)
{
	const siginfo_t *info = siginfo;
	struct machine *m = guard.m;
	ucontext_t *uc = ucontext;
	greg_t *reg = uc->uc_mcontext.gregs;
	bool hosted = in_hosted_code(m, reg[REG_RIP]);
	char text[TW_ERR_SIZE];
	enum tw_touch touch =
		tw_board_touched(m->board, info->si_addr, !!(reg[REG_ERR] & 2), hosted, text);

	if (touch == TW_TOUCH_NOT_OURS)
		return false;
	if (touch == TW_TOUCH_STALE && hosted)
		found(m, uc, text);
	else if (hosted)
		trap_after_one(reg);
	return true;
}

/* A breakpoint, or a SIGTRAP that somebody sent: what would happen without us. */
static void not_ours(int sig, siginfo_t *info, void *context)
{
	if (guard.before.sa_flags & SA_SIGINFO) {
		guard.before.sa_sigaction(sig, info, context);
	} else if (guard.before.sa_handler == SIG_DFL) {
		signal(sig, SIG_DFL);	/* ends the program when this handler has returned */
		raise(sig);
	} else if (guard.before.sa_handler != SIG_IGN) {
		guard.before.sa_handler(sig);
	}
}

static void on_step(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	if (!guard.steps) {
		not_ours(sig, info, context);
		return;
	}
	guard.steps = false;
	uc->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
	tw_board_stepped(guard.m->board);
}

int ram_guard_start(struct machine *m)
{
	struct sigaction action = { .sa_sigaction = on_step,
				    .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

	guard.m = m;
	guard.steps = false;
	if (sigaction(SIGTRAP, &action, &guard.before))
		return -1;
	host_fault_ask(on_refused);
	tw_board_watch(m->board, 1);
	return 0;
}

void ram_guard_stop(struct machine *m)
{
	tw_board_watch(m->board, 0);
	host_fault_ask(NULL);
	sigaction(SIGTRAP, &guard.before, NULL);
}
