// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "outputs.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/mem.h"

/* One file that will be written. */
struct output {
	char option[80];	/* "--vcd", "devices.flash0.save" */
	char *path;		/* as given */
	char *place;		/* without links and dots; NULL: its folder does not exist */
	const struct scenario_device *device;	/* whose `save:` it is, or NULL */
};

struct outputs {
	struct output *items;
	size_t nr, room;
	const struct cli_run *cli;
	const struct scenario *scenario;
	const struct image_need *need;
};

/* The folder's real path and the file's name: the file itself need not exist. */
static char *place_of(const char *path)
{
	char *for_dir = mem_text(path), *for_name = mem_text(path), *place = NULL;
	char *dir = realpath(dirname(for_dir), NULL);

	if (dir && asprintf(&place, "%s/%s", strcmp(dir, "/") ? dir : "", basename(for_name)) < 0)
		place = NULL;
	free(dir);
	free(for_dir);
	free(for_name);
	return place;
}

/* path: malloc()ed, taken over; NULL: there is none. */
static void add(struct outputs *o, const char *option, char *path,
		const struct scenario_device *device)
{
	struct output *item;

	if (!path)
		return;
	o->items = mem_grow(o->items, o->nr, &o->room, sizeof(*o->items));
	item = &o->items[o->nr++];
	*item = (struct output){ .path = path, .place = place_of(path), .device = device };
	snprintf(item->option, sizeof(item->option), "%s", option);
}

static void collect(struct outputs *o)
{
	const struct scenario *s = o->scenario;
	char option[80];

	add(o, "--vcd", o->cli->vcd ? mem_text(o->cli->vcd) : NULL, NULL);
	add(o, "--ftrace", mem_text(o->cli->ftrace), NULL);
	add(o, "--perfetto", mem_text(o->cli->perfetto), NULL);
	add(o, "--profile", o->cli->profile ? mem_text(o->cli->profile) : NULL, NULL);
	add(o, "--junit", o->cli->junit ? mem_text(o->cli->junit) : NULL, NULL);
	for (size_t i = 0; i < s->nr_devices; i++) {
		const struct scenario_device *d = &s->devices[i];

		for (size_t k = 0; k < d->nr_options; k++) {
			if (strcmp(d->options[k].key, "save"))
				continue;
			snprintf(option, sizeof(option), "devices.%.60s.save", d->label);
			add(o, option,
			    scenario_file(s, d->options[k].value, "devices.%s.save", d->label), d);
		}
	}
}

static bool same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	return a && b && !stat(a, &sa) && !stat(b, &sb) && sa.st_dev == sb.st_dev &&
	       sa.st_ino == sb.st_ino;
}

/* A flash may be saved over the image that it was loaded from. */
static bool is_device_file(const struct output *out, const struct scenario *s)
{
	bool found = false;

	for (size_t i = 0; i < s->nr_devices; i++)
		for (size_t k = 0; k < s->devices[i].nr_options; k++) {
			const struct scenario_option *o = &s->devices[i].options[k];
			bool own = out->device == &s->devices[i] && !strcmp(o->key, "image");
			char *file = scenario_file(s, o->value, "devices.%s.%s",
						   s->devices[i].label, o->key);

			found |= !own && strcmp(o->key, "save") && same_file(out->path, file);
			free(file);
		}
	return found;
}

static bool is_overlay(const struct output *out, const struct scenario *s)
{
	bool found = false;

	for (size_t i = 0; i < s->overlays.nr; i++) {
		char *file = scenario_file(s, s->overlays.items[i], "overlays.%zu", i);

		found |= same_file(out->path, file);
		free(file);
	}
	return found;
}

static bool is_below(const char *place, const char *folder)
{
	char *real = realpath(folder, NULL);
	size_t len = real ? strlen(real) : 0;
	bool below = place && len && !strncmp(place, real, len) && place[len] == '/';

	free(real);
	return below;
}

static bool is_change(const struct output *out, const struct image_need *need)
{
	bool found = false;

	for (size_t i = 0; i < need->nr_changes; i++)
		found |= same_file(out->path, need->changes[i]);
	return found;
}

/* Boards, kernel sources and images belong to the program; the image's folder may be elsewhere. */
static bool is_ours(const struct output *out, const struct outputs *o)
{
	const char *root = o->cli->root;
	char boards[4096], kernel[4096], image[4096];

	snprintf(boards, sizeof(boards), "%s/boards", root);
	snprintf(kernel, sizeof(kernel), "%s/kernel", root);
	snprintf(image, sizeof(image), "%s/build/images/%s-%s", root, o->need->label,
		 o->scenario->board);
	return is_below(out->place, boards) || is_below(out->place, kernel) ||
	       is_below(out->place, image) || (o->need->tree && is_below(out->place, o->need->tree));
}

static int check_kind(const struct output *out, struct diag *diag)
{
	struct stat st;

	if (lstat(out->path, &st) || S_ISREG(st.st_mode))
		return 0;
	diag_set(diag, (struct src_pos){ .file = out->path },
		 S_ISLNK(st.st_mode) ? "is a symbolic link, which would be replaced"
				     : "is not a regular file");
	return diag_hint(diag, "give %s another name", out->option);
}

static int check_one(const struct outputs *o, const struct output *out, struct diag *diag)
{
	struct src_pos pos = { .file = out->path };

	if (check_kind(out, diag))
		return -1;
	if (same_file(out->path, o->cli->scenario) || is_device_file(out, o->scenario) ||
	    is_overlay(out, o->scenario) || is_change(out, o->need))
		return diag_set(diag, pos, "is an input of this run and would be overwritten");
	if (is_ours(out, o)) {
		diag_set(diag, pos, "lies among the files of boards and kernels");
		return diag_hint(diag, "give %s another folder", out->option);
	}
	if (o->cli->out_dir && !strcmp(out->path, o->cli->out_dir))
		return diag_set(diag, pos, "is also the run directory; give %s another name",
				out->option);
	return 0;
}

static int check_different(const struct outputs *o, struct diag *diag)
{
	for (size_t i = 0; i < o->nr; i++)
		for (size_t k = 0; k < i; k++) {
			const struct output *a = &o->items[k], *b = &o->items[i];

			if (!a->place || !b->place || strcmp(a->place, b->place))
				continue;
			diag_set(diag, (struct src_pos){ .file = b->path },
				 "would be written twice, by %s and by %s", a->option, b->option);
			return diag_hint(diag, "give one of them another name");
		}
	return 0;
}

int outputs_check(const struct cli_run *cli, const struct scenario *scenario,
		  const struct image_need *need, struct diag *diag)
{
	struct outputs o = { .cli = cli, .scenario = scenario, .need = need };
	int ret = 0;

	collect(&o);
	for (size_t i = 0; i < o.nr && !ret; i++)
		ret = check_one(&o, &o.items[i], diag);
	if (!ret)
		ret = check_different(&o, diag);
	for (size_t i = 0; i < o.nr; i++) {
		free(o.items[i].path);
		free(o.items[i].place);
	}
	free(o.items);
	return ret;
}
