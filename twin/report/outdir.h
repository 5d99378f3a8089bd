/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The run directory: report.txt, report.json, pins.vcd, events.twe, manifest.json, tasks/NAME.out.
 *
 * Files are made in a temporary directory beside it, which gets the name when the run is complete;
 * an earlier run of that name is replaced only then. A directory that holds anything else is never
 * touched.
 */
#ifndef REPORT_OUTDIR_H
#define REPORT_OUTDIR_H

#include <stddef.h>

#include "report/report.h"

struct outdir;

struct outdir_pair {
	const char *key, *value;
};

/*
 * Before the simulation: checks that `path` is new, empty or an earlier run, and that one can
 * write there. NULL with one line in `err` (TRACE_ERR_SIZE).
 */
struct outdir *outdir_prepare(const char *path, char *err);
/* Where a file of the run is to be written now; valid until the next call. */
const char *outdir_file(struct outdir *o, const char *name);
/*
 * In a line about a file of the run that another writer made (TRACE_ERR_SIZE): the name that people
 * know instead of where the file is written now.
 */
void outdir_name_error(const struct outdir *o, char *err);
/* Writes a file of the run. 0, or -1 with `err`. */
int outdir_write(struct outdir *o, const char *name, const void *data, size_t len, char *err);
/*
 * report.txt, report.json, manifest.json and the output of every task. The manifest holds what is
 * needed to repeat the run: versions and hashes, as pairs. 0, or -1 with `err`.
 */
int outdir_report(struct outdir *o, const struct run_report *r, const struct outdir_pair *manifest,
		  size_t nr_manifest, char *err);
/* Gives the directory its name; frees. 0, or -1 with `err` and the earlier run unchanged. */
int outdir_commit(struct outdir *o, char *err);
/* Removes what was written; frees. NULL is allowed. */
void outdir_abort(struct outdir *o);

#endif
