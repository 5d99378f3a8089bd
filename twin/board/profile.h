/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * --profile: which functions of the kernel ran from the first task's start to the last one's end,
 * and how long. Counted by the kernel at every block, so such a run is synchronised at each.
 */
#ifndef TWIN_BOARD_PROFILE_H
#define TWIN_BOARD_PROFILE_H

#include "machine.h"

/* Prepares to count. Returns: 0, or -1 and diag. */
int profile_open(struct machine *m, struct diag *diag);

/* Begin and end of what is counted. Nothing without profile_open(). */
void profile_begin(struct machine *m);
void profile_end(struct machine *m);

/*
 * Writes one line per function, by falling time: name, blocks, instructions, ps, with tabs between;
 * comment lines say what was run. A function's time has everything up to the next block: register
 * accesses, explicit charges, idling. What no block accounts for is the line "-". Functions of one
 * name are one line. The file appears whole or not at all. Returns: 0, or -1 and diag.
 */
int profile_write(const struct machine *m, const char *path, struct diag *diag);

void profile_free(struct machine *m);

#endif
