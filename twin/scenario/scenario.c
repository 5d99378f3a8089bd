// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/scenario.h"

#include <libgen.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/read_text.h"
#include "scenario/scenario_read.h"
#include "scenario/yaml_tree.h"

/* A task without a name is called as its command. */
static int name_tasks(struct scenario *s)
{
	for (size_t i = 0; i < s->nr_tasks; i++) {
		struct scenario_task *task = &s->tasks[i];
		const char *word = task->run + strspn(task->run, " \t\n");
		size_t len = strcspn(word, " \t\n");
		const char *slash = memrchr(word, '/', len);

		if (*task->name)
			continue;
		if (slash && slash + 1 < word + len) {
			len -= (size_t)(slash + 1 - word);
			word = slash + 1;
		}
		task->name = yaml_strdup(s->tree, word, len < 15 ? len : 15);
		if (!task->name)
			return -1;
	}
	return 0;
}

static int fill(struct yaml_tree *tree, const char *const *sets, size_t nr_sets,
		struct scenario *s, struct diag *diag)
{
	for (size_t i = 0; i < nr_sets; i++)
		if (override_apply(tree, sets[i], diag))
			return -1;
	if (scenario_read(tree, s, diag))
		return -1;
	if (name_tasks(s))
		return diag_set(diag, tree->root->pos, "out of memory");
	return 0;
}

int scenario_load_text(const char *name, const char *text, size_t len, const char *const *sets,
		       size_t nr_sets, struct scenario *scenario, struct diag *diag)
{
	struct yaml_tree *tree = calloc(1, sizeof(*tree));

	memset(scenario, 0, sizeof(*scenario));
	if (!tree)
		return diag_set(diag, (struct src_pos){ name, 0, 0 }, "out of memory");
	if (yaml_parse(tree, name, text, len, diag)) {
		free(tree);
		return -1;
	}
	scenario->tree = tree;
	scenario->file = tree->file;
	if (fill(tree, sets, nr_sets, scenario, diag)) {
		scenario_free(scenario);
		return -1;
	}
	return 0;
}

int scenario_load(const char *path, const char *const *sets, size_t nr_sets,
		  struct scenario *scenario, struct diag *diag)
{
	size_t len;
	char *text = read_text(path, &len, diag);
	int ret;

	memset(scenario, 0, sizeof(*scenario));
	if (!text)
		return -1;
	ret = scenario_load_text(path, text, len, sets, nr_sets, scenario, diag);
	free(text);
	return ret;
}

void scenario_free(struct scenario *scenario)
{
	if (scenario->tree) {
		yaml_free(scenario->tree);
		free(scenario->tree);
	}
	memset(scenario, 0, sizeof(*scenario));
}

static const struct yaml_node *child_at(const struct yaml_node *node, const char *part)
{
	const struct yaml_node *child;
	size_t index;

	if (node->kind == YAML_MAP)
		return yaml_get(node, part);
	if (node->kind == YAML_SCALAR)
		return NULL;
	child = node->first;
	for (index = strtoul(part, NULL, 10); child && index; index--)
		child = child->next;
	return child;
}

static const struct yaml_node *node_at(const struct scenario *scenario, char *path)
{
	const struct yaml_node *node = scenario->tree->root, *child = node;
	char *part, *rest = path;

	while (child && (part = strsep(&rest, "."))) {
		child = child_at(node, part);
		if (child)
			node = child;
	}
	return node;
}

struct src_pos scenario_where(const struct scenario *scenario, const char *fmt, ...)
{
	char path[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	return node_at(scenario, path)->pos;
}

struct src_pos scenario_inside(const struct scenario *scenario, size_t offset, const char *fmt, ...)
{
	const struct yaml_node *node;
	struct src_pos pos;
	char path[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	node = node_at(scenario, path);
	pos = node->pos;
	pos.col += node->lead + (int)offset;
	return pos;
}

const struct scenario_device *scenario_device(const struct scenario *scenario, const char *label)
{
	for (size_t i = 0; i < scenario->nr_devices; i++)
		if (!strcmp(scenario->devices[i].label, label))
			return &scenario->devices[i];
	return NULL;
}

const char *scenario_option(const struct scenario_device *device, const char *key)
{
	for (size_t i = 0; device && i < device->nr_options; i++)
		if (!strcmp(device->options[i].key, key))
			return device->options[i].value;
	return NULL;
}

static char *join(const char *folder, const char *file)
{
	char *path = NULL;

	if (*file == '/' || !strcmp(folder, "."))
		return strdup(file);
	return asprintf(&path, "%s/%s", folder, file) < 0 ? NULL : path;
}

char *scenario_file(const struct scenario *scenario, const char *file, const char *fmt, ...)
{
	char path[256], *copy, *joined;
	struct src_pos pos;
	va_list args;

	va_start(args, fmt);
	vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	pos = node_at(scenario, path)->pos;
	if (pos.file != scenario->file)
		return strdup(file);
	copy = strdup(scenario->file);
	if (!copy)
		return NULL;
	joined = join(dirname(copy), file);
	free(copy);
	return joined;
}
