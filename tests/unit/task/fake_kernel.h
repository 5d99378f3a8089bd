/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A kernel in miniature for one command: answers system calls with what the test planned, and keeps
 * a text of them. The clock is what the test says.
 */
#ifndef TEST_FAKE_KERNEL_H
#define TEST_FAKE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

struct fake_kernel {
	/* plan */
	long open_in, open_out;		/* what opening for reading and for writing returns */
	long read_error;		/* of `read_errors` reads (0: all), from `read_error_at` */
	unsigned int read_error_at, read_errors;
	bool padding;			/* zeros may come where reading failed */
	size_t input;			/* bytes that can be read, in total */
	size_t write_most;		/* bytes one write takes at most, 0: all */
	long write_error;		/* once `write_room` bytes are taken, 0: none */
	size_t write_room;
	long seek_error;		/* of seeks that move; those to the end work */
	bool no_seek;			/* no seek works: ESPIPE */
	long fsync_error, fdatasync_error, truncate_error;
	size_t read_most;		/* bytes one read gives at most, 0: all */
	bool regular;			/* the input is a regular file of `input` bytes */
	long direct;			/* O_DIRECT flags that fcntl() tells of */
	uint64_t ns;			/* between the first and the second look at the clock */

	/* what happened */
	char calls[4096];		/* "open(in,0) read(0,512) ..." without messages */
	char messages[2048];		/* written to descriptor 2 */
	size_t was_read, was_written;
	int64_t position;		/* of descriptor 0 */
	uint64_t charged;		/* ps */
	unsigned int reads, clock_looks;
	uint64_t ns_step;		/* between further looks at the clock */
};

extern struct fake_kernel fake;
extern const struct twin_task_api fake_api;

#endif
