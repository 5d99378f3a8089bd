// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <string.h>

#include "kinds.h"

static const struct task_info *const kinds[] = { TASK_KINDS };

const struct task_info *task_info_at(size_t i)
{
	return i < sizeof(kinds) / sizeof(kinds[0]) ? kinds[i] : NULL;
}

const struct task_info *task_info_find(const char *name)
{
	for (size_t i = 0; task_info_at(i); i++)
		if (!strcmp(kinds[i]->name, name))
			return kinds[i];
	return NULL;
}
