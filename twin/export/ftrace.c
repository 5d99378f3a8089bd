// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdbool.h>
#include <stdlib.h>

#include "export/ftrace_text.h"
#include "report/outfile.h"

struct ftrace {
	struct export_context context;
	struct outfile *file;
	bool begun;
	uint64_t entries;
};

struct ftrace *ftrace_open(const char *path, const struct export_kernel *kernel, char *err)
{
	struct ftrace *f = mem_alloc(sizeof(*f));

	export_context_init(&f->context, kernel);
	f->file = outfile_open(path, err);
	if (f->file)
		return f;
	ftrace_abandon(f);
	return NULL;
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct ftrace *f = state;
	FILE *out = outfile_stream(f->file);

	export_context_event(&f->context, ev);
	if (!f->begun)
		ftrace_head(out, 0, f->context.kernel->nr_cpus);
	f->begun = true;
	f->entries += ftrace_line(out, &f->context, ev);
}

/* The number of lines is known now. A write error stays one: fseek() does not clear it. */
static void on_end(void *state, uint64_t now)
{
	struct ftrace *f = state;
	FILE *out = outfile_stream(f->file);

	(void)now;
	if (!fseek(out, 0, SEEK_SET))
		ftrace_head(out, f->entries, f->context.kernel->nr_cpus);
}

struct reducer ftrace_reducer(struct ftrace *f)
{
	return (struct reducer){
		.name = "ftrace",
		.classes = TWIN_CLASS_SCHED | TWIN_CLASS_IRQ | TWIN_CLASS_TIMER | TWIN_CLASS_SPI |
			   TWIN_CLASS_LOCK | TWIN_CLASS_DETAIL,
		.event = on_event,
		.end = on_end,
		.state = f,
	};
}

int ftrace_close(struct ftrace *f, char *err)
{
	int ret = outfile_finish(f->file, "", err);

	f->file = NULL;
	ftrace_abandon(f);
	return ret;
}

void ftrace_abandon(struct ftrace *f)
{
	if (!f)
		return;
	outfile_abandon(f->file);
	export_context_free(&f->context);
	free(f);
}
