// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * SIGTRAP while RAM is guarded: the guard's own, behind the one instruction that it lets run, and
 * anybody else's.
 */
#include <criterion/criterion.h>
#include <signal.h>
#include <ucontext.h>

#include "board/host_fault.h"
#include "board/machine.h"
#include "board/ram_guard.h"

#define TRAP_FLAG 0x100

static bool (*asked)(const void *siginfo, void *ucontext);
static int steps, others;

void host_fault_ask(bool (*guard)(const void *siginfo, void *ucontext))
{
	asked = guard;
}

void host_fault_note(const void *ucontext)
{
	(void)ucontext;
}

void bugs_at_fault(struct machine *m, const char *what)
{
	(void)m;
	(void)what;
}

void tw_board_watch(struct tw_board *board, int on)
{
	(void)board;
	(void)on;
}

enum tw_touch tw_board_touched(struct tw_board *board, const void *host, int write, int steps_one,
			       char *text)
{
	(void)board;
	(void)host;
	(void)write;
	(void)steps_one;
	(void)text;
	return TW_TOUCH_HARMLESS;
}

void tw_board_stepped(struct tw_board *board)
{
	(void)board;
	steps++;
}

static void other(int sig)
{
	(void)sig;
	others++;
}

static void other_with_info(int sig, siginfo_t *info, void *context)
{
	cr_expect(info && context);
	other(sig);
}

/* An instruction of hosted code is refused; returns whether it will trap. */
static bool refuse(const struct machine *m)
{
	siginfo_t info = { 0 };
	ucontext_t uc = { 0 };

	uc.uc_mcontext.gregs[REG_RIP] = (greg_t)m->image.base + 16;
	cr_assert(asked(&info, &uc));
	return uc.uc_mcontext.gregs[REG_EFL] & TRAP_FLAG;
}

static void try(const struct sigaction *before)
{
	static struct machine m;

	m.image.base = (void *)0x100000;
	m.image.size = 4096;
	steps = others = 0;
	cr_assert_eq(sigaction(SIGTRAP, before, NULL), 0);
	cr_assert_eq(ram_guard_start(&m), 0);
	raise(SIGTRAP);
	cr_expect_eq(steps, 0);
	cr_expect_eq(others, 1, "somebody else's");
	cr_expect(refuse(&m));
	raise(SIGTRAP);
	cr_expect_eq(steps, 1);
	cr_expect_eq(others, 1, "ours");
	raise(SIGTRAP);
	cr_expect_eq(steps, 1);
	cr_expect_eq(others, 2, "somebody else's again");
	ram_guard_stop(&m);
}

/*
 * Expected: those that were there before get what is not ours. Buggy: every SIGTRAP was swallowed.
 */
Test(ram_guard, passes_on_what_it_did_not_ask_for)
{
	struct sigaction plain = { .sa_handler = other };
	struct sigaction with_info = { .sa_sigaction = other_with_info, .sa_flags = SA_SIGINFO };

	try(&plain);
	try(&with_info);
}

Test(ram_guard, without_a_handler_it_ends_the_program, .signal = SIGTRAP)
{
	static struct machine m;

	signal(SIGTRAP, SIG_DFL);
	cr_assert_eq(ram_guard_start(&m), 0);
	raise(SIGTRAP);
}

Test(ram_guard, ignored_is_ignored)
{
	static struct machine m;

	signal(SIGTRAP, SIG_IGN);
	cr_assert_eq(ram_guard_start(&m), 0);
	raise(SIGTRAP);
	cr_expect_eq(steps, 0);
	ram_guard_stop(&m);
}
