// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <string.h>

#include "cli/options.h"

#define MAX_WORDS 24

/* Splits at '|', so that a case is one string. */
static int parse(const char *words, struct cli_args *args, struct diag *diag)
{
	static char text[512];
	char *argv[MAX_WORDS + 1], *rest = text;
	int argc = 0;

	snprintf(text, sizeof(text), "%s", words);
	while (rest && argc < MAX_WORDS)
		argv[argc++] = strsep(&rest, "|");
	argv[argc] = NULL;
	return cli_parse(args, argc, argv, diag);
}

Test(parse, run_takes_all_its_options)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("run|--set|a=1|s.yaml|--set=b=2=3|--seed|7|--kernel=k|-o|out|--json|"
			   "--vcd|w.vcd|--ftrace=t.txt|--perfetto|t.json|--sync=block|-v|--debug-image",
			   &args, &diag), 0, "%s", diag.what);
	cr_expect_str_eq(args.positional[0], "s.yaml");
	cr_assert_eq(args.run.nr_sets, 5);
	cr_expect_str_eq(args.run.sets[0], "a=1");
	cr_expect_str_eq(args.run.sets[1], "b=2=3");
	cr_expect_str_eq(args.run.sets[2], "runs.seeds=7");
	cr_expect_str_eq(args.run.sets[3], "kernel.image=k");
	cr_expect_str_eq(args.run.sets[4], "kernel.image=linux-6.1-debug");
	cr_expect_str_eq(args.run.out_dir, "out");
	cr_expect_str_eq(args.run.vcd, "w.vcd");
	cr_expect_str_eq(args.run.ftrace, "t.txt");
	cr_expect_str_eq(args.run.perfetto, "t.json");
	cr_expect(args.run.json && args.run.sync_block && args.run.verbose);
	cr_expect_eq(args.run.vcd_window, CLI_VCD_TASKS);
	cli_args_free(&args);
}

Test(parse, check_takes_those_of_run_and_its_own)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("check|s.yaml|--junit|j.xml|--json|-o|out|--seed=3|--set|a=1|-v", &args,
			   &diag), 0, "%s", diag.what);
	cr_expect_str_eq(args.verb->name, "check");
	cr_expect_str_eq(args.run.junit, "j.xml");
	cr_expect_str_eq(args.run.out_dir, "out");
	cr_expect(args.run.json && args.run.verbose);
	cr_expect_eq(args.run.nr_sets, 2);
	cli_args_free(&args);
}

/*
 * Regression: a waveform of a run that is judged.
 * Expected: check writes it as run does. Buggy: "'check' has no option '--vcd'".
 */
Test(parse, check_writes_waveforms_too)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("check|s.yaml|--vcd|w.vcd|--vcd-window=all", &args, &diag), 0, "%s",
		     diag.what);
	cr_expect_str_eq(args.run.vcd, "w.vcd");
	cr_expect_eq(args.run.vcd_window, CLI_VCD_ALL);
	cli_args_free(&args);
}

/*
 * Regression: quantum_beside_sync_block
 * Expected: refused, in either order, whatever the quantum.
 * Buggy: the quantum was dropped without a word.
 */
Test(parse, quantum_beside_sync_block)
{
	static const char *const both[] = { "run|s.yaml|--sync=block|--quantum=100 ns",
					    "check|--quantum|0 s|--sync|block|s.yaml" };
	struct cli_args args;
	struct diag diag;

	for (size_t i = 0; i < sizeof(both) / sizeof(both[0]); i++) {
		cr_expect_eq(parse(both[i], &args, &diag), -1, "%s", both[i]);
		cr_expect_str_eq(diag.what, "--quantum has no meaning with --sync=block");
		cr_expect_str_eq(diag.hint, "leave one of them out");
		cli_args_free(&args);
	}
	cr_expect_eq(parse("run|s.yaml|--quantum=0 s", &args, &diag), 0);
	cli_args_free(&args);
}

Test(parse, nothing_is_assumed)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("run|s.yaml", &args, &diag), 0);
	cr_expect_eq(args.run.nr_sets, 0);
	cr_expect_null(args.run.out_dir);
	cr_expect_null(args.run.vcd);
	cr_expect_null(args.run.ftrace);
	cr_expect_null(args.run.perfetto);
	cr_expect_null(args.run.junit);
	cr_expect(!args.run.json && !args.run.sync_block && !args.run.verbose);
	cli_args_free(&args);
}

Test(parse, windows)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("run|s|--vcd-window|1.5 ms..2ms", &args, &diag), 0, "%s", diag.what);
	cr_expect_eq(args.run.vcd_window, CLI_VCD_RANGE);
	cr_expect_eq(args.run.vcd_from, 1500000000);
	cr_expect_eq(args.run.vcd_to, 2000000000);
	cli_args_free(&args);
	cr_assert_eq(parse("run|s|--vcd-window=all", &args, &diag), 0);
	cr_expect_eq(args.run.vcd_window, CLI_VCD_ALL);
	cli_args_free(&args);
}

Test(parse, two_dashes_end_the_options)
{
	struct cli_args args;
	struct diag diag;

	cr_assert_eq(parse("run|--|--odd-name.yaml", &args, &diag), 0);
	cr_expect_str_eq(args.positional[0], "--odd-name.yaml");
	cli_args_free(&args);
}

static const struct {
	const char *words, *what, *hint;
} cases[] = {
	{ "rnu|s", "unknown verb 'rnu'", "did you mean 'run'?" },
	{ "frobnicate", "unknown verb 'frobnicate'", "'spitwin help' lists the verbs" },
	{ "run", "'run' needs SCENARIO", "usage: spitwin run [OPTION]... SCENARIO" },
	{ "run|a|b", "unexpected argument 'b'", "usage: spitwin run [OPTION]... SCENARIO" },
	{ "run|s|--sett|a=b", "'run' has no option '--sett'", "did you mean '--set'?" },
	{ "run|s|--sed=5", "'run' has no option '--sed'", "did you mean '--set'?" },
	{ "run|s|-seed|5", "'run' has no option '-seed'", "did you mean '--seed'?" },
	{ "run|s|--frob", "'run' has no option '--frob'", "'spitwin help run' lists its options" },
	{ "run|s|-x", "'run' has no option '-x'", "'spitwin help run' lists its options" },
	{ "list|--json", "'list' has no option '--json'", "'spitwin help list' lists its options" },
	{ "run|s|--set", "--set needs a value", "write --set KEY=VALUE" },
	{ "run|s|--set|a", "--set: 'a' has no '='", "write --set KEY=VALUE" },
	{ "run|s|--json=yes", "--json takes no value", "" },
	{ "run|s|--seed|x", "--seed: 'x' is not a number", "a number from 0 to 4294967295" },
	{ "run|s|--seed|-1", "--seed: '-1' is negative", "a number from 0 to 4294967295" },
	{ "run|s|--seed|4294967296", "--seed: '4294967296' is too large",
	  "a number from 0 to 4294967295" },
	{ "run|s|--seed|1..4",
	  "--seed: '1..4' is a range, which is not available in this version",
	  "give a single seed" },
	{ "run|s|--sync=fast", "--sync: 'fast' is not a mode", "it takes block" },
	{ "run|s|-o|", "-o: '' is empty", "name a file or folder" },
	{ "run|s|--vcd-window|5", "--vcd-window: '5' is not a window",
	  "it takes tasks, all, or two times as in \"1.5 ms..2 ms\"" },
	{ "run|s|--vcd-window|5..6", "--vcd-window: '5..6' has no unit",
	  "it takes tasks, all, or two times as in \"1.5 ms..2 ms\"" },
	{ "run|s|--vcd-window|2 s..1 s", "--vcd-window: '2 s..1 s' ends before it starts",
	  "it takes tasks, all, or two times as in \"1.5 ms..2 ms\"" },
	{ "check|s|--trace|t.vcd", "--trace is not available in this version", "leave it out" },
	{ "check|s|--junit|", "--junit: '' is empty", "name a file or folder" },
	{ "check|s|--junt|x", "'check' has no option '--junt'", "did you mean '--junit'?" },
	{ "run|s|--junit|x", "'run' has no option '--junit'",
	  "'spitwin help run' lists its options" },
	{ "check", "'check' needs SCENARIO", "usage: spitwin check [OPTION]... SCENARIO" },
	{ "compare|s|--vary|a=b", "'compare' is not available in this version",
	  "'spitwin help' lists what is" },
	{ "measure|f", "'measure' is not available in this version",
	  "'spitwin help' lists what is" },
};

Test(parse, mistakes_name_the_word_and_a_way_out)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cli_args args;
		struct diag diag = { 0 };

		cr_assert_neq(parse(cases[i].words, &args, &diag), 0, "accepted: %s",
			      cases[i].words);
		cr_expect_str_eq(diag.what, cases[i].what);
		cr_expect_str_eq(diag.hint, cases[i].hint, "%s", cases[i].words);
		cli_args_free(&args);
	}
}

Test(parse, every_verb_of_the_design_is_known)
{
	static const char *const verbs[] = {
		"run", "compare", "check", "measure", "explain", "calibrate", "sweep", "diff",
		"convert", "plot", "report", "recipe", "list", "test", "bench",
	};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		cr_expect_not_null(cli_verb_find(verbs[i]), "%s", verbs[i]);
}
