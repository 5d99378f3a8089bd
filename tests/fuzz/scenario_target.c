// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "observe/observe.h"
#include "scenario/scenario.h"

static size_t nr_accepted, nr_total;

static void broken(const char *promise, const struct diag *diag)
{
	fprintf(stderr, "broken promise: %s (%s:%d:%d: %s; %s)\n", promise, diag->file, diag->line,
		diag->col, diag->what, diag->hint);
	abort();
}

/* A refusal says what and where, in one line. */
static void check_refusal(const struct diag *diag)
{
	char line[4096];

	if (!diag->what[0])
		broken("a refusal has a text", diag);
	if (!diag->file[0] || diag->line < 1 || diag->col < 1)
		broken("a refusal has a position", diag);
	if (diag_format(diag, line, sizeof(line)) >= (int)sizeof(line) || strchr(line, '\n'))
		broken("a refusal is one line", diag);
}

/* What was accepted is complete and within its ranges. */
static void check_scenario(const struct scenario *s)
{
	struct diag none = { 0 };

	if (s->version != 1 || !*s->board || !*s->kernel.image || strchr(s->board, '/'))
		broken("names are names", &none);
	if (s->nr_loads || *s->design.pump || s->runs.seeds.first != s->runs.seeds.last)
		broken("what is not available is refused", &none);
	for (size_t i = 0; i < s->nr_tasks; i++) {
		const struct scenario_task *task = &s->tasks[i];

		if (!*task->run || !*task->name || strlen(task->name) > 15 || task->nice < -20 ||
		    task->nice > 19 || task->cpu < -1 || task->cpu > 63)
			broken("tasks are within range", &none);
		if (scenario_where(s, "tasks.%zu.run", i).line < 1)
			broken("every value has a position", &none);
	}
}

/* Patterns and expectations of a good scenario are understood, or refused in the same way. */
static void check_spans(const struct scenario *s)
{
	struct diag diag = { 0 };
	struct observe *observe = observe_new(s, &diag);
	struct check *check = observe ? check_new(s, &diag) : NULL;

	if (!check || observe_resolve(observe, NULL, 0, &diag))
		check_refusal(&diag);
	else if (check->nr < s->nr_expect)
		broken("every expectation is kept", &diag);
	check_free(check);
	observe_free(observe);
}

static void load(const uint8_t *data, size_t size, const char *const *sets, size_t nr_sets)
{
	struct diag diag = { 0 };
	struct scenario s;

	nr_total++;
	if (scenario_load_text("fuzz.yaml", (const char *)data, size, sets, nr_sets, &s, &diag)) {
		check_refusal(&diag);
		return;
	}
	nr_accepted++;
	check_scenario(&s);
	check_spans(&s);
	scenario_free(&s);
}

/* The first line once more as an override of a good scenario. */
static void load_override(const uint8_t *data, size_t size)
{
	static const char good[] = "spitwin: 1\nboard: b\ntasks: [{run: dd}]\n";
	const uint8_t *end = memchr(data, '\n', size);
	size_t len = end ? (size_t)(end - data) : size;
	char *set = malloc(len + 1);
	const char *sets[] = { set };

	memcpy(set, data, len);
	set[len] = '\0';
	load((const uint8_t *)good, sizeof(good) - 1, sets, 1);
	free(set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const sets[] = { "tasks.0.run=dd bs=1", "devices.flash0.fill=prng" };

	load(data, size, NULL, 0);
	load(data, size, sets, 2);
	load_override(data, size);
	return 0;
}

void fuzz_scenario_counts(size_t *accepted, size_t *total)
{
	*accepted = nr_accepted;
	*total = nr_total;
}
