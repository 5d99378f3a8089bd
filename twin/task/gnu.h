/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* How GNU tools complain and write file names. */
#ifndef TWIN_TASK_GNU_H
#define TWIN_TASK_GNU_H

#include "task.h"

#define GNU_QUOTED 1024		/* bytes that hold any quoted file name of 255 bytes */

/* "TOOL: MESSAGE[: REASON]", in the writes that glibc's error() makes; err 0: no reason. */
void gnu_error(const struct twin_task_api *api, const char *tool, long err, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/*
 * A name as a shell would take it, always in quotes or only where it needs them; into GNU_QUOTED
 * bytes, which are returned. Bytes that are not printable ASCII stay as they are, where GNU writes
 * octal.
 */
const char *gnu_quote(char *to, const char *name);
const char *gnu_quote_if_needed(char *to, const char *name);

#endif
