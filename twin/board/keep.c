// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/mem.h"

/* Both were read before, so they are there, and not large. */
static int copy(struct outdir *o, const char *path, const char *name, char *err)
{
	FILE *f = path ? fopen(path, "r") : NULL;
	char *text = NULL;
	size_t room = 0;
	ssize_t len = f ? getdelim(&text, &room, '\0', f) : -1;
	int ret = len > 0 ? outdir_write(o, name, text, len, err) : 0;

	if (f)
		fclose(f);
	free(text);
	return ret;
}

static int copy_overlays(struct outdir *o, const struct scenario *s, char *err)
{
	int ret = 0;

	for (size_t i = 0; i < s->overlays.nr && !ret; i++) {
		char *path = scenario_file(s, s->overlays.items[i], "overlays.%zu", i), name[32];

		snprintf(name, sizeof(name), "overlay-%u.dtso", (unsigned int)i);
		ret = copy(o, path, name, err);
		free(path);
	}
	return ret;
}

static int copy_changes(struct outdir *o, const struct machine *m, char *err)
{
	char name[32];
	int ret = 0;

	for (size_t i = 0; i < m->need.nr_changes && !ret; i++) {
		snprintf(name, sizeof(name), "change-%u.cocci", (unsigned int)i);
		ret = copy(o, m->need.changes[i], name, err);
	}
	return ret;
}

int keep_inputs(struct outdir *o, const struct cli_run *cli, const struct machine *m,
		struct outdir_pair *pairs, char *err)
{
	static const char *const keys[] = {
		"set.0", "set.1", "set.2", "set.3", "set.4", "set.5", "set.6", "set.7", "set.8",
		"set.9", "set.10", "set.11", "set.12", "set.13", "set.14", "set.15",
	};
	int n = 0;

	if (copy(o, cli->scenario, "scenario.yaml", err) ||
	    copy(o, m->desc.costs, "costs.yaml", err) || copy_overlays(o, m->scenario, err) ||
	    copy_changes(o, m, err))
		return -1;
	for (size_t i = 0; i < cli->nr_sets && i < sizeof(keys) / sizeof(keys[0]); i++)
		pairs[n++] = (struct outdir_pair){ keys[i], cli->sets[i] };
	return n;
}

char *keep_log_end(const struct machine *m, size_t n)
{
	const char *end = m->log + m->log_len, *at = end;
	size_t lines = 0;
	char *text;

	if (!m->log_len)
		return mem_text("");
	while (at > m->log && (lines < n || at[-1] != '\n')) {
		at--;
		lines += at > m->log && at[-1] == '\n';
	}
	text = mem_alloc(end - at + 1);
	memcpy(text, at, end - at);
	while (*text && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = '\0';
	return text;
}
