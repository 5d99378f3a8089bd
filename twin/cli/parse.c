// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* From argv to struct cli_args, by the tables. */
#include <string.h>

#include "cli/options.h"
#include "scenario/nearest.h"

struct parser {
	struct cli_args *args;
	struct diag *diag;
	char **argv;		/* next word */
};

/* `name` without its leading dashes counted: "--sett" and "-set" are near "--set" alike. */
static int unknown_option(struct parser *p, const char *word, size_t len)
{
	const struct cli_option *option;
	struct nearest near;
	char name[64];

	snprintf(name, sizeof(name), "%.*s", (int)len, word);
	nearest_start(&near, name + strspn(name, "-"));
	for (size_t i = 0; (option = cli_option_at(i)); i++)
		if (cli_option_belongs(option, p->args->verb))
			nearest_offer(&near, option->name + 2);
	diag_set(p->diag, (struct src_pos){ 0 }, "'%s' has no option '%s'", p->args->verb->name,
		 name);
	if (near.best)
		return diag_hint(p->diag, "did you mean '--%s'?", near.best);
	return diag_hint(p->diag, "'spitwin help %s' lists its options", p->args->verb->name);
}

static const struct cli_option *find_long(const struct cli_verb *verb, const char *name,
					  size_t len)
{
	const struct cli_option *option;

	for (size_t i = 0; (option = cli_option_at(i)); i++)
		if (cli_option_belongs(option, verb) && strlen(option->name) == len &&
		    !strncmp(option->name, name, len))
			return option;
	return NULL;
}

static const struct cli_option *find_short(const struct cli_verb *verb, char letter)
{
	const struct cli_option *option;

	for (size_t i = 0; (option = cli_option_at(i)); i++)
		if (cli_option_belongs(option, verb) && option->letter && option->letter == letter)
			return option;
	return NULL;
}

/* `value`: what stands in the same word, or NULL. */
static int store(struct parser *p, const struct cli_option *option, const char *value)
{
	if (!option->store) {
		diag_set(p->diag, (struct src_pos){ 0 }, "%s is not available in this version",
			 option->name);
		return diag_hint(p->diag, "leave it out");
	}
	if (!option->arg && value)
		return diag_set(p->diag, (struct src_pos){ 0 }, "%s takes no value", option->name);
	if (option->arg && !value)
		value = *p->argv ? *p->argv++ : NULL;
	if (option->arg && !value) {
		diag_set(p->diag, (struct src_pos){ 0 }, "%s needs a value", option->name);
		return diag_hint(p->diag, "write %s %s", option->name, option->arg);
	}
	return option->store(p->args, value, p->diag);
}

static int parse_long(struct parser *p, const char *word)
{
	size_t len = strcspn(word, "=");
	const struct cli_option *option = find_long(p->args->verb, word, len);

	if (!option)
		return unknown_option(p, word, len);
	return store(p, option, word[len] ? word + len + 1 : NULL);
}

/* -oDIR, -o DIR, -v; letters are not bundled. */
static int parse_short(struct parser *p, const char *word)
{
	const struct cli_option *option = find_short(p->args->verb, word[1]);

	if (!option || (!option->arg && word[2]))
		return unknown_option(p, word, strlen(word));
	return store(p, option, word[2] ? word + 2 : NULL);
}

static int parse_positional(struct parser *p, const char *word)
{
	struct cli_args *args = p->args;

	if (args->nr_positional == args->verb->max_args) {
		diag_set(p->diag, (struct src_pos){ 0 }, "unexpected argument '%s'", word);
		return diag_hint(p->diag, "usage: spitwin %s [OPTION]... %s", args->verb->name,
				 args->verb->args);
	}
	args->positional[args->nr_positional++] = word;
	return 0;
}

static int parse_word(struct parser *p, const char *word, bool options)
{
	if (options && word[0] == '-' && word[1] == '-')
		return parse_long(p, word);
	if (options && word[0] == '-' && word[1])
		return parse_short(p, word);
	return parse_positional(p, word);
}

static int check_complete(struct parser *p)
{
	const struct cli_args *args = p->args;

	if (args->help)
		return 0;
	if (args->run.sync_block && args->quantum_given) {
		diag_set(p->diag, (struct src_pos){ 0 },
			 "--quantum has no meaning with --sync=block");
		return diag_hint(p->diag, "leave one of them out");
	}
	if (args->nr_positional >= args->verb->min_args)
		return 0;
	diag_set(p->diag, (struct src_pos){ 0 }, "'%s' needs %s", args->verb->name,
		 args->verb->args);
	return diag_hint(p->diag, "usage: spitwin %s [OPTION]... %s", args->verb->name,
			 args->verb->args);
}

/* Words of a verb that is not there are not looked at: its options are not known either. */
static int not_available(const struct cli_verb *verb, struct diag *diag)
{
	diag_set(diag, (struct src_pos){ 0 }, "'%s' is not available in this version", verb->name);
	return diag_hint(diag, "'spitwin help' lists what is");
}

int cli_parse(struct cli_args *args, int argc, char **argv, struct diag *diag)
{
	struct parser p = { args, diag, argv + 1 };
	bool options = true;

	memset(args, 0, sizeof(*args));
	args->run.quantum = CLI_QUANTUM_DEFAULT;
	args->verb = cli_verb_find(argv[0]);
	if (!args->verb)
		return cli_verb_unknown(argv[0], diag);
	if (!args->verb->call)
		return not_available(args->verb, diag);
	while (*p.argv) {
		const char *word = *p.argv++;

		if (options && !strcmp(word, "--"))
			options = false;
		else if (parse_word(&p, word, options))
			return -1;
	}
	return check_complete(&p);
}
