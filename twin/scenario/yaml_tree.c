// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/yaml_tree.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/read_text.h"

/* Memory is a chain of single allocations, so that sanitizers see every overrun. */
struct block {
	struct block *next;
	max_align_t data[];
};

void *yaml_alloc(struct yaml_tree *tree, size_t size)
{
	struct block *block = calloc(1, sizeof(*block) + size);

	if (!block)
		return NULL;
	block->next = tree->blocks;
	tree->blocks = block;
	return block->data;
}

char *yaml_strdup(struct yaml_tree *tree, const char *text, size_t len)
{
	char *copy = yaml_alloc(tree, len + 1);

	if (copy)
		memcpy(copy, text, len);
	return copy;
}

struct yaml_node *yaml_new(struct yaml_tree *tree, enum yaml_kind kind, struct src_pos pos)
{
	struct yaml_node *node = yaml_alloc(tree, sizeof(*node));

	if (node) {
		node->kind = kind;
		node->pos = pos;
	}
	return node;
}

void yaml_append(struct yaml_node *parent, struct yaml_node *child)
{
	child->next = NULL;
	if (parent->last)
		parent->last->next = child;
	else
		parent->first = child;
	parent->last = child;
}

void yaml_adopt(struct yaml_tree *tree, struct yaml_tree *sub)
{
	struct block *last = sub->blocks;

	if (!last)
		return;
	while (last->next)
		last = last->next;
	last->next = tree->blocks;
	tree->blocks = sub->blocks;
	memset(sub, 0, sizeof(*sub));
}

void yaml_free(struct yaml_tree *tree)
{
	struct block *block = tree->blocks, *next;

	for (; block; block = next) {
		next = block->next;
		free(block);
	}
	memset(tree, 0, sizeof(*tree));
}

int yaml_load(struct yaml_tree *tree, const char *path, struct diag *diag)
{
	size_t len;
	char *text = read_text(path, &len, diag);
	int ret;

	memset(tree, 0, sizeof(*tree));
	if (!text)
		return -1;
	ret = yaml_parse(tree, path, text, len, diag);
	free(text);
	return ret;
}

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key)
{
	struct yaml_node *node = map && map->kind == YAML_MAP ? map->first : NULL;

	while (node && strcmp(node->key, key))
		node = node->next;
	return node;
}

size_t yaml_count(const struct yaml_node *node)
{
	size_t count = 0;

	for (const struct yaml_node *child = node->first; child; child = child->next)
		count++;
	return count;
}

bool yaml_is_null(const struct yaml_node *node)
{
	return node->kind == YAML_SCALAR && !node->quoted &&
	       (!*node->text || !strcmp(node->text, "~") || !strcmp(node->text, "null"));
}

const char *yaml_kind_name(const struct yaml_node *node)
{
	static const char *const names[] = { "a single value", "a mapping", "a list" };

	return yaml_is_null(node) ? "nothing" : names[node->kind];
}
