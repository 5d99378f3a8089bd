// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The table of options, and what each stores. */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/schema.h"
#include "scenario/units.h"

static int bad_value(struct diag *diag, const char *option, const char *value, const char *wrong,
		     const char *hint)
{
	diag_set(diag, (struct src_pos){ 0 }, "%s: '%s' %s", option, value, wrong);
	return diag_hint(diag, "%s", hint);
}

static int no_memory(struct diag *diag)
{
	return diag_set(diag, (struct src_pos){ 0 }, "out of memory");
}

static int add_set(struct cli_args *args, const char *text, struct diag *diag)
{
	const char **sets = reallocarray(args->run.sets, args->run.nr_sets + 1, sizeof(*sets));

	if (!sets)
		return no_memory(diag);
	args->run.sets = sets;
	sets[args->run.nr_sets++] = text;
	return 0;
}

struct made_text {
	struct made_text *next;
	char text[];
};

/* KEY=VALUE for an option that is short for a --set. */
static int add_key(struct cli_args *args, const char *key, const char *value, struct diag *diag)
{
	size_t size = strlen(key) + strlen(value) + 2;
	struct made_text *made = malloc(sizeof(*made) + size);

	if (!made)
		return no_memory(diag);
	made->next = args->memory;
	args->memory = made;
	snprintf(made->text, size, "%s=%s", key, value);
	return add_set(args, made->text, diag);
}

static int store_set(struct cli_args *args, const char *value, struct diag *diag)
{
	if (!strchr(value, '='))
		return bad_value(diag, "--set", value, "has no '='", "write --set KEY=VALUE");
	return add_set(args, value, diag);
}

static int store_kernel(struct cli_args *args, const char *value, struct diag *diag)
{
	return add_key(args, "kernel.image", value, diag);
}

static int store_tree(struct cli_args *args, const char *value, struct diag *diag)
{
	if (!*value)
		return bad_value(diag, "--kernel-tree", value, "is empty", "name a folder");
	return add_key(args, "kernel.tree", value, diag);
}

static int store_seed(struct cli_args *args, const char *value, struct diag *diag)
{
	const char *hint, *wrong;
	uint64_t seed;

	if (strstr(value, ".."))
		return bad_value(diag, "--seed", value,
				 "is a range, which is not available in this version",
				 "give a single seed");
	wrong = unit_parse(value, UNIT_NONE, &seed, &hint);
	if (!wrong && seed > UINT32_MAX)
		wrong = "is too large";
	if (wrong)
		return bad_value(diag, "--seed", value, wrong, "a number from 0 to 4294967295");
	return add_key(args, "runs.seeds", value, diag);
}

static int store_file(const char **to, const char *option, const char *value, struct diag *diag)
{
	if (!*value)
		return bad_value(diag, option, value, "is empty", "name a file or folder");
	*to = value;
	return 0;
}

static int store_out(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.out_dir, "-o", value, diag);
}

static int store_vcd(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.vcd, "--vcd", value, diag);
}

static int store_ftrace(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.ftrace, "--ftrace", value, diag);
}

static int store_perfetto(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.perfetto, "--perfetto", value, diag);
}

static int store_junit(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.junit, "--junit", value, diag);
}

static int store_profile(struct cli_args *args, const char *value, struct diag *diag)
{
	return store_file(&args->run.profile, "--profile", value, diag);
}

static const char *parse_range(struct cli_run *run, const char *value)
{
	const char *dots = strstr(value, ".."), *hint, *wrong;
	char from[64];

	if (!dots || dots - value >= (int)sizeof(from))
		return "is not a window";
	snprintf(from, sizeof(from), "%.*s", (int)(dots - value), value);
	wrong = unit_parse(from, UNIT_TIME, &run->vcd_from, &hint);
	if (!wrong)
		wrong = unit_parse(dots + 2, UNIT_TIME, &run->vcd_to, &hint);
	if (!wrong && run->vcd_from >= run->vcd_to)
		wrong = "ends before it starts";
	return wrong;
}

static int store_window(struct cli_args *args, const char *value, struct diag *diag)
{
	const char *wrong = NULL;

	if (!strcmp(value, "tasks"))
		args->run.vcd_window = CLI_VCD_TASKS;
	else if (!strcmp(value, "all"))
		args->run.vcd_window = CLI_VCD_ALL;
	else
		wrong = parse_range(&args->run, value);
	if (wrong)
		return bad_value(diag, "--vcd-window", value, wrong,
				 "it takes tasks, all, or two times as in \"1.5 ms..2 ms\"");
	if (strstr(value, ".."))
		args->run.vcd_window = CLI_VCD_RANGE;
	return 0;
}

static int store_intervals(struct cli_args *args, const char *value, struct diag *diag)
{
	static const char *const names[] = { "auto", "always", "never" };

	for (int i = 0; i < 3; i++) {
		if (strcmp(value, names[i]))
			continue;
		args->run.intervals = i;
		return 0;
	}
	return bad_value(diag, "--intervals", value, "is not a choice", "auto, always or never");
}

static int store_sync(struct cli_args *args, const char *value, struct diag *diag)
{
	if (strcmp(value, "block"))
		return bad_value(diag, "--sync", value, "is not a mode", "it takes block");
	args->run.sync_block = true;
	return 0;
}

static int store_quantum(struct cli_args *args, const char *value, struct diag *diag)
{
	const char *hint, *wrong = unit_parse(value, UNIT_TIME, &args->run.quantum, &hint);

	args->quantum_given = true;
	if (!wrong && args->run.quantum > CLI_QUANTUM_MAX)
		wrong = "is too large";
	if (wrong)
		return bad_value(diag, "--quantum", value, wrong, "a time from \"0 s\" to \"1 ms\"");
	return 0;
}

/* The default kernel's; that of another is --kernel NAME-debug. */
static int store_debug_image(struct cli_args *args, const char *value, struct diag *diag)
{
	return add_key(args, "kernel.image", "linux-6.1-debug", diag);
}

static int store_json(struct cli_args *args, const char *value, struct diag *diag)
{
	args->run.json = true;
	return 0;
}

static int store_verbose(struct cli_args *args, const char *value, struct diag *diag)
{
	args->run.verbose = true;
	return 0;
}

static int store_help(struct cli_args *args, const char *value, struct diag *diag)
{
	args->help = true;
	return 0;
}

static const struct cli_option options[] = {
	{ CLI_RUNS, "--output", 'o', "DIR", "put report, events and manifest into DIR", store_out },
	{ CLI_RUNS, "--kernel", 0, "NAME", "kernel image, as --set kernel.image=NAME",
	  store_kernel },
	{ CLI_RUNS, "--kernel-tree", 0, "DIR",
	  "Linux sources to build the image from, as --set kernel.tree=DIR", store_tree },
	{ CLI_RUNS, "--set", 0, "KEY=VALUE", "change a value of the scenario; repeatable",
	  store_set },
	{ CLI_RUNS, "--seed", 0, "N", "seed, as --set runs.seeds=N", store_seed },
	{ CLI_RUNS, "--json", 0, NULL, "print the report as JSON", store_json },
	{ CLI_RUNS, "--vcd", 0, "FILE", "write the pins' waveforms", store_vcd },
	{ CLI_RUNS, "--vcd-window", 0, "WINDOW",
	  "part of the run in it: tasks (default), all, or FROM..TO", store_window },
	{ CLI_RUNS, "--ftrace", 0, "FILE", "write the kernel's trace as its tracing prints it",
	  store_ftrace },
	{ CLI_RUNS, "--perfetto", 0, "FILE",
	  "write it as JSON for ui.perfetto.dev or chrome://tracing", store_perfetto },
	{ CLI_RUNS, "--profile", 0, "FILE",
	  "write what each kernel function took while tasks ran; slow, and without intervals",
	  store_profile },
	{ "check", "--junit", 0, "FILE", "write the verdicts as JUnit XML", store_junit },
	{ "check", "--trace", 0, "FILE", "compare with a capture", NULL },
	{ CLI_RUNS, "--intervals", 0, "WHEN",
	  "what the constants' ranges do to each figure: auto (default; not for long runs), "
	  "always, never",
	  store_intervals },
	{ CLI_RUNS, "--sync", 0, "MODE", "block: slow reference mode that synchronises every block",
	  store_sync },
	{ CLI_RUNS, "--quantum", 0, "TIME",
	  "several CPUs: how far one runs private code ahead of the others; default 100 ns; "
	  "not with --sync",
	  store_quantum },
	{ CLI_RUNS, "--debug-image", 0, NULL,
	  "kernel image that looks for driver bugs, as --set kernel.image=linux-6.1-debug",
	  store_debug_image },
	{ CLI_RUNS, "--verbose", 'v', NULL, "show the kernel's log on stderr", store_verbose },
	{ NULL, "--help", 'h', NULL, "show this text", store_help },
};

bool cli_option_belongs(const struct cli_option *option, const struct cli_verb *verb)
{
	return !option->verbs || schema_choice(option->verbs, verb->name) >= 0;
}

const struct cli_option *cli_option_at(size_t i)
{
	return i < sizeof(options) / sizeof(options[0]) ? &options[i] : NULL;
}

void cli_args_free(struct cli_args *args)
{
	struct made_text *made = args->memory, *next;

	for (; made; made = next) {
		next = made->next;
		free(made);
	}
	free(args->run.sets);
	memset(args, 0, sizeof(*args));
}
