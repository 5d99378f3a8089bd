// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * dd, with the system calls that GNU dd 9.1 makes (seen with strace) and its messages. Not
 * modelled: program start (loader, locale files, signal handlers) before the first open; SIGUSR1;
 * conversions of text, conv=sparse and swab, the flag nocache. Buffers come from mmap() whatever
 * their size.
 */
#include <fcntl.h>
#include <stdlib.h>

#include "dd.h"
#include "kinds.h"

#define NS_PER_S 1000000000U

static void dd_start(struct dd_state *s)
{
	const struct dd_options *o = s->o;

	s->start = task_clock(s->api);
	s->next = s->start + NS_PER_S;
	s->reported = UINT64_MAX;
	s->out_offset = -2;
	s->warn_partial = !o->two_buffers && !(o->iflags & DD_FULLBLOCK) &&
			  (o->skip || (o->count && o->count < INT64_MAX) ||
			   (o->iflags | o->oflags) & O_DIRECT);
}

static int dd_run(const struct twin_task_api *api, void *arg)
{
	struct dd_state s = { .o = arg, .api = api, .conv = ((struct dd_options *)arg)->conv };
	int status;

	if (options_shown(api, &dd_table, &s.o->head))
		return 0;
	if (dd_open_files(&s))
		return 1;
	dd_start(&s);
	if (dd_skip_files(&s))
		return 1;
	status = dd_copy(&s);
	if (status == 2)
		return 1;
	if (dd_sync(&s))
		status = 1;
	if (s.discard)
		dd_discard(&s);
	task_close(api, 0);
	task_close(api, 1);
	dd_statistics(&s);
	return status;
}

static int dd_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&dd_table, argv, arg, word, err);
}

const struct task_info kind_dd = {
	.name = "dd",
	.doc = "copy a file, block by block (GNU coreutils)",
	.options = &dd_table,
	.prepare = dd_prepare,
	.run = dd_run,
	.release = free,
};
