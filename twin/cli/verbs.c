// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The table of verbs and the small ones of them. */
#include <string.h>

#include "cli/options.h"
#include "scenario/nearest.h"
#include "scenario/schema.h"
#include "twin_abi.h"

static int call_run(const struct cli_args *args, const char *root)
{
	struct cli_run run = args->run;

	run.root = root;
	run.scenario = args->positional[0];
	return run_verb(&run);
}

static int call_check(const struct cli_args *args, const char *root)
{
	struct cli_run run = args->run;

	run.root = root;
	run.scenario = args->positional[0];
	run.check = true;
	return run_verb(&run);
}

static int call_list(const struct cli_args *args, const char *root)
{
	return list_verb(root);
}

static int call_doc(const struct cli_args *args, const char *root)
{
	return doc_verb(args->positional[0]);
}

static int call_version(const struct cli_args *args, const char *root)
{
	printf("spitwin %s (image ABI %d)\n", SPITWIN_VERSION, TWIN_ABI_VERSION);
	return EXIT_FINE;
}

static int call_help(const struct cli_args *args, const char *root)
{
	const struct cli_verb *verb = NULL;
	struct diag diag;

	if (args->nr_positional) {
		verb = cli_verb_find(args->positional[0]);
		if (!verb) {
			cli_verb_unknown(args->positional[0], &diag);
			diag_print(&diag);
			return EXIT_BAD_INPUT;
		}
	}
	cli_help(stdout, verb);
	return EXIT_FINE;
}

/* These build things first, which is the launcher's work. */
static int call_launcher(const struct cli_args *args, const char *root)
{
	struct diag diag;

	diag_set(&diag, (struct src_pos){ 0 }, "'%s' is a verb of the launcher", args->verb->name);
	diag_hint(&diag, "call ./spitwin %s at the top of the repository", args->verb->name);
	diag_print(&diag);
	return EXIT_BAD_INPUT;
}

int doc_verb(const char *topic)
{
	struct diag diag;

	if (!strcmp(topic, "scenario")) {
		schema_write_doc(stdout);
		return EXIT_FINE;
	}
	diag_set(&diag, (struct src_pos){ 0 }, "no generated document '%s'", topic);
	diag_hint(&diag, "there is 'scenario'");
	diag_print(&diag);
	return EXIT_BAD_INPUT;
}

static const struct cli_verb verbs[] = {
	{ "run", "SCENARIO", 1, 1, "run a scenario and report what a scope on the pins would show",
	  call_run, true },
	{ "compare", "SCENARIO", 1, 1, "one scenario under several designs", NULL, false },
	{ "check", "SCENARIO", 1, 1, "run a scenario and judge it by its reference figures",
	  call_check, true },
	{ "measure", "FILE", 1, 1, "gap statistics of a capture", NULL, false },
	{ "explain", "RUN", 1, 1, "where the time of a gap went", NULL, false },
	{ "calibrate", "BOARD", 1, 1, "fit declared free costs", NULL, false },
	{ "sweep", "SWEEP", 1, 1, "many runs", NULL, false },
	{ "diff", "RUN RUN", 2, 2, "difference of two runs", NULL, false },
	{ "convert", "IN OUT", 2, 2, "captures from format to format", NULL, false },
	{ "plot", "RUN", 1, 1, "plots of a run", NULL, false },
	{ "report", "RUN", 1, 1, "the report of a run again", NULL, false },
	{ "recipe", "NAME", 1, 1, "a scenario from a recipe", NULL, false },
	{ "list", "", 0, 0, "boards, kernel images, models and their options, tasks, scenarios",
	  call_list, true },
	{ "test", "", 0, 4, "build and run the tests", call_launcher, false },
	{ "bench", "", 0, 4, "build and run the benchmarks", call_launcher, false },
	{ "doc", "TOPIC", 1, 1, "print a generated document: scenario", call_doc, false },
	{ "help", "[VERB]", 0, 1, "this text, or that of one verb", call_help, false },
	{ "version", "", 0, 0, "version of the program", call_version, false },
};

const struct cli_verb *cli_verb_at(size_t i)
{
	return i < sizeof(verbs) / sizeof(verbs[0]) ? &verbs[i] : NULL;
}

const struct cli_verb *cli_verb_find(const char *name)
{
	const struct cli_verb *verb;

	for (size_t i = 0; (verb = cli_verb_at(i)); i++)
		if (!strcmp(verb->name, name))
			return verb;
	return NULL;
}

int cli_verb_unknown(const char *name, struct diag *diag)
{
	const struct cli_verb *verb;
	struct nearest near;

	nearest_start(&near, name);
	for (size_t i = 0; (verb = cli_verb_at(i)); i++)
		nearest_offer(&near, verb->name);
	diag_set(diag, (struct src_pos){ 0 }, "unknown verb '%s'", name);
	if (near.best)
		return diag_hint(diag, "did you mean '%s'?", near.best);
	return diag_hint(diag, "'spitwin help' lists the verbs");
}
