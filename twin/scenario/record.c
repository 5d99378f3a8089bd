// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/record.h"

#include <string.h>

#include "scenario/nearest.h"
#include "scenario/schema.h"

int record_kind(const struct yaml_node *node, const char *shown, enum yaml_kind kind,
		struct diag *diag)
{
	static const char *const names[] = { "a single value", "a mapping", "a list" };

	if (node->kind == kind && !yaml_is_null(node))
		return 0;
	return diag_set(diag, node->pos, "%s is %s, not %s", shown, yaml_kind_name(node),
			names[kind]);
}

static int read_text(const struct yaml_node *node, const char *shown, void *to,
		     struct diag *diag)
{
	const char *text = node->text;

	if (!*text)
		return diag_set(diag, node->pos, "%s is empty", shown);
	memcpy(to, &text, sizeof(text));
	return 0;
}

static int read_number(const struct yaml_node *node, const char *shown, enum unit_class unit,
		       void *to, struct diag *diag)
{
	const char *hint, *wrong;
	uint64_t value;

	wrong = unit_parse(node->text, unit, &value, &hint);
	if (wrong) {
		diag_set(diag, node->pos, "%s: '%s' %s", shown, node->text, wrong);
		return diag_hint(diag, "%s", hint);
	}
	memcpy(to, &value, sizeof(value));
	return 0;
}

static int read_choice(const struct yaml_node *node, const char *shown, const char *choices,
		       void *to, struct diag *diag)
{
	int index = schema_choice(choices, node->text);

	if (index < 0) {
		diag_set(diag, node->pos, "%s: '%s' is not one of its values", shown, node->text);
		return diag_hint(diag, "it takes %s", choices);
	}
	memcpy(to, &index, sizeof(index));
	return 0;
}

int record_value(const struct yaml_node *node, const char *shown,
		 const struct record_field *field, void *to, struct diag *diag)
{
	if (field->type == RECORD_NODE) {
		memcpy(to, &node, sizeof(node));
		return 0;
	}
	if (record_kind(node, shown, YAML_SCALAR, diag))
		return -1;
	if (field->type == RECORD_TEXT)
		return read_text(node, shown, to, diag);
	if (field->type == RECORD_CHOICE)
		return read_choice(node, shown, field->choices, to, diag);
	return read_number(node, shown, field->unit, to, diag);
}

static const struct record_field *find_field(const struct record_field *fields, size_t nr,
					     const char *key)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(fields[i].key, key))
			return &fields[i];
	return NULL;
}

static int unknown_key(const struct yaml_node *node, const char *shown,
		       const struct record_field *fields, size_t nr, struct diag *diag)
{
	struct nearest near;

	nearest_start(&near, node->key);
	for (size_t i = 0; i < nr; i++)
		nearest_offer(&near, fields[i].key);
	diag_set(diag, node->key_pos, "unknown key '%s' in %s", node->key, shown);
	return near.best ? diag_hint(diag, "did you mean '%s'?", near.best) : -1;
}

int record_read(const struct yaml_node *map, const char *shown, const struct record_field *fields,
		size_t nr_fields, void *base, struct diag *diag)
{
	const struct yaml_node *node;
	char name[128];

	if (record_kind(map, shown, YAML_MAP, diag))
		return -1;
	for (node = map->first; node; node = node->next) {
		const struct record_field *field = find_field(fields, nr_fields, node->key);

		if (!field)
			return unknown_key(node, shown, fields, nr_fields, diag);
		snprintf(name, sizeof(name), "%.63s.%.63s", shown, node->key);
		if (record_value(node, name, field, (char *)base + field->offset, diag))
			return -1;
	}
	for (size_t i = 0; i < nr_fields; i++)
		if (!fields[i].optional && !yaml_get(map, fields[i].key))
			return diag_set(diag, map->pos, "%s has no key '%s'", shown, fields[i].key);
	return 0;
}

int record_texts(struct yaml_tree *tree, const struct yaml_node *node, const char *shown,
		 const char ***items, size_t *nr, struct diag *diag)
{
	const struct yaml_node *item;

	if (record_kind(node, shown, YAML_LIST, diag))
		return -1;
	*items = yaml_alloc(tree, (yaml_count(node) + 1) * sizeof(**items));
	if (!*items)
		return diag_set(diag, node->pos, "out of memory");
	for (*nr = 0, item = node->first; item; item = item->next) {
		if (record_kind(item, shown, YAML_SCALAR, diag))
			return -1;
		(*items)[(*nr)++] = item->text;
	}
	return 0;
}
