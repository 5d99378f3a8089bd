/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A board with a hosted kernel inside a test: a scenario from text, the test's own functions as
 * user tasks, the event stream in memory, interrupts at chosen instants.
 */
#ifndef TESTS_HOSTED_H
#define TESTS_HOSTED_H

#include "board/machine.h"

/* The AIC line that nobody uses; /dev/twin/ drivers of the image take its edges. */
#define HOSTED_TEST_LINE 47

struct hosted {
	struct scenario scenario;
	struct machine *machine;
	struct twin_event *events;	/* all that was recorded */
	size_t nr_events, room;
	char *why;			/* machine_explain() */
};

/* Builds a board for one task `run` (a command line); exits the test when that fails. */
struct hosted *hosted_new(const char *run, bool sync_block);
/*
 * The same from a whole scenario, whose files are relative to scenarios/. Events go to `reducer`
 * alone, or with NULL to h->events.
 */
struct hosted *hosted_text(const char *text, bool sync_block, const struct reducer *reducer);
/* Runs `fn` as the task's program instead of the command. */
void hosted_user(struct hosted *h, twin_task_fn fn, void *arg);
/* To the end; h->events, h->why and h->machine->result are valid afterwards. */
void hosted_run(struct hosted *h);
void hosted_free(struct hosted *h);

/*
 * Calls fn(arg, result) in a child process and copies its result back: SystemC has one board per
 * process, and some tests need several runs.
 */
void hosted_in_child(void (*fn)(const void *arg, void *result), const void *arg, void *result,
		     size_t size);

#endif
