// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Option tables: words as getopt_long() takes them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "task/options.h"

struct values {
	struct option_head head;
	uint32_t bits;
	char path[OPTION_PATH];
	char operands[64];
};

#define AT(field) offsetof(struct values, field)

static const struct option_row rows[] = {
	{ "alpha", 'a', NULL, "first", option_set_bit, AT(bits), 1 },
	{ "alternate", 'l', NULL, "second", option_set_bit, AT(bits), 2 },
	{ "file", 'f', "FILE", "a file", option_set_path, AT(path), 0 },
	{ "missing", 'm', NULL, "nobody needs it", NULL, 0, 0 },
	{ NULL, 'x', NULL, "a letter only", option_set_bit, AT(bits), 4 },
	OPTION_STANDARD,
};

static int take(void *options, unsigned int i, const char *text, char *err)
{
	struct values *v = options;
	size_t used = strlen(v->operands);

	if (!strcmp(text, "bad"))
		return option_error(err, "not '%s'", text);
	snprintf(v->operands + used, sizeof(v->operands) - used, "%u%s ", i, text);
	return 0;
}

static int never_seven(void *options, char *err)
{
	return ((struct values *)options)->bits == 7 ? option_error(err, "all at once") : 0;
}

static const struct option_table table = {
	.tool = "t", .operands = "A [B]", .version = "t 1", .rows = rows,
	.nr_rows = sizeof(rows) / sizeof(rows[0]), .min = 1, .max = 2, .operand = take,
	.check = never_seven, .size = sizeof(struct values),
};

static const char *parse(const char *line, struct values *v, int *word)
{
	static char err[TASK_ERR];
	struct task_argv argv;

	*v = (struct values){ 0 };
	err[0] = '\0';
	cr_assert_eq(task_argv_parse(&argv, line, err), 0);
	if (!options_parse(&table, &argv, v, word, err))
		err[0] = '\0';
	task_argv_free(&argv);
	return err;
}

static const struct {
	const char *line;
	uint32_t bits;
	const char *path, *operands;
} good[] = {
	{ "t p", 0, "", "0p " },
	{ "t -a p -l q", 3, "", "0p 1q " },
	{ "t -ax p", 5, "", "0p " },
	{ "t --alpha --alternate p", 3, "", "0p " },
	{ "t --alp p", 1, "", "0p " },
	{ "t -f n p", 0, "n", "0p " },
	{ "t -fn p", 0, "n", "0p " },
	{ "t -af n p", 1, "n", "0p " },
	{ "t --file n p", 0, "n", "0p " },
	{ "t --file=n=m p", 0, "n=m", "0p " },
	{ "t --fi=-a p", 0, "-a", "0p " },
	{ "t -f -a p", 0, "-a", "0p " },
	{ "t - p", 0, "", "0- 1p " },
	{ "t -- -a --alpha", 0, "", "0-a 1--alpha " },
	{ "t p -- -a", 0, "", "0p 1-a " },
};

Test(options, words)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct values v;
		int word;
		const char *err = parse(good[i].line, &v, &word);

		cr_expect_str_empty(err, "%s: %s", good[i].line, err);
		cr_expect_eq(v.bits, good[i].bits, "%s: %x", good[i].line, v.bits);
		cr_expect_str_eq(v.path, good[i].path, "%s: %s", good[i].line, v.path);
		cr_expect_str_eq(v.operands, good[i].operands, "%s: %s", good[i].line, v.operands);
	}
}

static const struct {
	const char *line;
	int word;
	const char *err;
} bad[] = {
	{ "t", 0, "t: too few operands; usage: t [OPTION]... A [B]" },
	{ "t p q r", 3, "t: extra operand 'r'; usage: t [OPTION]... A [B]" },
	{ "t p bad", 2, "t: not 'bad'" },
	{ "t -alx p", 0, "t: all at once" },
	{ "t --al p", 1, "t: unrecognized option '--al'; run 't --help' to see what there is" },
	{ "t --alhpa p", 1, "t: unrecognized option '--alhpa'; did you mean '--alpha'?" },
	{ "t --=x p", 1, "t: unrecognized option '--=x'; run 't --help' to see what there is" },
	{ "t -y p", 1, "t: invalid option '-y'; run 't --help' to see what there is" },
	{ "t -ay p", 1, "t: invalid option '-y'; run 't --help' to see what there is" },
	{ "t p -f", 2, "t: option '-f' needs a value, FILE" },
	{ "t p --file", 2, "t: option '--file' needs a value, FILE" },
	{ "t --file= p", 1, "t: file name is empty or longer than 255 bytes" },
	{ "t --alpha=1 p", 1, "t: option '--alpha' takes no value" },
	{ "t -m p", 1, "t: option '-m' is not available; nobody needs it" },
	{ "t --miss p", 1, "t: option '--missing' is not available; nobody needs it" },
};

Test(options, bad_words)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct values v;
		int word = -1;
		const char *err = parse(bad[i].line, &v, &word);

		cr_expect_str_eq(err, bad[i].err, "%s: %s", bad[i].line, err);
		cr_expect_eq(word, bad[i].word, "%s: word %d", bad[i].line, word);
	}
}

/* Whoever asks for help need not know the operands. */
Test(options, help_without_operands)
{
	struct values v;
	int word;

	cr_expect_str_empty(parse("t --help", &v, &word));
	cr_expect_eq(v.head.show, OPTION_SHOW_HELP);
	cr_expect_str_empty(parse("t --ver", &v, &word));
	cr_expect_eq(v.head.show, OPTION_SHOW_VERSION);
}
