// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "written.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "twin_trace_flags.h"

static char err[TRACE_ERR_SIZE];

static const char *symbol(void *ctx, uint64_t addr, uint64_t *offset)
{
	(void)ctx;
	*offset = addr & 0xff;
	if (addr >> 8 == 0x10)
		return "tick";
	return addr == 0x2000 ? "rcu_lock" : NULL;
}

struct export_kernel one_cpu = {.nr_cpus = 1, .symbol = symbol};

static void through(struct stream *s, const struct reducer *reducer, uint64_t end)
{
	struct trace *t = trace_new();

	trace_add(t, reducer);
	stream_push(s, t);
	cr_assert_eq(trace_end(t, end, err), 0, "%s", err);
	trace_free(t);
	stream_free(s);
}

char *written_ftrace(struct stream *s, const struct export_kernel *kernel, uint64_t end)
{
	struct ftrace *f = ftrace_open("trace.txt", kernel, err);
	struct reducer reducer;

	cr_assert(f, "%s", err);
	reducer = ftrace_reducer(f);
	through(s, &reducer, end);
	cr_assert_eq(ftrace_close(f, err), 0, "%s", err);
	return slurp("trace.txt", NULL);
}

json_t *written_perfetto(struct stream *s, const struct export_kernel *kernel, uint64_t end)
{
	struct perfetto *p = perfetto_open("trace.json", kernel, err);
	struct reducer reducer;
	json_error_t e;
	json_t *root;

	cr_assert(p, "%s", err);
	reducer = perfetto_reducer(p);
	through(s, &reducer, end);
	cr_assert_eq(perfetto_close(p, err), 0, "%s", err);
	root = json_load_file("trace.json", JSON_REJECT_DUPLICATES, &e);
	cr_assert(root, "line %d: %s", e.line, e.text);
	return json_object_get(root, "traceEvents");
}

void add_flags(struct stream *s, uint64_t time, unsigned int type, unsigned int flags, uint64_t a,
	       uint64_t b)
{
	stream_add(s, time, type, a, b);
	s->ev[s->used - 1].flags = (uint8_t)flags;
}

void add_name(struct stream *s, uint64_t time, uint64_t id, const char *name)
{
	size_t len = strlen(name), at = 0;

	do {
		size_t n = len - at < 8 ? len - at : 8;
		uint64_t word = 0;

		memcpy(&word, name + at, n);
		add_flags(s, time, TWIN_EV_STRING, (unsigned int)n | (at ? 0 : TWIN_STRING_BEGINS),
			  id, word);
		at += n;
	} while (at < len);
}

void add_comm(struct stream *s, uint64_t time, uint32_t pid, const char *name)
{
	add_name(s, time, pid, name);
	stream_add(s, time, TWIN_EV_TASK, pid, pid);
}
