// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The list of commands: by name, complete, and each found by its name. */
#include <criterion/criterion.h>
#include <string.h>

#include "task/task.h"

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
		cr_expect_eq(strncmp(t->usage, t->name, strlen(t->name)), 0);
	}
}

Test(registry, unknown_names)
{
	cr_expect_null(task_info_find(""));
	cr_expect_null(task_info_find("d"));
	cr_expect_null(task_info_find("DD"));
	cr_expect_null(task_info_find("dd "));
}
