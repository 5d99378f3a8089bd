/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* From records to slices. */
#ifndef EXPORT_PERFETTO_EVENTS_H
#define EXPORT_PERFETTO_EVENTS_H

#include "export/context.h"
#include "export/perfetto_tracks.h"

struct perfetto {
	struct export_context context;
	struct outfile *file;
	struct tracks tracks;
};

void perfetto_event(struct perfetto *p, const struct twin_event *ev);

#endif
