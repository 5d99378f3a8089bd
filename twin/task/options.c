// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/nearest.h"

struct parser {
	const struct option_table *table;
	const struct task_argv *argv;
	void *options;
	char *err;
	int word;		/* index of the word being looked at */
	unsigned int operands;
	bool only_operands;	/* after "--" */
};

__attribute__((format(printf, 2, 3))) static int fail(struct parser *p, const char *format, ...)
{
	int used = snprintf(p->err, TASK_ERR, "%s: ", p->table->tool);
	va_list ap;

	va_start(ap, format);
	vsnprintf(p->err + used, TASK_ERR - used, format, ap);
	va_end(ap);
	return -1;
}

int option_error(char *err, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(err, TASK_ERR, format, ap);
	va_end(ap);
	return -1;
}

int option_path(char *to, const char *value, char *err)
{
	if (!*value || strlen(value) >= OPTION_PATH)
		return option_error(err, "file name is empty or longer than %d bytes",
				    OPTION_PATH - 1);
	strcpy(to, value);
	return 0;
}

int option_set_bit(void *options, const struct option_row *row, const char *value, char *err)
{
	*(uint32_t *)((char *)options + row->offset) |= row->bit;
	return 0;
}

int option_set_path(void *options, const struct option_row *row, const char *value, char *err)
{
	return option_path((char *)options + row->offset, value, err);
}

int option_set_help(void *options, const struct option_row *row, const char *value, char *err)
{
	((struct option_head *)options)->show = OPTION_SHOW_HELP;
	return 0;
}

int option_set_version(void *options, const struct option_row *row, const char *value, char *err)
{
	((struct option_head *)options)->show = OPTION_SHOW_VERSION;
	return 0;
}

/* Puts the tool's name before what a setter said. */
static int complain(struct parser *p)
{
	char said[TASK_ERR];

	memcpy(said, p->err, sizeof(said));
	return fail(p, "%.*s", (int)(TASK_ERR - 2 - strlen(p->table->tool)), said);
}

static int apply(struct parser *p, const struct option_row *row, const char *shown,
		 const char *value)
{
	if (!row->set)
		return fail(p, "%s is not available; %s", shown, row->doc);
	return row->set(p->options, row, value, p->err) ? complain(p) : 0;
}

/* Rows that are named without dashes: NAME=VALUE. */
static bool is_assignment(const struct option_table *t, const struct option_row *row)
{
	return t->assignments && row->value;
}

/* "; did you mean ...", or where to look, after an unknown option or an unknown NAME=. */
static int unknown(struct parser *p, bool assignment, const char *name, size_t len)
{
	const char *what = assignment ? "operand" : "option", *tool = p->table->tool;
	const char *word = p->argv->argv[p->word];
	char typed[64] = "";
	struct nearest near;

	if (len < sizeof(typed))
		memcpy(typed, name, len);
	nearest_start(&near, typed);
	for (size_t i = 0; *typed && i < p->table->nr_rows; i++) {
		const struct option_row *row = &p->table->rows[i];

		if (row->name && is_assignment(p->table, row) == assignment)
			nearest_offer(&near, row->name);
	}
	if (near.best)
		return fail(p, "unrecognized %s '%.100s'; did you mean '%s%s%s'?", what, word,
			    assignment ? "" : "--", near.best, assignment ? "=" : "");
	return fail(p, "unrecognized %s '%.100s'; run '%s --help' to see what there is", what, word,
		    tool);
}

/* The row of that name; of options, the only one whose name begins so will do. */
static const struct option_row *row_named(const struct option_table *t, bool assignment,
					  const char *name, size_t len)
{
	const struct option_row *found = NULL;
	unsigned int nr = 0;

	for (size_t i = 0; i < t->nr_rows; i++) {
		const struct option_row *row = &t->rows[i];

		if (!row->name || is_assignment(t, row) != assignment ||
		    strncmp(row->name, name, len))
			continue;
		if (!row->name[len])
			return row;
		found = row;
		nr++;
	}
	return !assignment && nr == 1 ? found : NULL;
}

static const struct option_row *row_lettered(const struct option_table *t, char letter)
{
	for (size_t i = 0; i < t->nr_rows; i++)
		if (t->rows[i].letter == letter)
			return &t->rows[i];
	return NULL;
}

/* The next word is the value of this one. */
static const char *next_word(struct parser *p)
{
	return p->word + 1 < p->argv->argc ? p->argv->argv[++p->word] : NULL;
}

static bool is_optional(const struct option_row *row)
{
	return row->value && row->value[0] == '[';
}

/* Tools that take optional values as words of their own look whether it is a number or a set. */
static const char *optional_word(struct parser *p)
{
	const char *next = p->word + 1 < p->argv->argc ? p->argv->argv[p->word + 1] : "";

	bool taken = (*next >= '0' && *next <= '9') || *next == '!' || !strcmp(next, "all");

	return taken ? next_word(p) : NULL;
}

/* The value of an option, which stands behind it or is the next word. */
static const char *value_of(struct parser *p, const struct option_row *row, const char *behind)
{
	if (behind || !row->value)
		return behind;
	return is_optional(row) ? optional_word(p) : next_word(p);
}

static int parse_long(struct parser *p, const char *name)
{
	size_t len = strcspn(name, "=");
	const struct option_row *row = row_named(p->table, false, name, len);
	const char *value = name[len] ? name + len + 1 : NULL;
	char shown[40];

	if (!row || !len)
		return unknown(p, false, name, len);
	snprintf(shown, sizeof(shown), "option '--%s'", row->name);
	if (!row->value && value)
		return fail(p, "%s takes no value", shown);
	value = value_of(p, row, value);
	if (row->value && !value && !is_optional(row))
		return fail(p, "%s needs a value, %s", shown, row->value);
	return apply(p, row, shown, value);
}

static int parse_letters(struct parser *p, const char *letters)
{
	for (; *letters; letters++) {
		const struct option_row *row = row_lettered(p->table, *letters);
		const char *value = NULL;
		char shown[20];

		snprintf(shown, sizeof(shown), "option '-%c'", *letters);
		if (!row)
			return fail(p, "invalid %s; run '%s --help' to see what there is", shown,
				    p->table->tool);
		if (row->value)
			value = value_of(p, row, letters[1] ? letters + 1 : NULL);
		if (row->value && !value && !is_optional(row))
			return fail(p, "%s needs a value, %s", shown, row->value);
		if (apply(p, row, shown, value))
			return -1;
		if (row->value)
			break;
	}
	return 0;
}

static int parse_assignment(struct parser *p, const char *text)
{
	const char *value = strchr(text, '=');
	size_t len = value ? (size_t)(value - text) : strlen(text);
	const struct option_row *row = row_named(p->table, true, text, len);
	char shown[40];

	if (!value || !row || !len)
		return unknown(p, true, text, len);
	snprintf(shown, sizeof(shown), "operand '%s='", row->name);
	return apply(p, row, shown, value + 1);
}

/* Between a usage's options and operands. */
static const char *blank(const struct option_table *t)
{
	return *t->operands ? " " : "";
}

static int parse_operand(struct parser *p, const char *text)
{
	const struct option_table *t = p->table;

	if (t->assignments)
		return parse_assignment(p, text);
	if (p->operands == t->max)
		return fail(p, "extra operand '%.100s'; usage: %s [OPTION]...%s%s", text, t->tool,
			    blank(t), t->operands);
	return t->operand(p->options, p->operands++, text, p->err) ? complain(p) : 0;
}

static int parse_word(struct parser *p)
{
	const char *text = p->argv->argv[p->word];

	if (p->only_operands || text[0] != '-' || !text[1])
		return parse_operand(p, text);
	if (text[1] != '-')
		return parse_letters(p, text + 1);
	if (text[2])
		return parse_long(p, text + 2);
	p->only_operands = true;
	return 0;
}

int options_parse(const struct option_table *t, const struct task_argv *argv, void *options,
		  int *word, char *err)
{
	struct parser p = { .table = t, .argv = argv, .options = options, .err = err, .word = 1 };
	const struct option_head *head = options;

	for (; p.word < argv->argc; p.word++) {
		*word = p.word;
		if (parse_word(&p))
			return -1;
	}
	if (head->show != OPTION_RUN)
		return 0;
	*word = 0;
	if (p.operands < t->min)
		return fail(&p, "too few operands; usage: %s [OPTION]...%s%s", t->tool, blank(t),
			    t->operands);
	return t->check && t->check(options, err) ? complain(&p) : 0;
}

int options_prepare(const struct option_table *table, const struct task_argv *argv, void **arg,
		    int *word, char *err)
{
	void *options = calloc(1, table->size);

	if (!options) {
		snprintf(err, TASK_ERR, "out of memory");
		return -1;
	}
	if (table->defaults)
		table->defaults(options);
	if (options_parse(table, argv, options, word, err)) {
		free(options);
		return -1;
	}
	*arg = options;
	return 0;
}

/* "-q, --quiet", "    --bytes=N", "bs=N". */
static void show_row(const struct twin_task_api *api, const struct option_table *t,
		     const struct option_row *row)
{
	const char *dashes = is_assignment(t, row) ? "" : "--";
	const char *equals = !row->value || is_optional(row) ? "" : row->name ? "=" : " ";
	char text[64], letter[8] = "";

	if (row->letter)
		snprintf(letter, sizeof(letter), row->name ? "-%c, " : "-%c", row->letter);
	snprintf(text, sizeof(text), "%s%s%s%s%s", letter, row->name ? dashes : "",
		 row->name ? row->name : "", equals, row->value ? row->value : "");
	task_printf(api, 1, "  %-28s %s%s\n", text, row->set ? "" : "not available: ", row->doc);
}

bool options_shown(const struct twin_task_api *api, const struct option_table *t,
		   const struct option_head *head)
{
	if (head->show == OPTION_SHOW_VERSION)
		task_printf(api, 1, "%s\n", t->version);
	if (head->show != OPTION_SHOW_HELP)
		return head->show != OPTION_RUN;
	task_printf(api, 1, "Usage: %s%s%s%s\n", t->tool, t->assignments ? "" : " [OPTION]...",
		    blank(t), t->operands);
	for (size_t i = 0; i < t->nr_rows; i++)
		show_row(api, t, &t->rows[i]);
	return true;
}
