/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Runs the program under test, or any other, and keeps all that it said. */
#ifndef SCENARIOS_PROGRAM_H
#define SCENARIOS_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* How to run; all fields may be zero. */
struct how {
	const char *dir;    /* working directory */
	const char *env[8]; /* NAME=VALUE, ends with NULL */
	const char *out_to; /* file that gets stdout */
	int signal;	    /* sent once, after `signal_ms` */
	int signal_ms;
	int closed_stdin;
};

struct said {
	int code;	 /* exit code; 128 + signal when killed, 127 when not found */
	char *out, *err; /* with a NUL behind; never freed */
	size_t out_len, err_len;
	uint64_t ms; /* host time */
};

/* argv[0] is looked up in PATH. */
struct said program(const struct how *how, const char *const *argv);
/* The program under test with these words. */
struct said spitwin_how(const struct how *how, const char *const *words);

#define SPITWIN(...) spitwin_how(NULL, (const char *const[]){__VA_ARGS__, NULL})
#define SPITWIN_HOW(how, ...) spitwin_how(how, (const char *const[]){__VA_ARGS__, NULL})

/* Fails the test unless the program ended with `code`; shows what it said. */
void expect_code(const struct said *s, int code);
/*
 * Fails the test unless it was refused as bad input: exit code 2, nothing on stdout, one line of
 * the form "PLACE: error: WHAT" on stderr. `line` is that line, without its end; NULL: any.
 */
void expect_refused(const struct said *s, const char *line);

/* Top of the repository. */
const char *top(void);
/*
 * Skips the test, and says so, unless the kernel image `name` of board sama5d36ek is built. One that
 * tests/images lists is never skipped: the test fails without it.
 */
void need_image(const char *name);
void need_image_of(const char *name, const char *board);
/* Path of the program under test. */
const char *spitwin_bin(void);
/* Memory that lives as long as the test's process. */
void *keep(void *memory);
char *text(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
