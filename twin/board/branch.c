// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "branch.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "machine.h"

#define EXIT_TOO_LONG 3
#define JOBS_MAX 64

/* Children that run, and which variant each is. */
struct nursery {
	struct {
		pid_t pid;
		size_t index;
	} child[JOBS_MAX];
	size_t used, room;
};

/* As many as there are CPUs for us: how many run at once decides nothing but the host's time. */
static size_t jobs(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof(set), &set) ? 1 : CPU_COUNT(&set);

	return n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : n;
}

static FILE *figures_file(void)
{
	int fd = memfd_create("spitwin-figures", MFD_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!f && fd >= 0)
		close(fd);
	return f;
}

static void become_child(struct branches *b, struct machine *m, size_t index)
{
	struct branch *me = &b->items[index];

	b->is_child = true;
	b->index = index;
	b->first_block = m->cpu.blocks;
	b->first_time = m->cpu.now;
	m->cost_values[me->cost] = me->value;
	trace_keep(m->trace, m->nr_measured);
	if (memory_own(&m->memory))
		branch_exit(b, false);
}

static void note_end(struct branches *b, size_t index, int status)
{
	struct branch *item = &b->items[index];

	if (WIFEXITED(status) && !WEXITSTATUS(status)) {
		rewind(item->figures);
		return;
	}
	fclose(item->figures);
	item->figures = NULL;
	b->too_long |= WIFEXITED(status) && WEXITSTATUS(status) == EXIT_TOO_LONG;
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

static void kill_all(struct nursery *n)
{
	for (size_t i = 0; i < n->used; i++)
		kill(n->child[i].pid, SIGKILL);
}

/* Waits until fewer than `limit` run; a run that must end takes its children with it. */
static void wait_below(struct branches *b, struct nursery *n, size_t limit)
{
	const struct timespec moment = { 0, 200000 };

	while (n->used >= limit) {
		for (size_t i = 0; i < n->used; i++) {
			int status;

			pid_t got = waitpid(n->child[i].pid, &status, WNOHANG);

			if (!got || (got < 0 && errno != ECHILD))
				continue;
			if (got < 0)
				status = EXIT_FAILURE << 8;	/* somebody else has taken it */
			note_end(b, n->child[i].index, status);
			n->child[i--] = n->child[--n->used];
		}
		if (machine_must_end())
			kill_all(n);
		if (n->used >= limit)
			nanosleep(&moment, NULL);
	}
}

void branches_run(struct branches *b, struct machine *m)
{
	struct nursery n = { .room = jobs() };

	for (size_t i = 0; i < b->nr && !b->too_long && !machine_must_end(); i++) {
		pid_t pid;

		wait_below(b, &n, n.room);
		show(i, b->nr);
		b->items[i].figures = figures_file();
		if (!b->items[i].figures)
			continue;
		pid = fork();
		if (!pid) {
			become_child(b, m, i);
			return;
		}
		if (pid < 0) {
			fclose(b->items[i].figures);
			b->items[i].figures = NULL;
			continue;
		}
		n.child[n.used].pid = pid;
		n.child[n.used++].index = i;
	}
	wait_below(b, &n, 1);
	show(b->nr, b->nr);
}

bool branch_is_long(const struct branches *b, const struct machine *m)
{
	return b->is_child && !b->patient &&
	       (m->cpu.now - b->first_time > BRANCH_TIME ||
		m->cpu.blocks - b->first_block > BRANCH_BLOCKS);
}

void branch_exit(struct branches *b, bool complete)
{
	int failed = complete ? fflush(b->items[b->index].figures) : 0;

	_exit(complete ? failed != 0 : EXIT_TOO_LONG);
}

void branches_close(struct branches *b)
{
	for (size_t i = 0; b->items && i < b->nr; i++)
		if (b->items[i].figures)
			fclose(b->items[i].figures);
	free(b->items);
	*b = (struct branches){ 0 };
}
