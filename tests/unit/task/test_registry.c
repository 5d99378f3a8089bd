// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The list of commands: by name, complete, and each found by its name. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "task/options.h"

Test(registry, in_order_of_names)
{
	size_t i;

	for (i = 0; task_info_at(i); i++)
		if (i)
			cr_expect_lt(strcmp(task_info_at(i - 1)->name, task_info_at(i)->name), 0);
	cr_expect_gt(i, 0);
	cr_expect_null(task_info_at(i + 1));
	cr_expect_null(task_info_at((size_t)-1));
}

Test(registry, every_kind_is_complete_and_found)
{
	for (size_t i = 0; task_info_at(i); i++) {
		const struct task_info *t = task_info_at(i);

		cr_expect_eq(task_info_find(t->name), t);
		cr_expect(t->prepare && t->run && t->release);
		cr_expect_null(strchr(t->doc, '\n'));
		cr_expect_str_eq(t->options->tool, t->name);
	}
}

Test(registry, unknown_names)
{
	cr_expect_null(task_info_find(""));
	cr_expect_null(task_info_find("d"));
	cr_expect_null(task_info_find("DD"));
	cr_expect_null(task_info_find("dd "));
}

static char *page(void)
{
	static char text[1 << 16];
	FILE *f = fopen(SPITWIN_SOURCE "/docs/tasks.md", "r");

	cr_assert_not_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	return text;
}

/* The line of docs/tasks.md on a command; dd's operands have a paragraph. */
static char *line_on(const char *name)
{
	static char line[1024];
	char mark[64], *from;

	snprintf(mark, sizeof(mark), strcmp(name, "dd") ? "\n| `%s" : "\n%s: `", name);
	from = strstr(page(), mark);
	cr_assert_not_null(from, "docs/tasks.md does not tell of %s", name);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(from + 1, "\n"), from + 1);
	return line;
}

/* Each option by its letter, or dd's by its name; those of all tools are told of at the top. */
Test(registry, the_documentation_names_all_options)
{
	for (size_t i = 0; task_info_at(i); i++) {
		const struct option_table *t = task_info_at(i)->options;
		const char *line = line_on(t->tool);

		for (size_t k = 0; k < t->nr_rows && !strstr(line, "all of its options"); k++) {
			const struct option_row *row = &t->rows[k];
			char text[32];

			if (!row->set || row->set == option_set_help ||
			    row->set == option_set_version || (!row->letter && !t->assignments))
				continue;
			if (t->assignments)
				snprintf(text, sizeof(text), "%s=", row->name);
			else
				snprintf(text, sizeof(text), "-%c", row->letter);
			cr_expect(strstr(line, text), "%s: %s is not in '%s'", t->tool, text, line);
		}
	}
}
