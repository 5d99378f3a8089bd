/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Every kind of task; keep the list in alphabetical order. */
#ifndef TWIN_TASK_KINDS_H
#define TWIN_TASK_KINDS_H

#include "task.h"

extern const struct task_info task_dd;

#define TASK_KINDS &task_dd

#endif
