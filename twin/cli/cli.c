// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "scenario/schema.h"

static int fail(const struct diag *diag)
{
	diag_print(diag);
	return EXIT_BAD_INPUT;
}

static int call_verb(const struct cli_args *args)
{
	char root[4096] = "";
	struct diag diag;

	if (args->help) {
		cli_help(stdout, args->verb);
		return EXIT_FINE;
	}
	if (args->verb->needs_root && cli_find_root(root, sizeof(root), &diag))
		return fail(&diag);
	return args->verb->call(args, root);
}

/* The words after "needs" are a whole command line; only verbs that simulate need an image. */
static int call_needs(int argc, char **argv)
{
	struct cli_args args;
	char root[4096];

	if (argc && !cli_parse(&args, argc, argv, NULL)) {
		args.run.scenario = args.positional[0];
		args.run.root = root;
		args.run.check = !strcmp(args.verb->name, "check");
		if (schema_choice(CLI_RUNS, args.verb->name) >= 0 && !args.help &&
		    !cli_find_root(root, sizeof(root), NULL))
			needs_verb(&args.run);
	}
	if (argc)
		cli_args_free(&args);
	return EXIT_FINE;
}

/* A result that nobody received is no success. */
static int check_stdout(int code)
{
	struct diag diag;
	int failed;

	errno = 0;
	failed = fflush(stdout) || ferror(stdout);
	if (!failed || code != EXIT_FINE)
		return code;
	diag_set(&diag, (struct src_pos){ 0 }, "cannot write to standard output%s%s",
		 errno ? ": " : "", errno ? strerror(errno) : "");
	return fail(&diag);
}

/*
 * Standard streams that the caller closed must not become the first files we open. Opened the wrong
 * way round, they fail as closed ones do.
 */
static void reserve_streams(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* --help and --version also stand in a verb's place. */
static char *verb_of(char *word)
{
	if (!strcmp(word, "--help") || !strcmp(word, "-h"))
		return "help";
	return strcmp(word, "--version") ? word : "version";
}

int cli_main(int argc, char **argv)
{
	struct cli_args args;
	struct diag diag;
	int code;

	reserve_streams();
	if (argc < 2) {
		cli_help(stderr, NULL);
		return EXIT_BAD_INPUT;
	}
	if (!strcmp(argv[1], "needs"))
		return check_stdout(call_needs(argc - 2, argv + 2));
	argv[1] = verb_of(argv[1]);
	code = cli_parse(&args, argc - 1, argv + 1, &diag) ? fail(&diag) : call_verb(&args);
	cli_args_free(&args);
	return check_stdout(code);
}
