// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "run_task.h"

#include <criterion/criterion.h>

static const struct task_info *prepared(const char *line, void **arg, char *err)
{
	const struct task_info *task;
	struct task_argv argv;
	int word;

	cr_assert_eq(task_argv_parse(&argv, line, err), 0, "%s: %s", line, err);
	task = task_info_find(argv.argv[0]);
	cr_assert_not_null(task, "%s", line);
	err[0] = '\0';
	if (task->prepare(&argv, arg, &word, err)) {
		cr_expect_neq(err[0], '\0', "%s: refused without a message", line);
		*arg = NULL;
	}
	task_argv_free(&argv);
	return task;
}

int run_task(const char *line, const struct twin_task_api *api)
{
	char err[TASK_ERR];
	void *arg;
	const struct task_info *task = prepared(line, &arg, err);
	int status;

	cr_assert_not_null(arg, "%s: %s", line, err);
	status = task->run(api, arg);
	task->release(arg);
	return status;
}

const char *refused_task(const char *line)
{
	static char err[TASK_ERR];
	void *arg;
	const struct task_info *task = prepared(line, &arg, err);

	if (arg)
		task->release(arg);
	return err;
}
