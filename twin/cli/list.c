// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* `spitwin list`: the names a scenario can use. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verbs.h"
#include "scenario/board_desc.h"
#include "scenario/images.h"
#include "scenario/read_text.h"
#ifdef SPITWIN_HAS_MODELS
#include "facade.h"
#endif
#ifdef SPITWIN_HAS_TASKS
#include "task/task.h"
#endif

static void print_entry(const char *name, const char *doc)
{
	printf("  %-32s %s\n", name, doc);
}

struct listing {
	const char *root;
	struct diag diag;
	int failed;
};

static void print_board(void *ctx, const char *name)
{
	struct listing *l = ctx;
	struct board_desc board;

	if (board_desc_load(l->root, name, (struct src_pos){ 0 }, &board, &l->diag)) {
		diag_print(&l->diag);
		l->failed = 1;
		return;
	}
	print_entry(name, board.title);
	board_desc_free(&board);
}

static void print_image(void *ctx, const char *name, const char *title)
{
	print_entry(name, title);
}

/* What a file says of itself: its first comment line that is no licence and no list of files. */
static void print_file(const char *folder, const char *file, const char *name)
{
	char path[4096 + 258], *text, *rest, *line;
	const char *doc = "";
	size_t len;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	rest = text = read_text(path, &len, NULL);
	while (!*doc && rest && (line = strsep(&rest, "\n")) && (*line == '#' || *line == '/')) {
		line += strspn(line, "#/ ");
		if (strncmp(line, "SPDX", 4) && strncmp(line, "files:", 6))
			doc = line;
	}
	print_entry(name, doc);
	free(text);
}

static int ends_in(const struct dirent *entry, const char *suffix)
{
	size_t len = strlen(entry->d_name), end = strlen(suffix);

	return len > end && !strcmp(entry->d_name + len - end, suffix);
}

static int is_scenario(const struct dirent *entry)
{
	return ends_in(entry, ".yaml");
}

static int is_change(const struct dirent *entry)
{
	return ends_in(entry, ".cocci");
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Names without their last `cut` characters. */
static void print_files(const char *root, const char *below,
			int (*is_one)(const struct dirent *entry), size_t cut)
{
	struct dirent **entries;
	char folder[4096], name[256];
	int nr, i;

	snprintf(folder, sizeof(folder), "%s/%s", root, below);
	nr = scandir(folder, &entries, is_one, by_name);
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "%.*s", (int)(strlen(entries[i]->d_name) - cut),
			 entries[i]->d_name);
		print_file(folder, entries[i]->d_name, name);
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
}

#ifdef SPITWIN_HAS_MODELS
static void print_option(const struct tw_option_doc *option)
{
	printf("    %s: %s", option->key, option->form);
	if (option->def && *option->def)
		printf(" (%s)", option->def);
	printf("\n      %s\n", option->doc);
}

/* The first model that has the same options under another compatible, or the model itself. */
static const struct tw_model_info *first_like(const struct tw_model_info *model)
{
	size_t i = 0;

	while (tw_model_at(i)->options != model->options)
		i++;
	return tw_model_at(i);
}

static void print_model(const struct tw_model_info *model)
{
	const struct tw_option_doc *option = model->options;

	print_entry(model->compatible, model->doc);
	if (option && option->key && first_like(model) != model) {
		printf("    options as %s\n", first_like(model)->compatible);
		return;
	}
	for (; option && option->key; option++)
		print_option(option);
}
#endif

static void print_models(void)
{
#ifdef SPITWIN_HAS_MODELS
	const struct tw_model_info *model;

	printf("\nmodels, by compatible, with their options:\n");
	for (size_t i = 0; (model = tw_model_at(i)); i++)
		print_model(model);
#endif
}

static void print_tasks(void)
{
#ifdef SPITWIN_HAS_TASKS
	const struct task_info *task;

	printf("\ntasks, command lines for a workload:\n");
	for (size_t i = 0; (task = task_info_at(i)); i++)
		print_entry(task->name, task->doc);
#endif
}

int list_verb(const char *root)
{
	struct listing l = { .root = root };

	printf("boards:\n");
	if (board_list(root, print_board, &l) < 0)
		l.failed = 1;
	printf("\nkernel images:\n");
	if (images_list(root, print_image, &l, &l.diag) < 0) {
		diag_print(&l.diag);
		l.failed = 1;
	}
	printf("\nchanges to kernel files, for design.change:\n");
	print_files(root, "drivers/changes", is_change, strlen(".cocci"));
	print_models();
	print_tasks();
	printf("\nscenarios:\n");
	print_files(root, "scenarios", is_scenario, 0);
	return l.failed ? EXIT_BAD_INPUT : EXIT_FINE;
}
