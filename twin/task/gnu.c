// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "gnu.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void gnu_error(const struct twin_task_api *api, const char *tool, long err, const char *format, ...)
{
	char text[GNU_QUOTED];
	va_list ap;

	task_printf(api, 2, "%s: ", tool);
	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	task_printf(api, 2, "%s", text);
	if (err)
		task_printf(api, 2, ": %s", task_strerror(err));
	task_printf(api, 2, "\n");
}

/* A quote between single quotes ends them; double quotes will do when nothing is special there. */
const char *gnu_quote(char *to, const char *name)
{
	size_t n = 0;

	if (strchr(name, '\'') && !strpbrk(name, "\"$`\\!")) {
		snprintf(to, GNU_QUOTED, "\"%.*s\"", GNU_QUOTED - 3, name);
		return to;
	}
	to[n++] = '\'';
	for (; *name && n < GNU_QUOTED - 6; name++) {
		if (*name == '\'') {
			memcpy(to + n, "'\\'", 3);
			n += 3;
		}
		to[n++] = *name;
	}
	to[n++] = '\'';
	to[n] = '\0';
	return to;
}

static bool special(const char *name)
{
	if (!*name || *name == '#' || *name == '~')
		return true;
	if ((*name == '{' || *name == '}') && !name[1])
		return true;
	return strpbrk(name, " \t\n!\"$&'()*:;<=>?[\\^`|");
}

const char *gnu_quote_if_needed(char *to, const char *name)
{
	if (special(name))
		return gnu_quote(to, name);
	snprintf(to, GNU_QUOTED, "%s", name);
	return to;
}
