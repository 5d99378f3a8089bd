// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Variants as processes: what they hand back, and what becomes of it when the host refuses. */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/machine.h"

#define VARIANTS 5

static struct machine m;
static bool refuse_memory, must_end;
static int forks_left = 1000, files_left = 1000;

/* What branch.c asks of the rest of the board. */
int memory_own(struct memory *memory)
{
	(void)memory;
	return refuse_memory ? -1 : 0;
}

void trace_keep(struct trace *trace, size_t n)
{
	(void)trace;
	(void)n;
}

bool machine_must_end(void)
{
	return must_end;
}

bool machine_interrupted(void)
{
	return false;
}

/* The linker puts these before the host's. */
pid_t __real_fork(void);
pid_t __wrap_fork(void);
int __real_memfd_create(const char *name, unsigned int flags);
int __wrap_memfd_create(const char *name, unsigned int flags);

pid_t __wrap_fork(void)
{
	if (forks_left--)
		return __real_fork();
	errno = EAGAIN;
	return -1;
}

int __wrap_memfd_create(const char *name, unsigned int flags)
{
	if (files_left--)
		return __real_memfd_create(name, flags);
	errno = EMFILE;
	return -1;
}

static void plan(void)
{
	m.branches.items = calloc(VARIANTS, sizeof(*m.branches.items));
	m.branches.nr = VARIANTS;
	m.cost_values[3] = 7;
	m.log_to_stderr = true;
	for (size_t i = 0; i < VARIANTS; i++)
		m.branches.items[i].values[3] = 100 + i;
}

/* Returns in the parent only; a child does `act`, and delivers when that returns. */
static void run(void (*act)(void))
{
	plan();
	branches_run(&m.branches, &m);
	if (!m.branches.is_child)
		return;
	if (act)
		act();
	fprintf(m.branches.out, "%lu %d", m.cost_values[3], m.log_to_stderr);
	branch_deliver(&m.branches);
}

static void expect_failure(const char *why)
{
	cr_expect_str_eq(m.branches.failure, why);
	cr_expect_not(m.branches.too_long);
	branches_close(&m.branches);
}

Test(branch, each_has_its_constants_and_the_run_has_its_own)
{
	static const char *const wrote[VARIANTS] = { "100 0", "101 0", "102 0", "103 0", "104 0" };

	run(NULL);
	for (int i = 0; i < VARIANTS; i++)
		cr_expect_str_eq(m.branches.items[i].figures, wrote[i]);
	cr_expect_eq(m.cost_values[3], 7);
	cr_expect(m.log_to_stderr);
	expect_failure("");
}

static void be_killed(void)
{
	if (m.cost_values[3] == 102)
		raise(SIGKILL);
}

Test(branch, killed_by_the_host)
{
	run(be_killed);
	expect_failure("the process of a variant was ended: signal 9 (Killed)");
}

Test(branch, no_process_to_be_had)
{
	forks_left = 2;
	run(NULL);
	expect_failure("a process for a variant: Resource temporarily unavailable");
}

Test(branch, no_file_to_be_had)
{
	files_left = 1;
	run(NULL);
	expect_failure("a file for a variant's figures: Too many open files");
}

Test(branch, no_memory_to_be_had)
{
	refuse_memory = true;
	run(NULL);
	expect_failure("a variant failed: no copy of the board's RAM; out of memory?");
}

static void say_nothing(void)
{
	branch_deliver(&m.branches);
}

Test(branch, figures_that_are_empty)
{
	run(say_nothing);
	expect_failure("a variant's figures were lost: out of memory");
}

static void fail_with_words(void)
{
	branch_fail(&m.branches, "cannot read the moon");
}

Test(branch, a_failure_has_words)
{
	run(fail_with_words);
	expect_failure("a variant failed: cannot read the moon");
}

/* As code does that cannot get memory, anywhere. */
static void leave(void)
{
	exit(3);
}

/*
 * Regression: a_child_writes_its_parents_files
 * Expected: what the parent had not written yet appears once.
 * Buggy: a child that ended by exit() wrote out its copy of the buffer.
 */
Test(branch, buffers_of_the_parent_are_not_written_twice)
{
	FILE *f = tmpfile();
	char text[20] = "";

	cr_assert(f);
	fputs("once", f);
	run(leave);
	fflush(f);
	rewind(f);
	cr_assert(fgets(text, sizeof(text), f));
	cr_expect_str_eq(text, "once");
	fclose(f);
	expect_failure("a variant failed: out of memory");
}

uint64_t machine_blocks(const struct machine *machine)
{
	return machine->cpus[0].blocks;
}

static void last_long(void)
{
	m.cpus[0].blocks += BRANCH_BLOCKS + 1;
	if (branch_is_long(&m.branches, &m))
		branch_give_up();
}

Test(branch, too_long_is_no_failure)
{
	run(last_long);
	cr_expect(m.branches.too_long);
	cr_expect_str_eq(m.branches.failure, "");
	branches_close(&m.branches);
	m.branches.patient = true;
	run(last_long);
	cr_expect_not(m.branches.too_long, "patience has no limit");
	expect_failure("");
}

static void on_alarm(int sig)
{
	(void)sig;
	must_end = true;
}

static void sleep_for_ever(void)
{
	for (;;)
		pause();
}

/*
 * The alarm is the parent's alone: children do not inherit it.
 *
 * Regression: wall_clock_alters_the_report
 * Expected: the limit goes on to end the run.
 * Buggy: it was forgotten when it had ended the variants.
 */
Test(branch, the_wall_clock_ends_them_and_the_run, .timeout = 30)
{
	signal(SIGALRM, on_alarm);
	alarm(1);
	run(sleep_for_ever);
	expect_failure("the variants together: longer than wall_clock allows");
	cr_expect(must_end, "the run's own limit");
	cr_expect_lt(waitpid(-1, NULL, WNOHANG), 0, "none is left");
}

static volatile pid_t *shared;

static void tell_and_sleep(void)
{
	*shared = getpid();
	sleep_for_ever();
}

Test(branch, none_outlives_its_parent, .timeout = 30)
{
	pid_t parent;
	int status;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cr_assert(!prctl(PR_SET_CHILD_SUBREAPER, 1));
	parent = __real_fork();
	if (!parent) {
		run(tell_and_sleep);
		_exit(0);
	}
	while (!*shared)
		usleep(1000);
	kill(parent, SIGKILL);
	cr_assert_eq(waitpid(parent, &status, 0), parent);
	cr_assert_eq(waitpid(*shared, &status, 0), *shared);
	cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}
