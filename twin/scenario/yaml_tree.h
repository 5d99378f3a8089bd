/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A small tree of a YAML document in which every key and value knows its line and column.
 *
 * Accepted is the plain part of YAML that configuration needs: one document of mappings, sequences
 * and scalars. Anchors, aliases, tags, merge keys, duplicate keys, keys that are no scalars,
 * nesting beyond YAML_MAX_DEPTH and more than the numbers below are errors with a position.
 */
#ifndef TWIN_YAML_TREE_H
#define TWIN_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "scenario/diag.h"

#define YAML_MAX_DEPTH 16
#define YAML_MAX_NODES 100000
#define YAML_MAX_KEYS 4096	/* of one mapping */

enum yaml_kind { YAML_SCALAR, YAML_MAP, YAML_LIST };

struct yaml_node {
	enum yaml_kind kind;
	struct src_pos pos;	/* of the value */
	char *key;		/* in a mapping; else NULL */
	struct src_pos key_pos;
	char *text;		/* scalar; else NULL */
	bool quoted;		/* so that '' and ~ are told apart */
	int lead;		/* columns from pos to the first character of text */
	struct yaml_node *first, *last;	/* children of a map or list */
	struct yaml_node *next;
	struct yaml_node *hash_next;	/* private: duplicate key search */
};

struct yaml_tree {
	struct yaml_node *root;
	char *file;		/* owned; every pos.file points here or to an override's name */
	void *blocks;		/* private: memory of nodes and texts */
};

/*
 * Parses `text`; positions name `file` (copied). Returns: 0, to be freed; or -1 and diag, nothing
 * to free.
 */
int yaml_parse(struct yaml_tree *tree, const char *file, const char *text, size_t len,
	       struct diag *diag);
/* read_text() and yaml_parse(). */
int yaml_load(struct yaml_tree *tree, const char *path, struct diag *diag);
void yaml_free(struct yaml_tree *tree);

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key);
size_t yaml_count(const struct yaml_node *node);
const char *yaml_kind_name(const struct yaml_node *node);
/* An unquoted empty value, `~` or `null`. */
bool yaml_is_null(const struct yaml_node *node);

/* For whoever edits a tree: memory that lives as long as it; NULL when there is none. */
void *yaml_alloc(struct yaml_tree *tree, size_t size);
char *yaml_strdup(struct yaml_tree *tree, const char *text, size_t len);
struct yaml_node *yaml_new(struct yaml_tree *tree, enum yaml_kind kind, struct src_pos pos);
/* `tree` takes over the memory of `sub`, whose nodes may then be linked into it. */
void yaml_adopt(struct yaml_tree *tree, struct yaml_tree *sub);
void yaml_append(struct yaml_node *parent, struct yaml_node *child);

#endif
