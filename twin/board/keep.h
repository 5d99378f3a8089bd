/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Into a run directory: what the run was made of, so that it can be repeated. */
#ifndef TWIN_BOARD_KEEP_H
#define TWIN_BOARD_KEEP_H

#include "cli/verbs.h"
#include "machine.h"
#include "report/outdir.h"

#define KEEP_PAIRS 40

/*
 * Copies scenario, overlays and the board's constants. pairs: room for KEEP_PAIRS entries of the
 * manifest, the words of --set among them; they use the caller's texts. Returns: how many pairs, or
 * -1 with one line in err.
 */
int keep_inputs(struct outdir *o, const struct cli_run *cli, const struct machine *m,
		struct outdir_pair *pairs, char *err);

/* The last `n` lines of the kernel's log, of one line each; "" when there are none. malloc()ed. */
char *keep_log_end(const struct machine *m, size_t n);

#endif
