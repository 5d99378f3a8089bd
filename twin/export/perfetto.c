// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdlib.h>

#include "export/perfetto_events.h"
#include "report/outfile.h"

struct perfetto *perfetto_open(const char *path, const struct export_kernel *kernel, char *err)
{
	struct perfetto *p = mem_alloc(sizeof(*p));

	export_context_init(&p->context, kernel);
	p->file = outfile_open(path, err);
	if (p->file) {
		p->tracks.out.file = outfile_stream(p->file);
		return p;
	}
	perfetto_abandon(p);
	return NULL;
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct perfetto *p = state;

	export_context_event(&p->context, ev);
	perfetto_event(p, ev);
}

static void on_end(void *state, uint64_t now)
{
	struct perfetto *p = state;

	tracks_end(&p->tracks, now);
	pf_finish(&p->tracks.out);
}

struct reducer perfetto_reducer(struct perfetto *p)
{
	return (struct reducer){
		.name = "perfetto",
		.classes = TWIN_CLASS_SCHED | TWIN_CLASS_IRQ | TWIN_CLASS_TIMER | TWIN_CLASS_SPI |
			   TWIN_CLASS_LOCK | TWIN_CLASS_PIN | TWIN_CLASS_DETAIL,
		.event = on_event,
		.end = on_end,
		.state = p,
	};
}

int perfetto_close(struct perfetto *p, char *err)
{
	int ret = outfile_finish(p->file, JSON_TAIL, err);

	p->file = NULL;
	perfetto_abandon(p);
	return ret;
}

void perfetto_abandon(struct perfetto *p)
{
	if (!p)
		return;
	outfile_abandon(p->file);
	tracks_free(&p->tracks);
	export_context_free(&p->context);
	free(p);
}
