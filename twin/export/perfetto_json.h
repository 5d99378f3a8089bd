/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Events of Chrome's JSON trace format. Times are microseconds with the picosecond as last digit;
 * they never go back in the file.
 */
#ifndef EXPORT_PERFETTO_JSON_H
#define EXPORT_PERFETTO_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pf_out {
	FILE *file;
	bool begun;
	unsigned int args; /* of the event that is being written */
	uint64_t now;	   /* latest time written, ps */
};

/* A place for slices: a row in the viewer. */
struct pf_place {
	unsigned int process, thread;
};

/*
 * An event up to its arguments: pf_text() and pf_number() follow, then pf_end(). Phases: B
 * and E of a slice, i for an instant. `name` may be NULL: the end of a slice needs none.
 */
void pf_begin(struct pf_out *j, char phase, uint64_t time, struct pf_place at, const char *name);
void pf_text(struct pf_out *j, const char *key, const char *value);
void pf_number(struct pf_out *j, const char *key, int64_t value);
void pf_end(struct pf_out *j);
/* "process_name", "thread_sort_index" and so on, without a time. */
void pf_name(struct pf_out *j, const char *what, struct pf_place at, const char *name);
void pf_sort(struct pf_out *j, const char *what, struct pf_place at, uint64_t index);
/* Nothing follows but the file's end, JSON_TAIL. */
void pf_finish(struct pf_out *j);

#define JSON_TAIL "\n]}\n"

#endif
