// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "branch.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"

#define JOBS_MAX 64

/* How a child ends. Any other code or a signal is the host's doing. */
enum { CHILD_DELIVERED = 0, CHILD_TOO_LONG = 10, CHILD_FAILED = 11, CHILD_EXITED = 12 };

/* Children that run, which variant each is, and the file each writes. */
struct nursery {
	struct {
		pid_t pid;
		size_t index;
		FILE *figures;
	} child[JOBS_MAX];
	size_t used, room;
	bool killed;
};

/* As many as there are CPUs for us: how many run at once decides nothing but the host's time. */
static size_t jobs(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : n;
}

/* The first reason is the one that tells. */
static void set_failure(struct branches *b, const char *what, const char *why)
{
	if (!*b->failure)
		snprintf(b->failure, sizeof(b->failure), "%s: %s", what, why);
}

static FILE *figures_file(void)
{
	int fd = memfd_create("spitwin-figures", MFD_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

/*
 * The child has copies of the parent's half-written files. Whoever ends it by exit(), which writes
 * such copies out, comes here first.
 */
static void leave_files_alone(void)
{
	_exit(CHILD_EXITED);
}

static void become_child(struct branches *b, struct machine *m, size_t index, FILE *figures)
{
	b->is_child = true;
	b->out = figures;
	b->first_block = machine_blocks(m);
	b->first_time = machine_cpu(m)->now;
	memcpy(m->cost_values, b->items[index].values, sizeof(m->cost_values));
	m->log_to_stderr = false;
	trace_keep(m->trace, m->nr_measured);
	if (atexit(leave_files_alone))
		branch_fail(b, "out of memory");
	if (memory_own(&m->memory))
		branch_fail(b, "no copy of the board's RAM; out of memory?");
}

/* What a child wrote, with a NUL behind; NULL: nothing, or no memory for it. */
static char *read_all(FILE *f)
{
	char *text = NULL;
	size_t size = 0;

	rewind(f);
	if (getdelim(&text, &size, '\0', f) <= 0) {
		free(text);
		return NULL;
	}
	return text;
}

static void note_failure(struct branches *b, int status, const char *wrote)
{
	char text[80];

	if (WIFSIGNALED(status))
		snprintf(text, sizeof(text), "signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else
		snprintf(text, sizeof(text), "exit code %d", WEXITSTATUS(status));
	if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_FAILED && wrote)
		set_failure(b, "a variant failed", wrote);
	else if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_EXITED)
		set_failure(b, "a variant failed", "out of memory");
	else
		set_failure(b, "the process of a variant was ended", text);
}

static void note_end(struct branches *b, size_t index, FILE *figures, int status)
{
	char *wrote = read_all(figures);

	fclose(figures);
	if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_TOO_LONG) {
		b->too_long = true;
	} else if (!WIFEXITED(status) || WEXITSTATUS(status) != CHILD_DELIVERED) {
		note_failure(b, status, wrote);
	} else if (!wrote) {
		set_failure(b, "a variant's figures were lost", "out of memory");
	} else {
		b->items[index].figures = wrote;
		return;
	}
	free(wrote);
}

/* Progress, on a terminal only. */
static void show(size_t done, size_t nr)
{
	if (!isatty(STDERR_FILENO))
		return;
	if (done < nr)
		fprintf(stderr, "\rspitwin: intervals: variant %zu of %zu\033[K", done + 1, nr);
	else
		fputs("\r\033[K", stderr);
	fflush(stderr);
}

/* One that runs on would only cost time. */
static bool is_over(const struct branches *b)
{
	return machine_must_end() || b->too_long || *b->failure;
}

static void kill_all(struct nursery *n)
{
	n->killed = true;
	for (size_t i = 0; i < n->used; i++)
		kill(n->child[i].pid, SIGKILL);
}

/* Takes in those that have ended. */
static void collect(struct branches *b, struct nursery *n)
{
	for (size_t i = 0; i < n->used; i++) {
		int status;
		pid_t got = waitpid(n->child[i].pid, &status, WNOHANG);

		if (!got || (got < 0 && errno == EINTR))
			continue;
		if (n->killed)
			fclose(n->child[i].figures);
		else if (got > 0)
			note_end(b, n->child[i].index, n->child[i].figures, status);
		else
			set_failure(b, "waiting for a variant", strerror(errno));
		n->child[i--] = n->child[--n->used];
	}
}

/* Waits until fewer than `limit` run; a study that is over takes its children with it. */
static void wait_below(struct branches *b, struct nursery *n, size_t limit)
{
	const struct timespec moment = { 0, 200000 };

	while (n->used >= limit) {
		collect(b, n);
		if (is_over(b))
			kill_all(n);
		if (n->used >= limit)
			nanosleep(&moment, NULL);
	}
}

/* None of them outlives the parent, whatever ends that. */
static void die_with(pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent)
		_exit(CHILD_EXITED);
}

/* Returns true in the child. */
static bool start(struct branches *b, struct machine *m, struct nursery *n, size_t index)
{
	FILE *figures = figures_file();
	pid_t parent = getpid(), pid = -1;

	if (!figures) {
		set_failure(b, "a file for a variant's figures", strerror(errno));
		return false;
	}
	pid = fork();
	if (!pid) {
		die_with(parent);
		become_child(b, m, index, figures);
		return true;
	}
	if (pid < 0) {
		set_failure(b, "a process for a variant", strerror(errno));
		fclose(figures);
		return false;
	}
	n->child[n->used].pid = pid;
	n->child[n->used].figures = figures;
	n->child[n->used++].index = index;
	return false;
}

void branches_run(struct branches *b, struct machine *m)
{
	struct nursery n = { .room = jobs() };

	for (size_t i = 0; i < b->nr && !is_over(b); i++) {
		wait_below(b, &n, n.room);
		if (is_over(b))
			break;
		show(i, b->nr);
		if (start(b, m, &n, i))
			return;
	}
	wait_below(b, &n, 1);
	show(b->nr, b->nr);
	if (machine_must_end() && !machine_interrupted())
		set_failure(b, "the variants together", "longer than wall_clock allows");
}

bool branch_is_long(const struct branches *b, const struct machine *m)
{
	return b->is_child && !b->patient &&
	       (machine_cpu(m)->now - b->first_time > BRANCH_TIME ||
		machine_blocks(m) - b->first_block > BRANCH_BLOCKS);
}

static void __attribute__((noreturn)) end_child(struct branches *b, int code)
{
	if (fflush(b->out) || ferror(b->out))
		_exit(CHILD_EXITED);
	_exit(code);
}

void branch_deliver(struct branches *b)
{
	end_child(b, CHILD_DELIVERED);
}

void branch_give_up(void)
{
	_exit(CHILD_TOO_LONG);
}

void branch_fail(struct branches *b, const char *why)
{
	fputs(why, b->out);
	end_child(b, CHILD_FAILED);
}

void branches_close(struct branches *b)
{
	for (size_t i = 0; b->items && i < b->nr; i++)
		free(b->items[i].figures);
	free(b->items);
	*b = (struct branches){ 0 };
}
