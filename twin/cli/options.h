/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The tables of verbs and options; they drive parsing, --help and "did you mean". */
#ifndef TWIN_OPTIONS_H
#define TWIN_OPTIONS_H

#include <stdio.h>

#include "cli/verbs.h"
#include "scenario/diag.h"

#define CLI_MAX_ARGS 4

/* Verbs that simulate a scenario, and so need an image of it. */
#define CLI_RUNS "run|check"

/* Everything a command line can say. */
struct cli_args {
	const struct cli_verb *verb;
	const char *positional[CLI_MAX_ARGS];
	size_t nr_positional;
	struct cli_run run;
	bool help;
	bool quantum_given;	/* --quantum was among the words */
	void *memory;		/* private: strings made while parsing */
};

struct cli_verb {
	const char *name;
	const char *args;	/* "SCENARIO", "" none, "[VERB]" */
	size_t min_args, max_args;
	const char *doc;	/* one line */
	int (*call)(const struct cli_args *args, const char *root);	/* NULL: not available */
	bool needs_root;	/* else `root` is "" */
};

struct cli_option {
	const char *verbs;	/* that have it, "run|check"; NULL: all */
	const char *name;	/* "--set" */
	char letter;		/* 'o' for -o, or 0 */
	const char *arg;	/* "KEY=VALUE"; NULL: a switch */
	const char *doc;
	/* Stores it. NULL: not available in this version. Returns: 0, or -1 and diag. */
	int (*store)(struct cli_args *args, const char *value, struct diag *diag);
};

/* Does the verb have the option? */
bool cli_option_belongs(const struct cli_option *option, const struct cli_verb *verb);

/* NULL past the end. */
const struct cli_verb *cli_verb_at(size_t i);
const struct cli_option *cli_option_at(size_t i);

const struct cli_verb *cli_verb_find(const char *name);
/* Reports an unknown verb, with the nearest. Returns: -1. */
int cli_verb_unknown(const char *name, struct diag *diag);

/* argv[0] is the verb's name. Returns: 0, or -1 and diag; cli_args_free() in both cases. */
int cli_parse(struct cli_args *args, int argc, char **argv, struct diag *diag);
void cli_args_free(struct cli_args *args);

/* Help of one verb, or with NULL of the program. */
void cli_help(FILE *out, const struct cli_verb *verb);

/*
 * The folder the program works in: $SPITWIN_ROOT, else the one above the program's own.
 * Returns: 0, or -1 and diag when it holds no boards/.
 */
int cli_find_root(char *root, size_t size, struct diag *diag);

#endif
