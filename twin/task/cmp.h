/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* One cmp that runs: options (cmp_options.c), comparing (cmp.c), what it prints (cmp_print.c). */
#ifndef TWIN_TASK_CMP_H
#define TWIN_TASK_CMP_H

#include "options.h"
#include "stream.h"

enum cmp_flag { CMP_PRINT_BYTES = 1, CMP_VERBOSE = 2, CMP_SILENT = 4 };

struct cmp_options {
	struct option_head head;
	uint32_t flags;
	unsigned int nr;
	char file[2][OPTION_PATH];
	uint64_t skip[2], bytes;
};

extern const struct option_table cmp_table;

struct cmp_state {
	const struct twin_task_api *api;
	const struct cmp_options *o;
	struct task_stream out;
	int fd[2];
	struct task_stat st[2];
	char *buf[2];
	uint64_t size;		/* of a buffer */
	int64_t position[2];	/* -1: not seekable */
	bool positioned[2];
	bool no_output;		/* standard output is /dev/null */
	uint64_t byte, line;	/* number of the next byte and its line, from 1 */
	bool at_line_start;
	int width;		/* of numbers of bytes with -l */
};

/* Moves a file to where comparing begins, once; -1: it cannot. */
int64_t cmp_position(struct cmp_state *s, int f);

/* Width of the numbers that -l prints: that of the last byte. */
int cmp_width(struct cmp_state *s);
/* The first difference: bytes a and b. */
void cmp_print_first(struct cmp_state *s, unsigned char a, unsigned char b);
/* All differences of the buffers from `from` to n. */
void cmp_print_each(struct cmp_state *s, uint64_t n, uint64_t from);
/* `file` ended before the other one. */
void cmp_print_end(struct cmp_state *s, const char *file);

#endif
