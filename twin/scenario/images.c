// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/images.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/nearest.h"
#include "scenario/read_text.h"

/* The text between the first and the last quote, or "". */
static const char *take_title(char *rest)
{
	char *start = strchr(rest, '"'), *end = strrchr(rest, '"');

	if (!start || start == end)
		return "";
	*end = '\0';
	return start + 1;
}

static int each_line(char *text, void (*fn)(void *ctx, const char *name, const char *title),
		     void *ctx)
{
	char *line, *rest;
	int nr = 0;

	while ((line = strsep(&text, "\n"))) {
		line += strspn(line, " \t");
		if (!*line || *line == '#')
			continue;
		rest = line + strcspn(line, " \t");
		if (*rest)
			*rest++ = '\0';
		fn(ctx, line, take_title(rest));
		nr++;
	}
	return nr;
}

int images_list(const char *root, void (*fn)(void *ctx, const char *name, const char *title),
		void *ctx, struct diag *diag)
{
	char path[4096], *text;
	size_t len;
	int nr;

	snprintf(path, sizeof(path), "%s/kernel/images", root);
	text = read_text(path, &len, diag);
	if (!text)
		return -1;
	nr = each_line(text, fn, ctx);
	free(text);
	return nr;
}

struct image_search {
	struct nearest near;
	char best[64];
	int found;
};

static void match_image(void *ctx, const char *name, const char *title)
{
	struct image_search *search = ctx;

	search->found |= !strcmp(name, search->near.word);
	nearest_offer(&search->near, name);
	if (search->near.best == name) {
		snprintf(search->best, sizeof(search->best), "%s", name);
		search->near.best = search->best;
	}
}

int images_check(const char *root, const char *name, struct src_pos pos, struct diag *diag)
{
	struct image_search search = { 0 };

	nearest_start(&search.near, name);
	if (images_list(root, match_image, &search, diag) < 0)
		return -1;
	if (search.found)
		return 0;
	diag_set(diag, pos, "unknown kernel image '%s'", name);
	if (search.near.best)
		return diag_hint(diag, "did you mean '%s'?", search.best);
	return diag_hint(diag, "'spitwin list' shows the images");
}
