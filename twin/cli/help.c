// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* --help, from the tables. */
#include <string.h>

#include "cli/options.h"

static void print_verbs(FILE *out, bool available)
{
	const struct cli_verb *verb;

	for (size_t i = 0; (verb = cli_verb_at(i)); i++)
		if (!verb->call != available)
			fprintf(out, "  %-10s %s\n", verb->name, verb->doc);
}

static void print_option(FILE *out, const struct cli_option *option)
{
	char left[64], letter[8] = "    ";

	if (option->letter)
		snprintf(letter, sizeof(letter), "-%c, ", option->letter);
	snprintf(left, sizeof(left), "%s%s%s%s", letter, option->name, option->arg ? " " : "",
		 option->arg ? option->arg : "");
	fprintf(out, "  %-26s %s%s\n", left, option->doc,
		option->store ? "" : " (not available in this version)");
}

static void program_help(FILE *out)
{
	fputs("usage: spitwin VERB [OPTION]... [ARGUMENT]...\n\n"
	      "A digital twin of the SPI / SMMU / DMA path: unmodified Linux kernel code on "
	      "simulated\n"
	      "CPUs, in simulated time, against register-level models.\n\nverbs:\n", out);
	print_verbs(out, true);
	fputs("\nnot available in this version:\n", out);
	print_verbs(out, false);
	fputs("\n'spitwin help VERB' tells more. Exit codes: 0 fine, 1 a check or task failed, "
	      "2 usage\n"
	      "or bad input, 3 model fault or kernel crash, 130 interrupted.\n", out);
}

static void verb_help(FILE *out, const struct cli_verb *verb)
{
	const struct cli_option *option;

	fprintf(out, "usage: spitwin %s [OPTION]...%s%s\n\n%s\n", verb->name,
		*verb->args ? " " : "", verb->args, verb->doc);
	if (!verb->call)
		fputs("Not available in this version.\n", out);
	fputs("\noptions:\n", out);
	for (size_t i = 0; (option = cli_option_at(i)); i++)
		if (cli_option_belongs(option, verb))
			print_option(out, option);
}

void cli_help(FILE *out, const struct cli_verb *verb)
{
	if (verb)
		verb_help(out, verb);
	else
		program_help(out);
}
