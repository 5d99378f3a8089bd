// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Command lines: words as a shell makes them, and what only a shell could do is refused. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "task/task.h"

/* Words joined by '|', or the message. */
static const char *split(const char *line)
{
	static char text[TASK_ERR * 8];
	struct task_argv argv;
	char err[TASK_ERR] = "";

	text[0] = '\0';
	if (task_argv_parse(&argv, line, err)) {
		cr_expect_null(argv.text, "something to free after '%s'", line);
		cr_expect_eq(argv.argc, 0);
		return strcpy(text, err);
	}
	cr_expect_null(argv.argv[argv.argc]);
	for (int i = 0; i < argv.argc; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? "|" : "",
			 argv.argv[i]);
	task_argv_free(&argv);
	cr_expect_null(argv.text);
	return text;
}

static const struct {
	const char *line, *words;
} good[] = {
	{ "dd", "dd" },
	{ "dd if=/dev/mtd0 bs=512", "dd|if=/dev/mtd0|bs=512" },
	{ "  dd \t if=a  ", "dd|if=a" },
	{ "dd 'a b' c", "dd|a b|c" },
	{ "dd \"a b\" c", "dd|a b|c" },
	{ "dd if='a'\"b\"c", "dd|if=abc" },
	{ "dd '' \"\"", "dd||" },
	{ "dd a\\ b", "dd|a b" },
	{ "dd \\$x \\'", "dd|$x|'" },
	{ "dd '$x `y` \\n'", "dd|$x `y` \\n" },
	{ "dd \"'\" '\"'", "dd|'|\"" },
	{ "dd \"\\\"\\\\\\$\\`\"", "dd|\"\\$`" },
	{ "dd \"a\\b\"", "dd|a\\b" },
	{ "dd a\\", "dd|a\\" },
	{ "dd ';|&<>'", "dd|;|&<>" },
	{ "dd count=1\n", "dd|count=1" },
	{ "dd count=1 \n\n ", "dd|count=1" },
	{ "dd 'a\nb'", "dd|a\nb" },
};

Test(argv, words)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		const char *words = split(good[i].line);

		cr_expect_str_eq(words, good[i].words, "'%s' gave '%s'", good[i].line, words);
	}
}

Test(argv, nothing_to_run)
{
	static const char *const lines[] = { "", " ", "\t \t", "\n", " \n " };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cr_expect_str_eq(split(lines[i]), "the command line is empty");
}

Test(argv, open_quotes)
{
	static const char *const lines[] = { "'", "\"", "dd 'a", "dd \"a'", "dd \"a\\\"",
					     "a'b'c'" };

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cr_expect_str_eq(split(lines[i]), "a quote is not closed", "%s", lines[i]);
}

Test(argv, every_shell_character)
{
	for (const char *c = "|&;<>()$`*?[]#~{}!"; *c; c++) {
		char line[16], expected[TASK_ERR];

		snprintf(line, sizeof(line), "dd a%cb", *c);
		snprintf(expected, sizeof(expected),
			 "shell syntax '%c' is not available: one command only", *c);
		cr_expect_str_eq(split(line), expected);
		snprintf(line, sizeof(line), "dd 'a%cb'", *c);
		snprintf(expected, sizeof(expected), "dd|a%cb", *c);
		cr_expect_str_eq(split(line), expected);
	}
}

Test(argv, expansions_between_double_quotes)
{
	cr_expect_str_eq(split("dd \"if=$HOME\""),
			 "shell syntax '$' is not available: one command only");
	cr_expect_str_eq(split("dd \"`ls`\""),
			 "shell syntax '`' is not available: one command only");
}

Test(argv, a_second_line)
{
	cr_expect_str_eq(split("dd count=1\ndd count=2"),
			 "a second line is not available: one command only");
	cr_expect_str_eq(split("\ndd"), "a second line is not available: one command only");
}

static const char *words(int n)
{
	static char line[TASK_MAX_ARGS * 2 + 8];

	line[0] = '\0';
	while (n--)
		strcat(line, "a ");
	return line;
}

Test(argv, too_many_words)
{
	struct task_argv argv;
	char err[TASK_ERR];

	cr_assert_eq(task_argv_parse(&argv, words(TASK_MAX_ARGS), err), 0);
	cr_expect_eq(argv.argc, TASK_MAX_ARGS);
	cr_expect_null(argv.argv[TASK_MAX_ARGS]);
	task_argv_free(&argv);
	cr_expect_str_eq(split(words(TASK_MAX_ARGS + 1)), "too many words");
}
