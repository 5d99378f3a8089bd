// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "lockdep_text.h"

#include <stdio.h>
#include <string.h>

static bool begins(const char *line, size_t len, const char *head)
{
	return len >= strlen(head) && !strncmp(line, head, strlen(head));
}

/* How the part that follows the statement begins, in Linux 6.1 to 6.12; or another report. */
static bool is_end(const char *line, size_t len)
{
	static const char *const ends[] = {
		"which lock already depends",
		"which would create",
		"the existing dependency chain",
		"other info that might",
		"stack backtrace:",
		"Call trace:",
		"and interrupts could create",
		"=====",
		"------------[ cut here",
	};
	static const char registered[] = "} state was registered at:";
	const size_t n = sizeof(registered) - 1;

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (begins(line, len, ends[i]))
			return true;
	return len > n && !strncmp(line + len - n, registered, n);
}

static void add(struct lockdep_text *t, const char *sep, const char *what, size_t len)
{
	size_t used = strlen(t->text);

	snprintf(t->text + used, sizeof(t->text) - used, "%s%.*s", sep, (int)len, what);
}

/* "ADDRESS (NAME){STATE}-{TYPE}, at: ...": a lock; its name may have parentheses itself. */
static bool lock_name(const char *line, size_t len, const char **name, size_t *name_len)
{
	size_t digits = 0, end;

	while (digits < len && strchr("0123456789abcdef", line[digits]))
		digits++;
	if (!digits || !begins(line + digits, len - digits, " ("))
		return false;
	for (end = digits + 2; end + 1 < len; end++) {
		if (line[end] != ')' || line[end + 1] != '{')
			continue;
		*name = line + digits + 2;
		*name_len = end - digits - 2;
		return true;
	}
	return false;
}

/* Between two lines: the title's colon, a sentence's own end, or a comma. */
static const char *separator(const struct lockdep_text *t)
{
	if (strchr(".:!", t->text[strlen(t->text) - 1]))
		return " ";
	return t->has_line ? ", " : ": ";
}

void lockdep_text_begin(struct lockdep_text *t, const char *line, size_t len)
{
	*t = (struct lockdep_text){ 0 };
	add(t, "", line, len);
}

bool lockdep_text_line(struct lockdep_text *t, const char *line, size_t len)
{
	const char *name;
	size_t name_len;

	/* a list of what is held, which has no end of its own: the first will do */
	if (begins(line, len, " #") && t->in_head) {
		size_t number = strcspn(line, ":\n") + 2;

		if (number < len && lock_name(line + number, len - number, &name, &name_len))
			add(t, " ", name, name_len);
		return true;
	}
	if (is_end(line, len))
		return true;
	if (begins(line, len, "-----")) {	/* below the title and the version */
		t->in_head = true;
	} else if (len && t->in_head) {
		if (lock_name(line, len, &name, &name_len))
			add(t, " ", name, name_len);
		else
			add(t, separator(t), line, len);
		t->has_line = true;
	}
	return false;
}
