// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "trace/trace.h"

#include <stdbool.h>
#include <stdlib.h>

#include "trace/event_table.h"
#include "trace/reorder.h"
#include "trace/twe_write.h"

struct trace {
	struct reorder reorder;
	struct reducer *reducers;
	size_t nr, cap;
	struct twe_writer *file;
	uint32_t file_classes;
	uint64_t unknown; /* records of a type this build does not know */
	unsigned int unknown_type;
};

struct trace *trace_new(void)
{
	struct trace *trace = mem_alloc(sizeof(*trace));

	reorder_init(&trace->reorder);
	return trace;
}

void trace_add(struct trace *trace, const struct reducer *reducer)
{
	trace->reducers = mem_grow(trace->reducers, trace->nr, &trace->cap, sizeof(*reducer));
	trace->reducers[trace->nr++] = *reducer;
}

int trace_record(struct trace *trace, const char *path, uint32_t classes, char *err)
{
	trace->file = twe_create(path, err);
	trace->file_classes = classes | TWIN_CLASS_META;
	return trace->file ? 0 : -1;
}

uint32_t trace_classes(const struct trace *trace)
{
	uint32_t classes = TWIN_CLASS_META | (trace->file ? trace->file_classes : 0);

	for (size_t i = 0; i < trace->nr; i++)
		classes |= trace->reducers[i].classes;
	return classes;
}

static void deliver(struct trace *trace, const struct twin_event *ev)
{
	uint32_t class = event_info(ev->type)->class;

	for (size_t i = 0; i < trace->nr; i++)
		if ((trace->reducers[i].classes | TWIN_CLASS_META) & class)
			trace->reducers[i].event(trace->reducers[i].state, ev);
	if (trace->file && (trace->file_classes & class))
		twe_put(trace->file, ev);
}

static void deliver_ready(struct trace *trace, bool all)
{
	struct twin_event ev;

	while (reorder_get(&trace->reorder, all, &ev))
		deliver(trace, &ev);
}

static void take(struct trace *trace, const struct twin_event *ev)
{
	if (event_info(ev->type)) {
		reorder_put(&trace->reorder, ev);
		return;
	}
	trace->unknown++;
	trace->unknown_type = ev->type;
}

int trace_push(struct trace *trace, const struct twin_event *events, size_t n)
{
	for (size_t i = 0; i < n; i++)
		take(trace, &events[i]);
	deliver_ready(trace, false);
	return trace->unknown || (trace->file && twe_failed(trace->file)) ? -1 : 0;
}

int trace_drain(struct trace *trace, struct twin_ring *ring)
{
	uint32_t n = ring->used;

	ring->used = 0;
	return trace_push(trace, ring->events, n);
}

static int end_file(struct trace *trace, uint64_t now, char *err)
{
	struct twe_writer *file = trace->file;

	trace->file = NULL;
	return file ? twe_finish(file, now, err) : 0;
}

int trace_end(struct trace *trace, uint64_t now, char *err)
{
	deliver_ready(trace, true);
	for (size_t i = 0; i < trace->nr; i++)
		if (trace->reducers[i].end)
			trace->reducers[i].end(trace->reducers[i].state, now);
	if (end_file(trace, now, err))
		return -1;
	if (trace->unknown)
		return fail(err,
			    "event stream: error: %llu records of unknown type, the last one %u; "
			    "image and program do not match, rebuild the image",
			    (unsigned long long)trace->unknown, trace->unknown_type);
	return 0;
}

void trace_keep(struct trace *trace, size_t n)
{
	if (n < trace->nr)
		trace->nr = n;
	trace->file = NULL;	/* another process's */
}

uint64_t trace_late(const struct trace *trace)
{
	return trace->reorder.late;
}

void trace_free(struct trace *trace)
{
	if (!trace)
		return;
	if (trace->file)
		twe_abandon(trace->file);
	reorder_free(&trace->reorder);
	free(trace->reducers);
	free(trace);
}
