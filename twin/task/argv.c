// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "task.h"

/* What a shell would treat as more than a word. */
static const char shell_chars[] = "|&;<>()$`*?[]#~{}!";

struct splitter {
	const char *in;
	char *out;
	char *err;
};

static int split_fail(struct splitter *s, const char *what)
{
	snprintf(s->err, TASK_ERR, "%s", what);
	return -1;
}

static int split_refuse(struct splitter *s)
{
	snprintf(s->err, TASK_ERR, "shell syntax '%c' is not available: one command only", *s->in);
	return -1;
}

/* Between "..." a shell expands $ and `, and \ is itself before anything but these four. */
static int split_quoted(struct splitter *s, char quote)
{
	for (s->in++; *s->in != quote; s->in++) {
		if (!*s->in)
			return split_fail(s, "a quote is not closed");
		if (quote == '"' && (*s->in == '$' || *s->in == '`'))
			return split_refuse(s);
		if (quote == '"' && *s->in == '\\' && s->in[1] && strchr("\"\\$`", s->in[1]))
			s->in++;
		*s->out++ = *s->in;
	}
	s->in++;
	return 0;
}

static int split_char(struct splitter *s)
{
	if (*s->in == '\'' || *s->in == '"')
		return split_quoted(s, *s->in);
	if (*s->in == '\\' && s->in[1])
		s->in++;
	else if (*s->in == '\n')
		return split_fail(s, "a second line is not available: one command only");
	else if (strchr(shell_chars, *s->in))
		return split_refuse(s);
	*s->out++ = *s->in++;
	return 0;
}

/* YAML's block texts end with a newline. */
static int at_end(const char *in)
{
	return in[strspn(in, " \t\n")] == '\0';
}

static int split_word(struct splitter *s)
{
	while (*s->in && *s->in != ' ' && *s->in != '\t' && !at_end(s->in))
		if (split_char(s))
			return -1;
	*s->out++ = '\0';
	return 0;
}

int task_argv_parse(struct task_argv *argv, const char *line, char *err)
{
	struct splitter s = { .in = line, .err = err };

	*argv = (struct task_argv){ .text = malloc(strlen(line) + 2) };
	if (!argv->text)
		return split_fail(&s, "out of memory");
	s.out = argv->text;
	for (;;) {
		s.in += strspn(s.in, " \t");
		if (at_end(s.in))
			break;
		if (argv->argc == TASK_MAX_ARGS) {
			task_argv_free(argv);
			return split_fail(&s, "too many words");
		}
		argv->argv[argv->argc++] = s.out;
		if (split_word(&s)) {
			task_argv_free(argv);
			return -1;
		}
	}
	if (argv->argc)
		return 0;
	task_argv_free(argv);
	return split_fail(&s, "the command line is empty");
}

void task_argv_free(struct task_argv *argv)
{
	free(argv->text);
	*argv = (struct task_argv){ 0 };
}
