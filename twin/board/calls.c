// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Services that the hosted kernel asks for: log, task output, memory maps, the register map. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "profile.h"

static void append(char **buf, size_t *len, size_t *size, const char *text, size_t n)
{
	if (*len + n + 1 > *size) {
		size_t want = (*len + n + 1) * 2;
		char *grown = realloc(*buf, want);

		if (!grown)
			abort();
		*buf = grown;
		*size = want;
	}
	memcpy(*buf + *len, text, n);
	*len += n;
	(*buf)[*len] = '\0';
}

static struct machine_task *task_of(struct machine *m, uint64_t tag)
{
	return tag && tag <= m->nr_tasks ? &m->tasks[tag - 1] : NULL;
}

static void call_console(struct machine *m, const struct twin_call *call)
{
	const char *text = (const char *)call->args[0];

	append(&m->log, &m->log_len, &m->log_size, text, call->args[1]);
	bugs_in_log(m, text, call->args[1]);
	if (m->log_to_stderr)
		fwrite(text, 1, call->args[1], stderr);
}

/* A task may write for ever; what is kept ends with a line that says so. */
static void call_output(struct machine *m, const struct twin_call *call)
{
	static const char cut[] = "\n[spitwin keeps the first 16 MiB of a task's output]\n";
	struct machine_task *t = task_of(m, call->args[0]);

	if (!t || t->output_len > MACHINE_OUTPUT_MAX)
		return;
	append(&t->output, &t->output_len, &t->output_size, (const char *)call->args[2],
	       call->args[3]);
	if (t->output_len > MACHINE_OUTPUT_MAX)
		append(&t->output, &t->output_len, &t->output_size, cut, sizeof(cut) - 1);
}

static void emit_window(struct machine *m, uint64_t begin, uint64_t tag)
{
	if (m->ring.used == m->ring.size)
		machine_drain(m);
	m->ring.events[m->ring.used++] = (struct twin_event){
		.time = machine_cpu(m)->now, .type = TWIN_EV_WINDOW, .task = machine_cpu(m)->current_pid,
		.a = begin, .b = tag,
	};
}

static void call_task_start(struct machine *m, const struct twin_call *call)
{
	struct machine_task *t = task_of(m, call->args[0]);

	if (!t || t->started)
		return;
	if (!m->boot_time) {
		m->boot_time = machine_cpu(m)->now;
		machine_drain(m);
		tw_board_watch(m->board, 0);	/* variants copy all of RAM */
		branches_run(&m->branches, m);
		if (!m->branches.is_child)
			tw_board_watch(m->board, 1);
		profile_begin(m);
	}
	t->started = true;
	t->begin = machine_cpu(m)->now;
	emit_window(m, 1, call->args[0]);
}

static void call_task_exit(struct machine *m, const struct twin_call *call)
{
	struct machine_task *t = task_of(m, call->args[0]);

	if (!t || t->exited)
		return;
	t->exited = true;
	t->status = call->args[1];
	t->end = machine_cpu(m)->now;
	if (t->started)
		emit_window(m, 0, call->args[0]);
	profile_end(m);
	for (size_t i = 0; i < m->nr_tasks; i++)
		if (!m->tasks[i].exited)
			profile_begin(m);
}

/* Through the file behind RAM: no page is touched that is guarded against being read. */
static uint64_t call_peek(struct machine *m, const struct twin_call *call)
{
	uint64_t at = call->args[0], len = call->args[1];
	void *to = (void *)call->args[2];

	if (at >= (uint64_t)m->image.base && at + len <= (uint64_t)m->image.base + m->image.size) {
		memcpy(to, (const void *)at, len);
		return len;
	}
	return memory_peek(&m->memory, at, len, to);
}

static int call_ioremap(struct machine *m, struct twin_call *call)
{
	if (tw_board_model_at(m->board, call->args[0], call->args[1]))
		return MACHINE_RUNS;
	m->unmapped = call->args[0];
	return MACHINE_NO_MODEL;
}

int machine_call(void *ctx, uint32_t cpu, struct twin_call *call)
{
	struct machine *m = ctx;
	const uint64_t *a = call->args;

	(void)cpu;
	call->ret = 0;
	switch (call->nr) {
	case TWIN_CALL_CONSOLE:
		call_console(m, call);
		return MACHINE_RUNS;
	case TWIN_CALL_COMPLAINT:
		bugs_here(m, (const char *)a[0], a[1]);
		return MACHINE_RUNS;
	case TWIN_CALL_PEEK:
		call->ret = call_peek(m, call);
		return MACHINE_RUNS;
	case TWIN_CALL_OUTPUT:
		call_output(m, call);
		return MACHINE_RUNS;
	case TWIN_CALL_MAP:
		return memory_map(&m->memory, a[0], a[1], a[2], a[3]) ? MACHINE_BAD_MAP : 0;
	case TWIN_CALL_UNMAP:
		return memory_unmap(&m->memory, a[0], a[1]) ? MACHINE_BAD_MAP : 0;
	case TWIN_CALL_IOREMAP:
		return call_ioremap(m, call);
	case TWIN_CALL_TASK_START:
		call_task_start(m, call);
		return MACHINE_RUNS;
	case TWIN_CALL_TASK_EXIT:
		call_task_exit(m, call);
		return MACHINE_RUNS;
	}
	return MACHINE_BAD_MAP;
}
