// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/scenario_read.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/schema.h"
#include "scenario/values.h"

#define PATH_SIZE 160

struct reader {
	struct yaml_tree *tree;
	struct diag *diag;
};

/* A mapping being read: its place in the schema, its name for people, its structure. */
struct section {
	char prefix[PATH_SIZE];	/* "tasks[]" */
	char shown[PATH_SIZE];	/* "tasks[0]" */
	void *base;
};

static int read_map(struct reader *r, const struct section *section,
		    const struct yaml_node *node);

static void show_path(const struct section *section, const char *key, char *buf)
{
	snprintf(buf, PATH_SIZE, "%.100s%s%.50s", section->shown, *section->shown ? "." : "", key);
}

static int wrong_kind(struct reader *r, const struct yaml_node *node, const char *shown,
		      const char *expected)
{
	return diag_set(r->diag, node->pos, "%s is %s, not %s", *shown ? shown : "the file",
			yaml_kind_name(node), expected);
}

static int no_memory(struct reader *r, const struct yaml_node *node)
{
	return diag_set(r->diag, node->pos, "out of memory");
}

/* A list in a structure is a pointer followed by its length. */
static void *new_items(struct reader *r, void *field, size_t nr, size_t size)
{
	void *items = yaml_alloc(r->tree, nr ? nr * size : 1);

	memcpy(field, &items, sizeof(items));
	memcpy((char *)field + sizeof(items), &nr, sizeof(nr));
	return items;
}

static int read_scalar(struct reader *r, const struct schema_key *key, const char *shown,
		       const struct yaml_node *node, void *field)
{
	const char *text = yaml_is_null(node) ? "" : node->text;

	if (node->kind != YAML_SCALAR)
		return wrong_kind(r, node, shown, "a single value");
	if (yaml_is_null(node) && !(key->def && !*key->def)) {
		diag_set(r->diag, node->pos, "%s has no value", shown);
		return diag_hint(r->diag, "give one, or leave the key out if it is optional");
	}
	if (value_parse(key, shown, text, node->pos, field, r->diag))
		return -1;
	return value_check_available(key, shown, text, node->pos, r->diag);
}

static int read_texts(struct reader *r, const struct schema_key *key, const char *shown,
		      const struct yaml_node *node, void *field)
{
	const struct yaml_node *item;
	const char **items;

	if (node->kind != YAML_LIST)
		return wrong_kind(r, node, shown, "a list");
	items = new_items(r, field, yaml_count(node), sizeof(*items));
	if (!items)
		return no_memory(r, node);
	for (item = node->first; item; item = item->next, items++) {
		if (item->kind != YAML_SCALAR)
			return wrong_kind(r, item, shown, "a list of texts");
		if (value_parse(key, shown, item->text, item->pos, items, r->diag))
			return -1;
	}
	if (key->only && node->first)
		return value_not_available(shown, NULL, node->pos, r->diag);
	return 0;
}

static int read_item(struct reader *r, const struct section *section,
		     const struct yaml_node *node)
{
	if (node->kind != YAML_MAP)
		return wrong_kind(r, node, section->shown, "a mapping");
	return read_map(r, section, node);
}

static int read_list(struct reader *r, const struct schema_key *key, const char *shown,
		     const struct yaml_node *node, void *field)
{
	struct section item;
	const struct yaml_node *child;
	size_t i = 0;

	if (node->kind != YAML_LIST)
		return wrong_kind(r, node, shown, "a list");
	item.base = new_items(r, field, yaml_count(node), key->item_size);
	if (!item.base)
		return no_memory(r, node);
	snprintf(item.prefix, PATH_SIZE, "%s[]", key->path);
	for (child = node->first; child; child = child->next, i++) {
		snprintf(item.shown, PATH_SIZE, "%.100s[%zu]", shown, i);
		if (read_item(r, &item, child))
			return -1;
		item.base = (char *)item.base + key->item_size;
	}
	if (key->only && node->first)
		return value_not_available(shown, NULL, node->pos, r->diag);
	return 0;
}

static int check_label(struct reader *r, const struct yaml_node *node, const char *shown)
{
	const char *ok = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	const char *label = node->key;

	if (*label && strlen(label) <= 31 && !label[strspn(label, ok)])
		return 0;
	diag_set(r->diag, node->key_pos, "%s: '%s' is not a devicetree label", shown, label);
	return diag_hint(r->diag, "up to 31 letters, digits and _");
}

static int read_labels(struct reader *r, const struct schema_key *key, const char *shown,
		       const struct yaml_node *node, void *field)
{
	const struct yaml_node *child;
	struct section item;

	if (node->kind != YAML_MAP)
		return wrong_kind(r, node, shown, "a mapping");
	item.base = new_items(r, field, yaml_count(node), key->item_size);
	if (!item.base)
		return no_memory(r, node);
	snprintf(item.prefix, PATH_SIZE, "%s.*", key->path);
	for (child = node->first; child; child = child->next) {
		if (check_label(r, child, shown))
			return -1;
		/* The label is the first member of its structure. */
		memcpy(item.base, &child->key, sizeof(child->key));
		snprintf(item.shown, PATH_SIZE, "%.100s.%.31s", shown, child->key);
		if (read_item(r, &item, child))
			return -1;
		item.base = (char *)item.base + key->item_size;
	}
	return 0;
}

static int read_section(struct reader *r, const struct schema_key *key, const char *shown,
			const struct yaml_node *node, void *base)
{
	struct section section = { .base = base };

	if (node->kind != YAML_MAP)
		return wrong_kind(r, node, shown, "a mapping");
	snprintf(section.prefix, PATH_SIZE, "%s", key->path);
	snprintf(section.shown, PATH_SIZE, "%s", shown);
	return read_map(r, &section, node);
}

/* Options are gathered as they come; there are at most as many as keys in the mapping. */
static int read_option(struct reader *r, const struct schema_key *key,
		       const struct section *section, const struct yaml_node *parent,
		       const struct yaml_node *node, size_t *nr)
{
	char *field = (char *)section->base + key->offset;
	struct scenario_option *items;
	char shown[PATH_SIZE];

	show_path(section, node->key, shown);
	if (key->only && schema_nearest(section->prefix, node->key))
		return schema_unknown(section->prefix, section->shown, node->key, node->key_pos,
				      r->diag);
	if (key->only)
		return value_not_available(shown, NULL, node->key_pos, r->diag);
	memcpy(&items, field, sizeof(items));
	if (!*nr)
		items = new_items(r, field, yaml_count(parent), sizeof(*items));
	if (!items)
		return no_memory(r, node);
	items[*nr].key = node->key;
	if (read_scalar(r, key, shown, node, &items[*nr].value))
		return -1;
	++*nr;
	memcpy(field + sizeof(items), nr, sizeof(*nr));
	return 0;
}

static int read_key(struct reader *r, const struct schema_key *key,
		    const struct section *section, const struct yaml_node *node)
{
	void *field = (char *)section->base + key->offset;
	char shown[PATH_SIZE];

	show_path(section, strrchr(key->path, '.') ? strrchr(key->path, '.') + 1 : key->path,
		  shown);
	switch (key->type) {
	case SCHEMA_MAP:
		return read_section(r, key, shown, node, section->base);
	case SCHEMA_LIST:
		return read_list(r, key, shown, node, field);
	case SCHEMA_LABELS:
		return read_labels(r, key, shown, node, field);
	case SCHEMA_TEXTS:
		return read_texts(r, key, shown, node, field);
	default:
		return read_scalar(r, key, shown, node, field);
	}
}

/* A key that is not there: as if its default had been written. */
static int read_default(struct reader *r, const struct schema_key *key,
			const struct section *section, const struct yaml_node *map)
{
	struct yaml_node node = { .kind = YAML_SCALAR, .quoted = true, .pos = map->pos };

	if (!key->def) {
		diag_set(r->diag, map->pos, "%s has no key '%s'",
			 *section->shown ? section->shown : "the scenario",
			 strrchr(key->path, '.') ? strrchr(key->path, '.') + 1 : key->path);
		return diag_hint(r->diag, "it is required");
	}
	if (key->type == SCHEMA_MAP || key->type == SCHEMA_LABELS)
		node.kind = YAML_MAP;
	else if (key->type == SCHEMA_LIST || key->type == SCHEMA_TEXTS)
		node.kind = YAML_LIST;
	node.text = (char *)key->def;
	return read_key(r, key, section, &node);
}

static int read_map(struct reader *r, const struct section *section,
		    const struct yaml_node *node)
{
	const struct schema_key *key;
	const struct yaml_node *child;
	size_t nr_options = 0, i;
	int ret;

	for (child = node->first; child; child = child->next) {
		key = schema_find(section->prefix, child->key);
		if (!key)
			return schema_unknown(section->prefix, section->shown, child->key,
					      child->key_pos, r->diag);
		ret = key->type == SCHEMA_OPTION
			      ? read_option(r, key, section, node, child, &nr_options)
			      : read_key(r, key, section, child);
		if (ret)
			return -1;
	}
	for (i = 0; (key = schema_child(section->prefix, i)); i++) {
		const char *dot = strrchr(key->path, '.');

		if (key->type != SCHEMA_OPTION && !yaml_get(node, dot ? dot + 1 : key->path) &&
		    read_default(r, key, section, node))
			return -1;
	}
	return 0;
}

static int check_start(struct reader *r, const struct yaml_node *root)
{
	if (root->kind == YAML_MAP && root->first && !strcmp(root->first->key, "spitwin"))
		return 0;
	diag_set(r->diag, root->kind == YAML_MAP && root->first ? root->first->key_pos : root->pos,
		 "is not a scenario: its first key is not 'spitwin'");
	return diag_hint(r->diag, "start the file with the line \"spitwin: 1\"");
}

int scenario_read(struct yaml_tree *tree, struct scenario *scenario, struct diag *diag)
{
	struct reader reader = { tree, diag };
	struct section top = { .base = scenario };

	if (check_start(&reader, tree->root))
		return -1;
	return read_map(&reader, &top, tree->root);
}
