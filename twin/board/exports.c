// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "exports.h"

#include <stdio.h>

int exports_open(struct exports *e, const struct cli_run *cli, char *err)
{
	e->kernel.nr_cpus = 1;
	if (cli->ftrace) {
		e->ftrace = ftrace_open(cli->ftrace, &e->kernel, err);
		if (!e->ftrace)
			return -1;
	}
	if (cli->perfetto) {
		e->perfetto = perfetto_open(cli->perfetto, &e->kernel, err);
		if (!e->perfetto)
			return -1;
	}
	return 0;
}

void exports_listen(struct exports *e, struct trace *trace)
{
	struct reducer reducer;

	if (e->ftrace) {
		reducer = ftrace_reducer(e->ftrace);
		trace_add(trace, &reducer);
	}
	if (e->perfetto) {
		reducer = perfetto_reducer(e->perfetto);
		trace_add(trace, &reducer);
	}
}

static const char *symbol(void *ctx, uint64_t addr, uint64_t *offset)
{
	return kallsyms_name(ctx, addr, offset);
}

void exports_know(struct exports *e, const struct machine *m)
{
	char path[4200];

	if (!e->ftrace && !e->perfetto)
		return;
	snprintf(path, sizeof(path), "%s/vmlinux", m->image_dir);
	e->symbols = kallsyms_load(path, (uint64_t)m->image.base);
	e->kernel = (struct export_kernel){
		.nr_cpus = m->boot.nr_cpus, .symbol = symbol, .ctx = e->symbols,
	};
}

int exports_finish(struct exports *e, char *err)
{
	struct ftrace *ftrace = e->ftrace;
	struct perfetto *perfetto = e->perfetto;

	e->ftrace = NULL;
	if (ftrace && ftrace_close(ftrace, err))
		return -1;
	e->perfetto = NULL;
	return perfetto ? perfetto_close(perfetto, err) : 0;
}

void exports_close(struct exports *e)
{
	ftrace_abandon(e->ftrace);
	perfetto_abandon(e->perfetto);
	kallsyms_free(e->symbols);
}
