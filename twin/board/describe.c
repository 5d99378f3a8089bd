// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "machine.h"

/*
 * The image's code counts its blocks here too. Nothing of that may stay, and no limit may make it
 * leave for the host, which is where it was called from; our signals lower the limit.
 */
const char *machine_describe(struct machine *m)
{
	static char tasks[65536];
	struct twin_cpu *cpu = machine_cpu(m), saved = *cpu;
	sigset_t all, before;

	tasks[0] = '\0';
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	cpu->limit = cpu->event = TWIN_TIME_NEVER;
	m->image.entry->describe_tasks(tasks, sizeof(tasks));
	*cpu = saved;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return tasks;
}

/* Takes the first line off *at. */
static const char *take_line(const char **at)
{
	const char *line = *at, *end = strchr(line, '\n');

	*at = end ? end + 1 : "";
	return line;
}

/*
 * The form that kernel/arch/twin/kernel/describe.c writes; a line of another form is passed over.
 */
bool machine_task_line(const char **at, struct machine_task_line *t)
{
	while (**at) {
		*t = (struct machine_task_line){ 0 };
		if (sscanf(take_line(at),
			   "task %d %c %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNx64 " %31[^\n]",
			   &t->pid, &t->state, &t->since, &t->timers, &t->tag, &t->sp,
			   t->comm) >= 6)
			return true;
	}
	return false;
}
