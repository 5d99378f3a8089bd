// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Mistakes on the program's command line, and in the command lines of tasks. */
#include <criterion/criterion.h>
#include <string.h>

#include "place.h"
#include "program.h"

TestSuite(bad_command, .init = place_enter, .fini = place_leave);

#define WINDOW_HINT "; it takes tasks, all, or two times as in \"1.5 ms..2 ms\""
#define SEED_HINT "; a number from 0 to 4294967295"
#define RUN_USAGE "; usage: spitwin run [OPTION]... SCENARIO"

static void expect_words(const char *line, const char *const *words)
{
	struct said s = spitwin_how(NULL, words);

	expect_refused(&s, line);
	cr_assert_eq(entries("."), 1, "files are left");
}

#define REFUSED(line, ...) expect_words(line, (const char *const[]){__VA_ARGS__, NULL})

Test(bad_command, verbs)
{
	scenario_of("s.yaml", "fill: prng", DD_512);
	REFUSED("spitwin: error: unknown verb 'rum'; did you mean 'run'?", "rum", "s.yaml");
	REFUSED("spitwin: error: 'compare' is not available in this version; 'spitwin help' lists "
		"what "
		"is",
		"compare", "s.yaml");
	REFUSED("spitwin: error: no generated document 'foo'; there is 'scenario'", "doc", "foo");
	REFUSED("spitwin: error: unknown verb 'foo'; 'spitwin help' lists the verbs", "help",
		"foo");
}

Test(bad_command, arguments_of_run)
{
	scenario_of("s.yaml", "fill: prng", DD_512);
	REFUSED("spitwin: error: 'run' needs SCENARIO" RUN_USAGE, "run");
	REFUSED("spitwin: error: unexpected argument 'extra'" RUN_USAGE, "run", "s.yaml", "extra");
	REFUSED("spitwin: error: 'run' has no option '--verbos'; did you mean '--verbose'?", "run",
		"s.yaml", "--verbos");
	REFUSED("spitwin: error: --kernel needs a value; write --kernel NAME", "run", "s.yaml",
		"--kernel");
	REFUSED("spitwin: error: --json takes no value", "run", "s.yaml", "--json=1");
	REFUSED("spitwin: error: --set: 'foo' has no '='; write --set KEY=VALUE", "run", "s.yaml",
		"--set", "foo");
	REFUSED("spitwin: error: -o: '' is empty; name a file or folder", "run", "s.yaml", "-o",
		"");
}

Test(bad_command, values_of_options)
{
	scenario_of("s.yaml", "fill: prng", DD_512);
	REFUSED("spitwin: error: --seed: '-1' is negative" SEED_HINT, "run", "s.yaml", "--seed",
		"-1");
	REFUSED("spitwin: error: --seed: '4294967296' is too large" SEED_HINT, "run", "s.yaml",
		"--seed=4294967296");
	REFUSED("spitwin: error: --seed: 'x' is not a number" SEED_HINT, "run", "s.yaml",
		"--seed=x");
	REFUSED("spitwin: error: --sync: 'fast' is not a mode; it takes block", "run", "s.yaml",
		"--sync=fast");
	REFUSED("spitwin: error: --vcd-window: '3..2' has no unit" WINDOW_HINT, "run", "s.yaml",
		"--vcd-window=3..2");
	REFUSED("spitwin: error: --vcd-window: '3 ms..2 ms' ends before it starts" WINDOW_HINT,
		"run", "s.yaml", "--vcd-window=3 ms..2 ms");
	REFUSED("spitwin: error: --vcd-window: 'foo' is not a window" WINDOW_HINT, "run", "s.yaml",
		"--vcd-window", "foo");
}

/* The errors are the same with --json: one line on stderr, nothing on stdout. */
Test(bad_command, json_changes_no_error)
{
	scenario_of("s.yaml", "fill: prng", "ddd");
	REFUSED("s.yaml:7:10: error: unknown command 'ddd'; did you mean 'dd'?", "run", "s.yaml",
		"--json");
	REFUSED("spitwin: error: --json takes no value", "run", "s.yaml", "--json=1");
}

/* Without a verb: the usage. */
Test(bad_command, no_words_at_all)
{
	struct said s = spitwin_how(NULL, (const char *const[]){NULL});

	expect_code(&s, 2);
	cr_assert_eq(s.out_len, 0);
	cr_assert_eq(strncmp(s.err, "usage: spitwin VERB", 19), 0);
}

static void expect_image(const char *root, const char *const *words, const char *image)
{
	struct how how = { .env = { text("SPITWIN_ROOT=%s", root) } };
	struct said s = spitwin_how(&how, words);

	expect_code(&s, 0);
	cr_expect_str_eq(s.out, image);
	cr_expect_str_eq(s.err, "");
}

#define IMAGE(root, image, ...)                                                                    \
	expect_image(root, (const char *const[]){"needs", __VA_ARGS__, NULL}, image)

/*
 * Regression: the launcher asks for the image before it builds one.
 * Expected: none where a mistake shows without it. Buggy: a board whose costs lack a key, or a task
 * that does not exist, was refused after a kernel build of minutes.
 */
Test(bad_command, no_image_for_what_cannot_run)
{
	const char *const copy[] = {
		"sh", "-c",
		text("mkdir root && ln -s %s/kernel root/ && cp -r %s/boards root/ && "
		     "sed -i '/^  dma.request:/,/source:/d' root/boards/sama5d36ek/costs.yaml",
		     top(), top()),
		NULL};
	struct how how = { .env = { "SPITWIN_ROOT=root" } };
	struct said s = program(NULL, copy);

	expect_code(&s, 0);
	scenario_of("s.yaml", "fill: prng", DD_512);
	IMAGE(top(), "linux-6.1 sama5d36ek\n", "run", "s.yaml");
	IMAGE(top(), "", "check", "s.yaml");
	IMAGE(top(), "", "run", "s.yaml", "--set", "tasks.0.run=ddd");
	IMAGE(top(), "", "run", "s.yaml", "--set", "observe=[{name: a, from: spi, to: spi}]");
	IMAGE("root", "", "run", "s.yaml");
	IMAGE("root", "linux-6.1 sam9g15ek\n", "run", "s.yaml", "--set", "board=sam9g15ek");
	s = SPITWIN_HOW(&how, "run", "s.yaml");
	expect_refused(&s, NULL);
	cr_expect(strstr(s.err, "costs.yaml:") && strstr(s.err, "no key 'dma.request'"), "%s",
		  s.err);
}

static void expect_task(const char *command, const char *message)
{
	struct said s;

	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", command), "-o", "out");
	expect_refused(&s, text("s.yaml:7:10: error: %s", message));
	cr_assert_eq(entries("."), 1, "files are left");
}

Test(bad_command, unknown_commands_of_tasks)
{
	expect_task("ddd if=x", "unknown command 'ddd'; did you mean 'dd'?");
	expect_task("flash-erase /dev/mtd0 0 1",
		    "unknown command 'flash-erase'; did you mean 'flash_erase'?");
	expect_task("uname -a",
		    "unknown command 'uname'; see `spitwin list` for the commands there "
		    "are");
	expect_task("/bin/dd",
		    "unknown command '/bin/dd'; see `spitwin list` for the commands there "
		    "are");
}

Test(bad_command, shell_syntax_of_tasks)
{
	expect_task("dd if=/dev/mtd0 | od", "shell syntax '|' is not available: one command only");
	expect_task("'dd if=/dev/mtd0 > x'", "shell syntax '>' is not available: one command only");
	expect_task("dd if=$HOME", "shell syntax '$' is not available: one command only");
	expect_task("dd if=a; dd", "shell syntax ';' is not available: one command only");
	expect_task("dd if=a && dd", "shell syntax '&' is not available: one command only");
	expect_task("dd if=*", "shell syntax '*' is not available: one command only");
	expect_task("\"dd 'if=x\"", "a quote is not closed");
	expect_task("'   '", "tasks[0].run is empty");
}

Test(bad_command, operands_of_dd)
{
	expect_task("dd bz=1", "dd: unrecognized operand 'bz=1'; did you mean 'bs='?");
	expect_task("dd junk",
		    "dd: unrecognized operand 'junk'; run 'dd --help' to see what there is");
	expect_task("dd bs=0", "dd: invalid number: '0'; bs must be 1 to 64M");
	expect_task("dd bs=65M", "dd: invalid number: '65M'; bs must be 1 to 64M");
	expect_task("dd bs=-1", "dd: invalid number: '-1'");
	expect_task("dd bs=", "dd: invalid number: ''");
	expect_task("dd bs=5q", "dd: invalid number: '5q'");
	expect_task("dd count=99999999999999999999", "dd: invalid number: '99999999999999999999'");
	expect_task("dd if=", "dd: file name is empty or longer than 255 bytes");
	expect_task("dd conv=ascii", "dd: conversion 'ascii' is not available; known are excl, "
				     "fdatasync, fsync, nocreat, noerror, notrunc, sync");
	expect_task("dd conv=fdatasyn", "dd: conversion 'fdatasyn' is not available; did you mean "
					"'fdatasync'?");
	expect_task("dd cbs=80",
		    "dd: operand 'cbs=' is not available; there are no conversions of text");
	expect_task("dd status=loud", "dd: status level 'loud' is not available; known are none, "
				      "noxfer, progress");
}

Test(bad_command, words_of_flash_erase)
{
	expect_task("flash_erase /dev/mtd0 0",
		    "flash_erase: too few operands; usage: flash_erase [OPTION]... DEVICE START "
		    "COUNT");
	expect_task("flash_erase --quite /dev/mtd0 0 1",
		    "flash_erase: unrecognized option '--quite'; did you mean '--quiet'?");
	expect_task("flash_erase /dev/mtd0 1k 1", "flash_erase: unable to parse the number '1k'");
}
