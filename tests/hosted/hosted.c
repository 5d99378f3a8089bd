// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "hosted.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char scenario_text[] =
	"spitwin: 1\n"
	"board: sama5d36ek\n"
	"kernel: {image: linux-6.1-test}\n"
	"devices: {flash0: {fill: prng}, spi1: {dma: off}}\n"
	"tasks: [{run: \"%s\"}]\n";

static void keep_event(void *state, const struct twin_event *ev)
{
	struct hosted *h = state;

	if (h->nr_events == h->room) {
		h->room = h->room ? 2 * h->room : 4096;
		h->events = realloc(h->events, h->room * sizeof(*h->events));
		cr_assert_not_null(h->events);
	}
	h->events[h->nr_events++] = *ev;
}

static void must(int failed, const struct diag *diag)
{
	char text[1200];

	if (failed)
		diag_format(diag, text, sizeof(text));
	cr_assert(!failed, "%s", failed ? text : "");
}

struct hosted *hosted_text(const char *text, bool sync_block, const struct reducer *reducer)
{
	struct hosted *h = calloc(1, sizeof(*h));
	struct machine *m = calloc(1, sizeof(*m));
	struct reducer keep = { .name = "keep", .classes = ~0U, .event = keep_event, .state = h };
	struct diag diag = { 0 };

	h->machine = m;
	must(scenario_load_text(SPITWIN_SOURCE "/scenarios/test.yaml", text, strlen(text), NULL, 0,
				&h->scenario, &diag), &diag);
	m->scenario = &h->scenario;
	m->root = SPITWIN_SOURCE;
	m->sync_block = sync_block;
	m->memory.fd = -1;
	m->trace = trace_new();
	trace_add(m->trace, reducer ? reducer : &keep);
	must(machine_load(m, &diag) || machine_tasks(m, &diag) || machine_build(m, &diag), &diag);
	return h;
}

struct hosted *hosted_new(const char *run, bool sync_block)
{
	char text[1024];

	snprintf(text, sizeof(text), scenario_text, run);
	return hosted_text(text, sync_block, NULL);
}

void hosted_user(struct hosted *h, twin_task_fn fn, void *arg)
{
	h->machine->spawns[0].fn = fn;
	h->machine->spawns[0].arg = arg;
}

void hosted_run(struct hosted *h)
{
	struct diag diag = { 0 };
	char err[TRACE_ERR_SIZE];

	must(machine_run(h->machine, &diag), &diag);
	cr_assert_eq(trace_end(h->machine->trace, h->machine->result.now, err), 0);
	h->why = machine_explain(h->machine);
}

void hosted_in_child(void (*fn)(const void *arg, void *result), const void *arg, void *result,
		     size_t size)
{
	int fds[2], status;
	ssize_t n;
	pid_t pid;

	cr_assert_eq(pipe(fds), 0);
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid) {
		fn(arg, result);
		n = write(fds[1], result, size);
		_exit(n != (ssize_t)size);
	}
	close(fds[1]);
	n = read(fds[0], result, size);
	close(fds[0]);
	waitpid(pid, &status, 0);
	cr_assert(n == (ssize_t)size && !status, "the run in a child process failed");
}

void hosted_free(struct hosted *h)
{
	trace_free(h->machine->trace);
	machine_free(h->machine);
	free(h->machine);
	scenario_free(&h->scenario);
	free(h->events);
	free(h->why);
	free(h);
}
