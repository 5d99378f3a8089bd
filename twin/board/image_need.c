// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "image_need.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenario/nearest.h"

#define SUFFIX ".cocci"

/* FNV-1a: tells apart the folders of trees and files with the same name. */
static uint32_t hash_of(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}

static bool ends_in_suffix(const char *name, size_t len)
{
	return len > strlen(SUFFIX) && !strcmp(name + len - strlen(SUFFIX), SUFFIX);
}

/* Paths go to the launcher in a line of text. */
static int check_path(const char *path, struct src_pos pos, struct diag *diag)
{
	if (!strpbrk(path, "\t\n"))
		return 0;
	return diag_set(diag, pos, "'%s' has a tab or a new line in its name", path);
}

static int find_tree(struct image_need *need, const struct scenario *s, struct diag *diag)
{
	struct src_pos pos = scenario_where(s, "kernel.tree");
	char *path = scenario_file(s, s->kernel.tree, "kernel.tree");
	struct stat st;

	need->tree = path ? realpath(path, NULL) : NULL;
	free(path);
	if (!need->tree || stat(need->tree, &st) || !S_ISDIR(st.st_mode)) {
		diag_set(diag, pos, "no folder '%s'", s->kernel.tree);
		return diag_hint(diag, "a kernel tree is a folder of Linux sources");
	}
	return check_path(need->tree, pos, diag);
}

/* The nearest name in drivers/changes. */
static int unknown_change(const char *folder, const char *name, struct src_pos pos,
			  struct diag *diag)
{
	struct dirent **entries;
	struct nearest near;
	int nr = scandir(folder, &entries, NULL, alphasort);

	diag_set(diag, pos, "unknown change '%s'", name);
	nearest_start(&near, name);
	for (int i = 0; i < nr; i++) {
		size_t len = strlen(entries[i]->d_name);

		if (!ends_in_suffix(entries[i]->d_name, len))
			continue;
		entries[i]->d_name[len - strlen(SUFFIX)] = '\0';
		nearest_offer(&near, entries[i]->d_name);
	}
	if (near.best)
		diag_hint(diag, "did you mean '%s'?", near.best);
	else
		diag_hint(diag, "'spitwin list' shows the changes; a file of your own is NAME.cocci");
	for (int i = 0; i < nr; i++)
		free(entries[i]);
	if (nr >= 0)
		free(entries);
	return -1;
}

static bool is_file_name(const char *change)
{
	return strchr(change, '/') || ends_in_suffix(change, strlen(change));
}

static bool is_regular(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static char *named_change(const char *root, const char *name)
{
	char *path;

	return asprintf(&path, "%s/drivers/changes/%s" SUFFIX, root, name) < 0 ? NULL : path;
}

static int find_change(struct image_need *need, const char *root, const struct scenario *s,
		       size_t i, struct diag *diag)
{
	const char *change = s->design.change.items[i];
	struct src_pos pos = scenario_where(s, "design.change.%zu", i);
	bool file = is_file_name(change);
	char folder[4096], *path = file ? scenario_file(s, change, "design.change.%zu", i)
					: named_change(root, change);

	need->changes[i] = path ? realpath(path, NULL) : NULL;
	free(path);
	if (need->changes[i] && !is_regular(need->changes[i]))
		return diag_set(diag, pos, "'%s' is not a file", change);
	if (need->changes[i])
		return check_path(need->changes[i], pos, diag);
	if (file)
		return diag_set(diag, pos, "no file '%s'", change);
	snprintf(folder, sizeof(folder), "%s/drivers/changes", root);
	return unknown_change(folder, change, pos, diag);
}

static void __attribute__((format(printf, 2, 3))) append(char *text, const char *fmt, ...)
{
	size_t len = strlen(text);
	va_list args;

	va_start(args, fmt);
	vsnprintf(text + len, sizeof(((struct image_need *)0)->label) - len, fmt, args);
	va_end(args);
}

/* What a change is called in a folder's name: its file's without folder, suffix and odd bytes. */
static void name_change(char *to, size_t size, const char *path)
{
	const char *base = strrchr(path, '/') + 1;
	size_t len = strlen(base);

	snprintf(to, size, "%.*s", (int)(ends_in_suffix(base, len) ? len - strlen(SUFFIX) : len),
		 base);
	for (; *to; to++)
		if (!strchr("-._", *to) && !((*to | 32) >= 'a' && (*to | 32) <= 'z') &&
		    !(*to >= '0' && *to <= '9'))
			*to = '_';
}

static void make_label(struct image_need *need, const struct scenario *s)
{
	char name[64];

	append(need->label, "%s", s->kernel.image);
	append(need->title, "%s", s->kernel.image);
	if (need->tree) {
		append(need->label, "+tree-%08" PRIx32, hash_of(need->tree));
		append(need->title, "+tree");
	}
	for (size_t i = 0; i < need->nr_changes; i++) {
		name_change(name, sizeof(name), need->changes[i]);
		append(need->title, "+%s", name);
		if (is_file_name(s->design.change.items[i]))
			append(need->label, "+%.24s-%08" PRIx32, name, hash_of(need->changes[i]));
		else
			append(need->label, "+%s", name);
	}
}

int image_need_find(struct image_need *need, const char *root, const struct scenario *s,
		    struct diag *diag)
{
	int ret = 0;

	*need = (struct image_need){ .nr_changes = s->design.change.nr };
	need->changes = calloc(need->nr_changes + 1, sizeof(*need->changes));
	if (!need->changes)
		return diag_set(diag, (struct src_pos){ 0 }, "out of memory");
	if (*s->kernel.tree)
		ret = find_tree(need, s, diag);
	for (size_t i = 0; i < need->nr_changes && !ret; i++)
		ret = find_change(need, root, s, i, diag);
	if (ret)
		image_need_free(need);
	else
		make_label(need, s);
	return ret;
}

void image_need_free(struct image_need *need)
{
	for (size_t i = 0; need->changes && i < need->nr_changes; i++)
		free(need->changes[i]);
	free(need->changes);
	free(need->tree);
	*need = (struct image_need){ 0 };
}
