// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * Watchdogs. On simulated time: workload without progress, a kernel context that never schedules.
 * On the wall clock: only ever ends a run. An alarm every second makes the board ask us; past the
 * limit it leaves hosted code by itself, since a loop without instrumented blocks would not return.
 */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#include "host_fault.h"
#include "machine.h"

#define NO_SCHEDULE_PS 20000000000000ULL
#define GRACE_SECONDS 2
#define NR_SIGNALS 7

static struct {
	struct machine *m;
	volatile sig_atomic_t running, interrupted, expired, asked, left;
	uint64_t asked_at;	/* when it was first asked to end */
	struct sigaction alarm_before, before[NR_SIGNALS];
} watch;

/* What ends a run from outside, at any time between the first output file and the last. */
static const int watch_signals[NR_SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2,
					       SIGXCPU };

/* Whole seconds since the run began; async-signal-safe. */
static uint64_t wall_seconds(const struct machine *m)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - m->wall_start.tv_sec;
}

static uint64_t wall_limit(const struct machine *m)
{
	return m->scenario->wall_clock / 1000000000000ULL + 1;
}

static bool in_hosted_code(const struct machine *m, uint64_t ip)
{
	return ip - (uint64_t)m->image.base < m->image.size;
}

/* Back to the host's stack, out of a loop that no block boundary ends. */
static void leave_hosted_code(struct machine *m, ucontext_t *uc)
{
	host_fault_note(uc);
	watch.left = 1;
	uc->uc_mcontext.gregs[REG_RIP] = (greg_t)m->image.entry->leave_fault;
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
	struct machine *m = watch.m;
	ucontext_t *uc = context;

	(void)info;
	if (sig != SIGALRM)
		watch.interrupted = 1;
	if (!watch.running)
		return;
	if (wall_seconds(m) >= wall_limit(m))
		watch.expired = 1;
	if ((watch.interrupted || watch.expired) && !watch.asked++)
		watch.asked_at = wall_seconds(m);
	tw_board_nudge(m->board);
	/* It had its chance to leave at a block boundary, on this very machine. */
	if (watch.asked && wall_seconds(m) >= watch.asked_at + GRACE_SECONDS && !watch.left &&
	    in_hosted_code(m, uc->uc_mcontext.gregs[REG_RIP]))
		leave_hosted_code(m, uc);
}

static int catch_signal(int sig, struct sigaction *before)
{
	struct sigaction action = { .sa_sigaction = on_signal,
				    .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

	return sigaction(sig, &action, before);
}

/* nohup, and a shell's background jobs, have some ignored: those stay so. */
static void catch_unless_ignored(int sig, struct sigaction *before)
{
	if (!catch_signal(sig, before) && before->sa_handler == SIG_IGN)
		sigaction(sig, before, NULL);
}

void machine_signals_catch(void)
{
	watch.interrupted = 0;
	/* whoever started us may have ignored it; we wait for children */
	signal(SIGCHLD, SIG_DFL);
	for (int i = 0; i < NR_SIGNALS; i++)
		catch_unless_ignored(watch_signals[i], &watch.before[i]);
}

void machine_signals_release(void)
{
	for (int i = 0; i < NR_SIGNALS; i++)
		sigaction(watch_signals[i], &watch.before[i], NULL);
}

bool machine_interrupted(void)
{
	return watch.interrupted;
}

bool machine_must_end(void)
{
	return watch.interrupted || watch.expired;
}

/* A parent may have left signals blocked that a run cannot do without. */
static void unblock_signals(void)
{
	static const int needed[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM };
	sigset_t set;

	sigemptyset(&set);
	for (int i = 0; i < 5; i++)
		sigaddset(&set, needed[i]);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int machine_watch_start(struct machine *m)
{
	struct itimerval every = { { 1, 0 }, { 1, 0 } };

	watch.m = m;
	watch.expired = watch.asked = watch.left = 0;
	clock_gettime(CLOCK_MONOTONIC, &m->wall_start);
	unblock_signals();
	watch.running = 1;
	if (watch.interrupted)
		tw_board_nudge(m->board);
	/* whoever started us may have ignored it; our limit needs it */
	if (catch_signal(SIGALRM, &watch.alarm_before))
		return -1;
	return setitimer(ITIMER_REAL, &every, NULL);
}

void machine_watch_stop(void)
{
	struct itimerval never = { 0 };

	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, &watch.alarm_before, NULL);
	watch.running = 0;
}

bool machine_was_frozen(void)
{
	return watch.left;
}

/*
 * A workload task goes on when it runs (a long system call is no standstill), ran since `then`, or
 * sleeps on a timer.
 */
static bool some_task_goes_on(const char *tasks, uint64_t then)
{
	struct machine_task_line t;

	while (machine_task_line(&tasks, &t))
		if (t.tag && (t.state == 'R' || t.timers || t.since > then))
			return true;
	return false;
}

static bool tasks_running(const struct machine *m)
{
	for (size_t i = 0; i < m->nr_tasks; i++)
		if (m->tasks[i].started && !m->tasks[i].exited)
			return true;
	return false;
}

static bool some_cpu_in_user(const struct machine *m)
{
	for (uint32_t i = 0; i < m->desc.nr_cpus; i++)
		if (m->cpus[i].in_user)
			return true;
	return false;
}

/* Some kernel context runs on and on. */
static bool no_schedule(const struct machine *m, uint64_t now)
{
	for (uint32_t i = 0; i < m->desc.nr_cpus; i++) {
		const struct twin_cpu *c = &m->cpus[i];

		if (c->context != TWIN_CTX_USER && c->context != TWIN_CTX_IDLE && c->blocks &&
		    now > c->last_switch + NO_SCHEDULE_PS)
			return true;
	}
	return false;
}

static bool no_progress(struct machine *m, uint64_t now)
{
	if (machine_syscalls(m) != m->seen_syscalls || some_cpu_in_user(m) || !tasks_running(m)) {
		m->seen_syscalls = machine_syscalls(m);
		m->progress_at = now;
	}
	if (now - m->progress_at <= m->scenario->watchdog)
		return false;
	return !some_task_goes_on(machine_describe(m), m->progress_at);
}

int machine_poll(void *ctx, uint64_t now)
{
	struct machine *m = ctx;

	if (watch.interrupted)
		return MACHINE_INTERRUPTED;
	if (watch.expired)
		return MACHINE_WALL_CLOCK;
	if (!now)
		return MACHINE_RUNS;
	if (branch_is_long(&m->branches, m))
		return MACHINE_LONG_BRANCH;
	if (no_schedule(m, now))
		return MACHINE_NO_SCHEDULE;
	if (no_progress(m, now))
		return MACHINE_NO_PROGRESS;
	return MACHINE_RUNS;
}
