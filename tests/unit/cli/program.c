// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake_run.h"

static void redirect(void)
{
	cr_redirect_stdout();
	cr_redirect_stderr();
	setenv("SPITWIN_ROOT", SOURCE_DIR, 1);
}

static int call(char *verb, char *arg1, char *arg2)
{
	char *argv[] = { "spitwin", verb, arg1, arg2, NULL };
	int code = cli_main(verb ? arg1 ? arg2 ? 4 : 3 : 2 : 1, argv);

	fflush(stdout);
	fflush(stderr);
	return code;
}

static void read_all(FILE *from, char *text, size_t size)
{
	size_t len = fread(text, 1, size - 1, from);

	text[len] = '\0';
}

Test(program, run_gets_what_was_said_and_decides_the_exit_code, .init = redirect)
{
	fake_run.answer = EXIT_MODEL_FAULT;
	cr_expect_eq(call("run", "dir/s.yaml", "--seed=9"), EXIT_MODEL_FAULT);
	cr_expect_eq(fake_run.calls, 1);
	cr_expect_str_eq(fake_run.scenario, "dir/s.yaml");
	cr_expect_str_eq(fake_run.root, SOURCE_DIR);
	cr_assert_eq(fake_run.nr_sets, 1);
	cr_expect_str_eq(fake_run.sets[0], "runs.seeds=9");
}

Test(program, check_is_a_run_that_is_judged, .init = redirect)
{
	fake_run.answer = EXIT_CHECK_FAILED;
	cr_expect_eq(call("check", "dir/s.yaml", "--json"), EXIT_CHECK_FAILED);
	cr_expect_eq(fake_run.calls, 1);
	cr_expect(fake_run.run.check && fake_run.run.json);
	cr_expect_str_eq(fake_run.scenario, "dir/s.yaml");
	call("run", "dir/s.yaml", NULL);
	cr_expect_not(fake_run.run.check);
}

Test(program, a_wrong_command_line_runs_nothing, .init = redirect)
{
	cr_expect_eq(call("run", "s.yaml", "--sett"), EXIT_BAD_INPUT);
	cr_expect_eq(fake_run.calls, 0);
	cr_assert_stderr_eq_str("spitwin: error: 'run' has no option '--sett'; did you mean "
				"'--set'?\n");
}

Test(program, nothing_goes_to_stdout_on_errors, .init = redirect)
{
	call("rnu", NULL, NULL);
	cr_assert_stdout_eq_str("");
}

Test(program, without_a_verb_it_helps_on_stderr, .init = redirect)
{
	char text[4096];

	cr_expect_eq(call(NULL, NULL, NULL), EXIT_BAD_INPUT);
	read_all(cr_get_redirected_stderr(), text, sizeof(text));
	cr_expect_not_null(strstr(text, "usage: spitwin VERB"));
}

Test(program, help_has_every_verb_and_every_option, .init = redirect)
{
	char text[8192];

	cr_expect_eq(call("--help", NULL, NULL), EXIT_FINE);
	cr_expect_eq(call("help", "run", NULL), EXIT_FINE);
	cr_expect_eq(call("list", "--help", NULL), EXIT_FINE);
	read_all(cr_get_redirected_stdout(), text, sizeof(text));
	cr_expect_not_null(strstr(text, "\n  run "));
	cr_expect_not_null(strstr(text, "not available in this version:\n  compare "));
	cr_expect_not_null(strstr(text, "-o, --output DIR"));
	cr_expect_not_null(strstr(text, "--vcd-window WINDOW"));
	cr_expect_not_null(strstr(text, "usage: spitwin list"));
	cr_expect_eq(fake_run.calls, 0);
}

Test(program, verbs_of_the_launcher_point_there, .init = redirect)
{
	cr_expect_eq(call("test", NULL, NULL), EXIT_BAD_INPUT);
	cr_assert_stderr_eq_str("spitwin: error: 'test' is a verb of the launcher; call ./spitwin "
				"test at the top of the repository\n");
}

Test(program, doc_prints_the_schema, .init = redirect)
{
	char text[512];

	cr_expect_eq(call("doc", "scenario", NULL), EXIT_FINE);
	read_all(cr_get_redirected_stdout(), text, sizeof(text));
	cr_expect_not_null(strstr(text, "# The scenario file"));
}

Test(program, list_shows_board_and_scenario_by_their_own_words, .init = redirect)
{
	char text[16384];

	call("list", NULL, NULL);
	read_all(cr_get_redirected_stdout(), text, sizeof(text));
	cr_expect_not_null(strstr(text, "sama5d36ek                       Atmel SAMA5D36-EK"));
	cr_expect_not_null(strstr(text,
				  "sama5d36ek-dd-512.yaml           Read 512 bytes from an SPI "
				  "flash"));
	/* every description begins in one column */
	for (const char *line = text; line; line = strchr(line + 1, '\n'))
		if (!strncmp(line, "\n  sama5d36ek", 13))
			cr_expect(line[35] == ' ' && line[36] != ' ', "%.60s", line);
}

Test(program, the_launcher_learns_which_image_to_build, .init = redirect)
{
	cr_expect_eq(call("needs", "run", "a.yaml"), EXIT_FINE);
	cr_expect_eq(call("needs", "check", "b.yaml"), EXIT_FINE);
	cr_expect_eq(call("needs", "run", "--sett"), EXIT_FINE);
	cr_expect_eq(call("needs", "run", "--help"), EXIT_FINE);
	cr_expect_eq(call("needs", "rnu", "c.yaml"), EXIT_FINE);
	cr_expect_eq(call("needs", "list", NULL), EXIT_FINE);
	cr_expect_eq(call("needs", NULL, NULL), EXIT_FINE);
	cr_assert_stdout_eq_str("a.yaml\nb.yaml is checked\n");
	cr_assert_stderr_eq_str("");
}

Test(program, a_wrong_root_is_named, .init = redirect)
{
	setenv("SPITWIN_ROOT", "/nowhere", 1);
	cr_expect_eq(call("run", "s.yaml", NULL), EXIT_BAD_INPUT);
	cr_expect_eq(fake_run.calls, 0);
	cr_assert_stderr_eq_str("spitwin: error: SPITWIN_ROOT '/nowhere' holds no boards; it must "
				"name the top of the repository\n");
}

Test(program, output_that_cannot_be_written_is_an_error, .init = redirect)
{
	int full = open("/dev/full", O_WRONLY);

	cr_assert_geq(full, 0);
	fflush(stdout);
	cr_assert_geq(dup2(full, STDOUT_FILENO), 0);
	cr_expect_eq(call("version", NULL, NULL), EXIT_BAD_INPUT);
	cr_assert_stderr_eq_str("spitwin: error: cannot write to standard output: "
				"No space left on device\n");
}
