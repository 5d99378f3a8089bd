/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The operands of dd (POSIX, and the GNU ones people use), parsed on the host. */
#ifndef TWIN_TASK_DD_OPTIONS_H
#define TWIN_TASK_DD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "task.h"

enum dd_conv { DD_NOTRUNC = 1, DD_FSYNC = 2, DD_SYNC = 4, DD_NOERROR = 8, DD_NOCREAT = 16 };
enum dd_status { DD_STATUS_ALL, DD_STATUS_NOXFER, DD_STATUS_NONE };

struct dd_options {
	char in[256], out[256];		/* "" = stdin, stdout */
	uint64_t bs;			/* bytes, 1 .. 64 MiB */
	uint64_t count;			/* blocks; UINT64_MAX: to the end */
	uint64_t skip, seek;		/* blocks */
	/* bytes after these blocks, < bs: of a number that ends in B ("count=1000B") */
	uint64_t count_rest, skip_rest, seek_rest;
	uint32_t conv;			/* enum dd_conv */
	enum dd_status status;
};

/* 0, or -1 with `err` and the index of the wrong word. */
int dd_parse(const struct task_argv *argv, struct dd_options *o, int *word, char *err);
/* "512", "4k", "2xM": a number as dd reads it; 0 or -1 (not a number, 2^63 or more). */
int dd_number(const char *text, uint64_t *value);

#endif
