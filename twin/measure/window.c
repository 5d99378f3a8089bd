// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/window.h"

#include <stdlib.h>

#include "trace/mem.h"

static enum window_step enter(struct window *w, uint64_t time)
{
	if (w->running++)
		return WINDOW_SAME;
	if (!w->any)
		w->first = time;
	w->any = true;
	w->opened = time;
	return WINDOW_OPENS;
}

static enum window_step leave(struct window *w, uint64_t time)
{
	if (!w->running || --w->running)
		return WINDOW_SAME;
	w->last = time;
	w->length += time - w->opened;
	return WINDOW_CLOSES;
}

static struct task_span *running_task(struct window *w, uint64_t tag)
{
	for (size_t i = w->nr_tasks; i-- > 0;)
		if (w->tasks[i].tag == tag && !w->tasks[i].ended)
			return &w->tasks[i];
	return NULL;
}

static enum window_step begin_task(struct window *w, const struct twin_event *ev)
{
	w->tasks = mem_grow(w->tasks, w->nr_tasks, &w->cap, sizeof(*w->tasks));
	w->tasks[w->nr_tasks++] =
		(struct task_span){.tag = ev->b, .pid = ev->task, .begin = ev->time};
	return enter(w, ev->time);
}

enum window_step window_event(struct window *w, const struct twin_event *ev)
{
	struct task_span *task;

	if (ev->a)
		return begin_task(w, ev);
	task = running_task(w, ev->b);
	if (!task)
		return WINDOW_SAME;
	task->ended = true;
	task->end = ev->time;
	return leave(w, ev->time);
}

enum window_step window_begin_run(struct window *w)
{
	return w->whole_run ? enter(w, 0) : WINDOW_SAME;
}

enum window_step window_end_run(struct window *w, uint64_t now)
{
	for (size_t i = 0; i < w->nr_tasks; i++)
		if (!w->tasks[i].ended)
			w->tasks[i].end = now;
	if (!w->running)
		return WINDOW_SAME;
	w->running = 1;
	return leave(w, now);
}

bool window_open(const struct window *w)
{
	return w->running;
}

void window_free(struct window *w)
{
	free(w->tasks);
}
