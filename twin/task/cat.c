// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * cat of GNU coreutils 9.1 without options, with its system calls when standard output is no
 * regular file (seen with strace). Not modelled: program start; options, which format text.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "gnu.h"
#include "kinds.h"
#include "options.h"

#define CAT_READ (128 << 10)
#define CAT_BUFFER (CAT_READ + 8192)
#define CAT_FILES 16

struct cat_options {
	struct option_head head;
	unsigned int nr;
	char files[CAT_FILES][OPTION_PATH];
};

#define NO_FORMATS "text is copied as it is"

static const struct option_row cat_rows[] = {
	{ "show-all", 'A', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "number-nonblank", 'b', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "show-ends", 'E', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "number", 'n', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "squeeze-blank", 's', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "show-tabs", 'T', NULL, NO_FORMATS, NULL, 0, 0 },
	{ "show-nonprinting", 'v', NULL, NO_FORMATS, NULL, 0, 0 },
	OPTION_STANDARD,
};

static int cat_operand(void *options, unsigned int i, const char *text, char *err)
{
	struct cat_options *o = options;

	o->nr = i + 1;
	return option_path(o->files[i], text, err);
}

static const struct option_table cat_table = {
	.tool = "cat", .operands = "[FILE]...", .version = "cat (GNU coreutils) 9.1",
	.rows = cat_rows, .nr_rows = sizeof(cat_rows) / sizeof(cat_rows[0]),
	.max = CAT_FILES, .operand = cat_operand, .size = sizeof(struct cat_options),
};

static int cat_fail(const struct twin_task_api *api, const char *file, long err)
{
	char quoted[GNU_QUOTED];

	gnu_error(api, "cat", err, "%s", gnu_quote_if_needed(quoted, file));
	return 1;
}

/* 0, 1 after a message, -1: nothing more can be written. */
static int cat_copy(const struct twin_task_api *api, const char *file, int fd, char *buf)
{
	long n;

	while ((n = task_read(api, fd, buf, CAT_READ)) > 0) {
		for (long done = 0; done < n;) {
			long ret = task_write(api, 1, buf + done, n - done);

			if (ret <= 0) {
				gnu_error(api, "cat", ret, "write error");
				return -1;
			}
			done += ret;
		}
	}
	return n < 0 ? cat_fail(api, file, n) : 0;
}

static int cat_file(const struct twin_task_api *api, const char *file)
{
	bool standard = !strcmp(file, "-");
	long fd = standard ? 0 : task_open(api, file, O_RDONLY, 0);
	struct task_stat st;
	char *buf;
	int status;

	if (fd < 0)
		return cat_fail(api, file, fd);
	task_fstat(api, fd, &st);
	task_fadvise(api, fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	buf = task_alloc(api, CAT_BUFFER);
	if (!buf) {
		gnu_error(api, "cat", 0, "memory exhausted");
		return -1;
	}
	status = cat_copy(api, file, fd, buf);
	task_free(api, buf, CAT_BUFFER);
	if (!standard)
		task_close(api, fd);
	return status;
}

static int cat_run(const struct twin_task_api *api, void *arg)
{
	const struct cat_options *o = arg;
	struct task_stat st;
	int status = 0;

	if (options_shown(api, &cat_table, &o->head))
		return 0;
	task_fstat(api, 1, &st);
	if (!o->nr)
		return cat_file(api, "-") != 0;
	for (unsigned int i = 0; i < o->nr; i++) {
		int ret = cat_file(api, o->files[i]);

		status |= ret != 0;
		if (ret < 0)
			break;
	}
	return status;
}

static int cat_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&cat_table, argv, arg, word, err);
}

const struct task_info kind_cat = {
	.name = "cat",
	.doc = "print files (GNU coreutils)",
	.options = &cat_table,
	.prepare = cat_prepare,
	.run = cat_run,
	.release = free,
};
