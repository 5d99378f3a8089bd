/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Starts a program, keeps what it prints and says what it cost the host. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <stdint.h>

struct child {
	double wall_ms; /* fork to exit */
	double cpu_ms;	/* user and system time */
	double mark_ms; /* fork until `mark` appeared on stderr; 0: it did not */
	long peak_kib;	/* VmHWM */
	int status;	/* exit code, or 128 + signal */
	char *out;	/* standard output; free() it */
};

/*
 * Runs argv[0] by its path with `argv`; with `mark` it also reads stderr and notes when that text
 * comes. 0, or -1 with errno when it cannot be started.
 */
int child_run(struct child *c, char *const argv[], const char *mark);

#endif
