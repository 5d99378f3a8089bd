/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The workload's tasks and the measuring window: the time while at least one task runs. What
 * happens before the first task (boot, probing) or between and after tasks is not measured.
 */
#ifndef MEASURE_WINDOW_H
#define MEASURE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

struct task_span {
	uint64_t tag; /* of the WINDOW record */
	uint32_t pid;
	bool ended;
	uint64_t begin, end; /* ps; end of the run when it did not end */
};

struct window {
	bool whole_run;
	unsigned int running;
	uint64_t first, last; /* begin of the first span, end of the last, ps */
	uint64_t length;      /* sum of all spans, ps */
	uint64_t opened;      /* begin of the current span */
	bool any;
	struct task_span *tasks;
	size_t nr_tasks, cap;
};

enum window_step { WINDOW_SAME, WINDOW_OPENS, WINDOW_CLOSES };

/* Takes a WINDOW record. */
enum window_step window_event(struct window *w, const struct twin_event *ev);
/* The run begins (matters with whole_run) and ends. */
enum window_step window_begin_run(struct window *w);
enum window_step window_end_run(struct window *w, uint64_t now);
bool window_open(const struct window *w);
void window_free(struct window *w);

#endif
