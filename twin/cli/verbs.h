/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the verbs of the command line get, and what they return. */
#ifndef TWIN_VERBS_H
#define TWIN_VERBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes of the program; the same with --json. */
enum exit_code {
	EXIT_FINE = 0,
	EXIT_CHECK_FAILED = 1,	/* an expectation, a check or a task failed */
	EXIT_BAD_INPUT = 2,	/* usage or bad input */
	EXIT_MODEL_FAULT = 3,	/* model fault or kernel crash */
	EXIT_INTERRUPTED = 130,
};

enum cli_vcd_window {
	CLI_VCD_TASKS,	/* while workload tasks run */
	CLI_VCD_ALL,
	CLI_VCD_RANGE,	/* [vcd_from, vcd_to) */
};

/* Intervals of figures: the run is repeated with other constants within their ranges. */
enum cli_intervals {
	CLI_INTERVALS_AUTO,	/* unless the workload is long */
	CLI_INTERVALS_ALWAYS,
	CLI_INTERVALS_NEVER,
};

/* ps; see models/cpu/pump.h. */
#define CLI_QUANTUM_DEFAULT	100000ULL
#define CLI_QUANTUM_MAX		1000000000ULL

/* `spitwin run` and `spitwin check`. Strings and arrays live as long as the call. */
struct cli_run {
	const char *root;	/* folder that holds boards/, kernel/, scenarios/ */
	const char *scenario;	/* path as given */
	/* For scenario_load(); --kernel and --seed are among them, in order of the command line. */
	const char **sets;
	size_t nr_sets;
	const char *out_dir;	/* -o, or NULL */
	const char *vcd;	/* --vcd, or NULL */
	int vcd_window;		/* enum cli_vcd_window */
	uint64_t vcd_from, vcd_to;	/* ps */
	const char *ftrace;	/* --ftrace, or NULL */
	const char *perfetto;	/* --perfetto, or NULL */
	bool check;		/* the verb is check: expectations are what is printed */
	const char *junit;	/* --junit, or NULL */
	const char *profile;	/* --profile, or NULL */
	bool json;		/* the report on stdout is JSON */
	bool sync_block;	/* --sync=block */
	uint64_t quantum;	/* --quantum, ps; without a meaning in --sync=block */
	int intervals;		/* enum cli_intervals */
	bool verbose;
};

/* Returns: an exit code. Defined in twin/board/. */
int run_verb(const struct cli_run *run);

/*
 * The whole command line; main() returns what it returns. `argv` ends with NULL.
 * Reports on stderr, results on stdout.
 */
int cli_main(int argc, char **argv);

/* `spitwin list`. Returns: an exit code. */
int list_verb(const char *root);

/*
 * `spitwin needs VERB ...`, which the launcher asks: one line "IMAGE BOARD" for the kernel image
 * that the command line after it needs; options of kernel/build-image follow, each after a tab.
 * Nothing when it, its scenario or its board has a mistake
 * that shows without the image: the verb itself will say so. Defined in twin/board/.
 */
void needs_verb(const struct cli_run *run);

/* `spitwin doc TOPIC`. Returns: an exit code. */
int doc_verb(const char *topic);

#endif
