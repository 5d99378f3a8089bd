/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A kernel in miniature with files: the test says which there are and how ioctl() answers; kept are
 * a text of the calls, what was printed, and the time that was charged.
 */
#ifndef TEST_FAKE_FILES_H
#define TEST_FAKE_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "task/task.h"

enum fake_kind { FAKE_REGULAR, FAKE_CHAR, FAKE_BLOCK, FAKE_DIRECTORY };

struct fake_file {
	const char *path;	/* NULL ends the list */
	enum fake_kind kind;
	uint64_t rdev;		/* major << 8 | minor */
	const char *data;	/* of a directory: names, each with its NUL, then an empty one */
	size_t len;		/* 0: strlen(data) */
	long read_error;
};

#define FAKE_KEPT 16384

struct fake_files {
	/* plan */
	const struct fake_file *files;
	long (*ioctl)(unsigned long request, void *arg);
	long sleep_result;
	int32_t blksize;

	/* what happened */
	char calls[FAKE_KEPT];	/* without what is written to 1 and 2 */
	char said[FAKE_KEPT];	/* written to 1 and 2, in order */
	char written[FAKE_KEPT];	/* to other files */
	size_t was_written;
	uint64_t charged;	/* ps */
	unsigned int writes[3];	/* how often 1 and 2 were written to */
	int signal;		/* sent to itself */
};

extern struct fake_files files;
extern const struct twin_task_api files_api;

/* Nothing happened yet, nothing is open. `ioctl` may be NULL: ENOTTY. */
void files_plan(const struct fake_file *list, long (*ioctl)(unsigned long request, void *arg));

#endif
