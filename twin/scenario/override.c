// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* --set KEY=VALUE: edits the YAML tree before it is read, so that both follow the same rules. */
#include <stdlib.h>
#include <string.h>

#include "scenario/read_text.h"
#include "scenario/scenario_read.h"
#include "scenario/schema.h"

#define PATH_SIZE 160

/* One override on its way down the tree. */
struct walk {
	struct yaml_tree *tree;
	struct diag *diag;
	char *label;			/* "--set KEY=VALUE", the "file" of its positions */
	const char *text;		/* KEY=VALUE */
	const char *at;			/* rest of KEY */
	const char *value;		/* VALUE */
	struct yaml_node *node;		/* where we are */
	char prefix[PATH_SIZE];		/* ... in the schema */
	char shown[PATH_SIZE];		/* ... for people */
	char part[64];			/* of KEY, just taken */
	struct src_pos part_pos;
};

static struct src_pos pos_of(const struct walk *w, const char *at)
{
	return (struct src_pos){ w->label, 1, (int)(at - w->text) + 1 };
}

static int no_memory(struct walk *w)
{
	return diag_set(w->diag, pos_of(w, w->text), "out of memory");
}

/* Takes the next part of KEY. */
static int take_part(struct walk *w)
{
	size_t len = strcspn(w->at, ".=");

	w->part_pos = pos_of(w, w->at);
	if (len && w->at[len] == '.' && w->at[len + 1] == '=') {
		w->part_pos = pos_of(w, w->at + len + 1);
		len = 0;
	}
	if (!len || len >= sizeof(w->part)) {
		diag_set(w->diag, w->part_pos, len ? "a part of the key is too long"
						   : "a part of the key is empty");
		return diag_hint(w->diag, "write it as in --set tasks.0.run=...");
	}
	memcpy(w->part, w->at, len);
	w->part[len] = '\0';
	w->at += len;
	if (*w->at == '.')
		w->at++;
	else
		w->at = w->value - 1;
	return 0;
}

static bool at_end(const struct walk *w)
{
	return w->at == w->value - 1;
}

static void extend(char *path, const char *dot, const char *part)
{
	size_t len = strlen(path);

	snprintf(path + len, PATH_SIZE - len, "%s%s", len ? dot : "", part);
}

/* Goes to the child that is `part`, made if need be; an empty value becomes what it must be. */
static int descend(struct walk *w, struct yaml_node *child)
{
	if (!child) {
		child = yaml_new(w->tree, YAML_SCALAR, w->part_pos);
		if (!child)
			return no_memory(w);
		child->text = yaml_strdup(w->tree, "", 0);
		if (w->node->kind == YAML_MAP)
			child->key = yaml_strdup(w->tree, w->part, strlen(w->part));
		if (!child->text || (w->node->kind == YAML_MAP && !child->key))
			return no_memory(w);
		child->key_pos = w->part_pos;
		yaml_append(w->node, child);
	}
	w->node = child;
	return 0;
}

static int become(struct walk *w, enum yaml_kind kind)
{
	if (w->node->kind == kind)
		return 0;
	if (!yaml_is_null(w->node))
		return diag_set(w->diag, w->node->pos, "%s is %s, not %s", w->shown,
				yaml_kind_name(w->node), kind == YAML_MAP ? "a mapping" : "a list");
	w->node->kind = kind;
	return 0;
}

static int parse_index(const struct walk *w, size_t *index)
{
	char *end;

	*index = strtoul(w->part, &end, 10);
	return *end || strlen(w->part) > 6 || w->part[0] < '0' || w->part[0] > '9' ? -1 : 0;
}

/* The item of a list that `part` numbers; the number after the last appends one. */
static int enter_item(struct walk *w)
{
	struct yaml_node *child;
	size_t index, count, i;

	if (take_part(w) || become(w, YAML_LIST))
		return -1;
	count = yaml_count(w->node);
	if (parse_index(w, &index) || index > count) {
		diag_set(w->diag, w->part_pos, "'%s' is no item of %s", w->part, w->shown);
		return diag_hint(w->diag, "it has %zu; %zu adds one", count, count);
	}
	for (i = 0, child = w->node->first; i < index; i++)
		child = child->next;
	extend(w->prefix, "", "[]");
	snprintf(w->shown + strlen(w->shown), PATH_SIZE - strlen(w->shown), "[%zu]", index);
	return descend(w, child);
}

static int enter_label(struct walk *w)
{
	if (take_part(w) || become(w, YAML_MAP))
		return -1;
	extend(w->prefix, ".", "*");
	extend(w->shown, ".", w->part);
	return descend(w, yaml_get(w->node, w->part));
}

static int enter_key(struct walk *w, const struct schema_key **key)
{
	if (take_part(w) || become(w, YAML_MAP))
		return -1;
	*key = schema_find(w->prefix, w->part);
	if (!*key)
		return schema_unknown(w->prefix, w->shown, w->part, w->part_pos, w->diag);
	extend(w->prefix, ".", (*key)->type == SCHEMA_OPTION ? "*" : w->part);
	extend(w->shown, ".", w->part);
	return descend(w, yaml_get(w->node, w->part));
}

/* To the node that KEY names. Returns: 1 it is a mapping or list, 0 a scalar, -1 and diag. */
static int walk_key(struct walk *w)
{
	const struct schema_key *key;

	for (;;) {
		if (enter_key(w, &key))
			return -1;
		if (at_end(w))
			return key->type == SCHEMA_MAP || key->type == SCHEMA_LIST ||
			       key->type == SCHEMA_LABELS || key->type == SCHEMA_TEXTS;
		if (key->type == SCHEMA_LIST ? enter_item(w)
		    : key->type == SCHEMA_LABELS ? enter_label(w) : 0)
			return -1;
		if (key->type != SCHEMA_MAP && key->type != SCHEMA_LIST &&
		    key->type != SCHEMA_LABELS)
			return diag_set(w->diag, pos_of(w, w->at), "%s has no parts", w->shown);
		if (at_end(w))
			return 1;
	}
}

static void replace(struct yaml_node *node, const struct yaml_node *with)
{
	node->kind = with->kind;
	node->pos = with->pos;
	node->text = with->text;
	node->quoted = with->quoted;
	node->lead = with->lead;
	node->first = with->first;
	node->last = with->last;
}

static int set_text(struct walk *w)
{
	struct yaml_node node = { .kind = YAML_SCALAR, .quoted = true, .pos = pos_of(w, w->value) };

	node.text = yaml_strdup(w->tree, w->value, strlen(w->value));
	if (!node.text)
		return no_memory(w);
	replace(w->node, &node);
	return 0;
}

static void move_positions(struct yaml_node *node, const char *label, int cols)
{
	for (; node; node = node->next) {
		node->pos.file = label;
		node->key_pos.file = label;
		node->pos.col += node->pos.line == 1 ? cols : 0;
		node->key_pos.col += node->key_pos.line == 1 ? cols : 0;
		move_positions(node->first, label, cols);
	}
}

static int set_yaml(struct walk *w)
{
	struct yaml_tree sub;
	struct yaml_node *root;
	int cols = (int)(w->value - w->text);

	if (!*w->value) {
		diag_set(w->diag, pos_of(w, w->value), "%s has no value", w->shown);
		return diag_hint(w->diag, "write a list as [a, b], a mapping as {key: value}");
	}
	if (yaml_parse(&sub, w->label, w->value, strlen(w->value), w->diag)) {
		if (w->diag && w->diag->line == 1)
			w->diag->col += cols;
		return -1;
	}
	root = sub.root;
	move_positions(root, w->label, cols);
	replace(w->node, root);
	yaml_adopt(w->tree, &sub);
	return 0;
}

static int make_label(struct walk *w)
{
	size_t size = strlen(w->text) + sizeof("--set ");

	w->label = yaml_alloc(w->tree, size);
	if (!w->label)
		return no_memory(w);
	snprintf(w->label, size, "--set %s", w->text);
	return 0;
}

int override_apply(struct yaml_tree *tree, const char *key_value, struct diag *diag)
{
	struct walk w = { .tree = tree, .diag = diag, .text = key_value, .at = key_value,
			  .node = tree->root };
	const char *equals = strchr(key_value, '=');
	int collection;

	if (make_label(&w) || check_text(w.label, key_value, strlen(key_value), diag))
		return -1;
	if (!equals) {
		diag_set(diag, pos_of(&w, key_value + strlen(key_value)), "no '=' in it");
		return diag_hint(diag, "write --set KEY=VALUE");
	}
	w.value = equals + 1;
	collection = walk_key(&w);
	if (collection < 0)
		return -1;
	return collection ? set_yaml(&w) : set_text(&w);
}
