// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* sync of GNU coreutils 9.1 without files: all file systems are written back. */
#include <stdlib.h>

#include "kinds.h"
#include "options.h"

struct sync_options {
	struct option_head head;
};

#define ALL_ONLY "only all file systems at once are synced"

static const struct option_row sync_rows[] = {
	{ "data", 'd', NULL, ALL_ONLY, NULL, 0, 0 },
	{ "file-system", 'f', NULL, ALL_ONLY, NULL, 0, 0 },
	OPTION_STANDARD,
};

static const struct option_table sync_table = {
	.tool = "sync", .operands = "", .version = "sync (GNU coreutils) 9.1",
	.rows = sync_rows, .nr_rows = sizeof(sync_rows) / sizeof(sync_rows[0]),
	.size = sizeof(struct sync_options),
};

static int sync_run(const struct twin_task_api *api, void *arg)
{
	const struct sync_options *o = arg;

	if (!options_shown(api, &sync_table, &o->head))
		task_sync(api);
	return 0;
}

static int sync_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&sync_table, argv, arg, word, err);
}

const struct task_info kind_sync = {
	.name = "sync",
	.doc = "write all file systems back (GNU coreutils)",
	.options = &sync_table,
	.prepare = sync_prepare,
	.run = sync_run,
	.release = free,
};
