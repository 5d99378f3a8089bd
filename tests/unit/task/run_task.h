/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Runs a command line on a kernel in miniature, or has it refused. */
#ifndef TEST_RUN_TASK_H
#define TEST_RUN_TASK_H

#include "task/task.h"

/* Its exit status; fails the test when it is refused. */
int run_task(const char *line, const struct twin_task_api *api);
/* Prepares it only: "" or the message. */
const char *refused_task(const char *line);

#endif
