/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* --ftrace and --perfetto of a run: the event stream in other tools' formats (twin/export). */
#ifndef TWIN_BOARD_EXPORTS_H
#define TWIN_BOARD_EXPORTS_H

#include "cli/verbs.h"
#include "export/export.h"
#include "kallsyms.h"
#include "machine.h"

struct exports {
	struct ftrace *ftrace;
	struct perfetto *perfetto;
	struct export_kernel kernel;
	struct kallsyms *symbols;
};

/* Opens what the command line asks for. 0, or -1 with one line in `err` (TRACE_ERR_SIZE). */
int exports_open(struct exports *e, const struct cli_run *cli, char *err);
/* They listen from now on. */
void exports_listen(struct exports *e, struct trace *trace);
/* Looks for the kernel's symbols, when the image is loaded and before the run. */
void exports_know(struct exports *e, const struct machine *m);
/* After trace_end(): the files get their names. 0, or -1 with `err`. */
int exports_finish(struct exports *e, char *err);
/* Removes what is not finished; frees. */
void exports_close(struct exports *e);

#endif
