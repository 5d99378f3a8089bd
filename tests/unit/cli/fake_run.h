/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A run_verb() that remembers what it was given, and a needs_verb() that prints it. */
#ifndef FAKE_RUN_H
#define FAKE_RUN_H

#include "cli/verbs.h"

extern struct fake_run {
	int calls;
	int answer;		/* what it returns */
	char scenario[256];
	char root[1024];
	char sets[8][64];
	size_t nr_sets;
	struct cli_run run;	/* strings in it are gone */
} fake_run;

#endif
