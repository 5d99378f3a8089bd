/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Options of commands: one table per command drives the parser, --help, "did you mean" and the list
 * of what the real tool has and this one does not. Parsing happens on the host, before anything is
 * simulated.
 */
#ifndef TWIN_TASK_OPTIONS_H
#define TWIN_TASK_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "task.h"

#define OPTION_PATH 256		/* bytes of a file name with its NUL */

enum option_show { OPTION_RUN, OPTION_SHOW_HELP, OPTION_SHOW_VERSION };

/* First field of every structure that a table fills. */
struct option_head {
	enum option_show show;
};

struct option_row {
	const char *name;	/* without dashes; of operands of the form NAME=VALUE too */
	char letter;		/* 0: none */
	/* What help calls its value; NULL: none; "[=N]": it may have one, else NULL is set. */
	const char *value;
	const char *doc;	/* one line */
	/* NULL: the real tool has it, this one refuses it (doc says why). 0, or -1 with `err`. */
	int (*set)(void *options, const struct option_row *row, const char *value, char *err);
	size_t offset;		/* where, for the setters below */
	uint32_t bit;
};

struct option_table {
	const char *tool;
	const char *operands;	/* as help shows them, "DEVICE START COUNT" */
	const char *version;	/* what --version says, without newline */
	const struct option_row *rows;
	size_t nr_rows;
	bool assignments;	/* rows with a value are operands NAME=VALUE, as dd has them */
	unsigned int min, max;	/* number of operands */
	/* The i-th operand. 0, or -1 with `err`. */
	int (*operand)(void *options, unsigned int i, const char *text, char *err);
	/* Defaults, before anything is parsed; may be NULL. */
	void (*defaults)(void *options);
	/* After all words; may be NULL. 0, or -1 with `err`. */
	int (*check)(void *options, char *err);
	size_t size;		/* of the structure that is filled */
};

/* Setters: a bit of a uint32_t, a file name of OPTION_PATH bytes, --help, --version. */
int option_set_bit(void *options, const struct option_row *row, const char *value, char *err);
int option_set_path(void *options, const struct option_row *row, const char *value, char *err);
int option_set_help(void *options, const struct option_row *row, const char *value, char *err);
int option_set_version(void *options, const struct option_row *row, const char *value, char *err);

#define OPTION_STANDARD \
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 }, \
	{ "version", 0, NULL, "print the version of the tool that this stands for and exit", \
	  option_set_version, 0, 0 }

/* Copies a file name into OPTION_PATH bytes. 0, or -1 with `err`. */
int option_path(char *to, const char *value, char *err);
/* Writes the message of a setter, without the tool's name, which the parser adds. Returns -1. */
int option_error(char *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Parses the words as getopt_long() does (options anywhere, clusters, "--", unique beginnings of
 * long names) into `options`. 0, or -1 with `err` and the index of the wrong word.
 */
int options_parse(const struct option_table *table, const struct task_argv *argv, void *options,
		  int *word, char *err);
/* A task's prepare(): allocates, fills the defaults, parses; *arg is freed with free(). */
int options_prepare(const struct option_table *table, const struct task_argv *argv, void **arg,
		    int *word, char *err);
/* A task's first action: true when --help or --version was asked for and is answered. */
bool options_shown(const struct twin_task_api *api, const struct option_table *table,
		   const struct option_head *head);

#endif
