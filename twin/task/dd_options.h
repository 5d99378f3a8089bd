/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The operands of dd (POSIX, and the GNU ones people use), parsed on the host. */
#ifndef TWIN_TASK_DD_OPTIONS_H
#define TWIN_TASK_DD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"

enum dd_conv {
	DD_NOTRUNC = 1, DD_FSYNC = 2, DD_SYNC = 4, DD_NOERROR = 8, DD_NOCREAT = 16, DD_EXCL = 32,
	DD_FDATASYNC = 64,
};

enum dd_status { DD_STATUS_ALL, DD_STATUS_NOXFER, DD_STATUS_NONE, DD_STATUS_PROGRESS };

/* Flags of iflag= and oflag= that are none of open()'s. */
enum dd_flag {
	DD_FULLBLOCK = 1 << 27, DD_COUNT_BYTES = 1 << 28, DD_SKIP_BYTES = 1 << 29,
	DD_SEEK_BYTES = 1 << 30,
};

struct dd_options {
	struct option_head head;
	char in[OPTION_PATH], out[OPTION_PATH];	/* "" = stdin, stdout */
	uint64_t bs;			/* 0: not given; sets the other two */
	uint64_t ibs, obs;		/* bytes, 1 .. 64 MiB */
	uint64_t count;			/* blocks; UINT64_MAX: to the end */
	uint64_t skip, seek;		/* blocks of ibs and of obs */
	/* bytes after these blocks: of a number with a B in it ("count=1000B") */
	uint64_t count_rest, skip_rest, seek_rest;
	uint32_t conv;			/* enum dd_conv */
	uint32_t iflags, oflags;	/* O_*, and enum dd_flag of either in iflags */
	uint32_t in_bytes;		/* DD_*_BYTES of count, skip and seek themselves */
	uint32_t status;		/* enum dd_status */
	bool two_buffers;		/* no bs=: output is collected in blocks of obs */
};

extern const struct option_table dd_table;

/* "512", "4k", "2xM": a number as dd reads it; 0 or -1 (not a number, 2^63 or more). */
int dd_number(const char *text, uint64_t *value);

#endif
