// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * One main() for every test program: both libcriterion and libsystemc export a main of their own,
 * and the wrong one would run no test at all and succeed. A run that executes no test fails.
 */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/options.h>
#include <stdio.h>

static size_t tests_run;

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
	tests_run = stats->nb_tests;
}

int main(int argc, char **argv)
{
	struct criterion_test_set *tests = criterion_initialize();
	int result = 0;

	if (criterion_handle_args(argc, argv, true)) {
		result = !criterion_run_all_tests(tests);
		if (!result && !tests_run && !criterion_options.pattern) {
			fprintf(stderr, "error: no test was run\n");
			result = 1;
		}
	}
	criterion_finalize(tests);
	return result;
}
