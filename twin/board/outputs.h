/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Which files a run may write: none that it reads, none twice, nothing but regular files. */
#ifndef TWIN_BOARD_OUTPUTS_H
#define TWIN_BOARD_OUTPUTS_H

#include "cli/verbs.h"
#include "image_need.h"
#include "scenario/scenario.h"

/*
 * Looks at --vcd, --ftrace, --perfetto, --junit, -o and the devices' `save:` before anything is
 * opened; a kernel tree is never written to. Files are renamed
 * into place, which would replace a device, a pipe or a symbolic link of that name. Returns: 0, or
 * -1 with diag filled.
 */
int outputs_check(const struct cli_run *cli, const struct scenario *scenario,
		  const struct image_need *need, struct diag *diag);

#endif
