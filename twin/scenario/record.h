/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Mappings of the small files that describe a board: a table of fields fills a structure, and
 * whatever the table does not know is an error.
 */
#ifndef TWIN_RECORD_H
#define TWIN_RECORD_H

#include "scenario/units.h"
#include "scenario/yaml_tree.h"

enum record_type {
	RECORD_TEXT,	/* const char *, not empty */
	RECORD_NUMBER,	/* uint64_t in the grain of `unit` */
	RECORD_CHOICE,	/* int, index in `choices` ("a|b") */
	RECORD_NODE,	/* const struct yaml_node *, for the caller to read */
};

struct record_field {
	const char *key;
	enum record_type type;
	size_t offset;
	enum unit_class unit;
	const char *choices;
	bool optional;		/* left as it was when absent */
};

/* `shown` names the mapping in messages. Returns: 0, or -1 and diag. */
int record_read(const struct yaml_node *map, const char *shown, const struct record_field *fields,
		size_t nr_fields, void *base, struct diag *diag);

/* Reads one value as a field of that type. Returns: 0, or -1 and diag. */
int record_value(const struct yaml_node *node, const char *shown,
		 const struct record_field *field, void *to, struct diag *diag);

/* A list of texts. Returns: 0 and *items (memory of `tree`) and *nr, or -1 and diag. */
int record_texts(struct yaml_tree *tree, const struct yaml_node *node, const char *shown,
		 const char ***items, size_t *nr, struct diag *diag);

/* Returns: 0 when `node` is of that kind, else -1 and diag. */
int record_kind(const struct yaml_node *node, const char *shown, enum yaml_kind kind,
		struct diag *diag);

#endif
