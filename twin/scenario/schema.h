/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The scenario schema: one table that drives the parser, --set, the diagnostics and
 * docs/scenario.md.
 */
#ifndef TWIN_SCHEMA_H
#define TWIN_SCHEMA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "scenario/diag.h"
#include "scenario/units.h"

enum schema_type {
	SCHEMA_MAP,		/* mapping of known keys */
	SCHEMA_LIST,		/* list of mappings; pointer and size_t in the structure */
	SCHEMA_LABELS,		/* mapping of free labels to mappings; as SCHEMA_LIST */
	SCHEMA_OPTION,		/* any key that is not listed, as text; as SCHEMA_LIST */
	SCHEMA_TEXT,		/* const char * */
	SCHEMA_NAME,		/* const char *, letters, digits and . _ + - */
	SCHEMA_TEXTS,		/* struct scenario_texts */
	SCHEMA_INT,		/* int, min..max */
	SCHEMA_CPU,		/* int, number or "any" */
	SCHEMA_QUANTITY,	/* uint64_t in the grain of `unit`, min..max */
	SCHEMA_ANY,		/* struct scenario_quantity */
	SCHEMA_CHOICE,		/* int, index in `choices` */
	SCHEMA_POLICY,		/* struct scenario_policy */
	SCHEMA_SEEDS,		/* struct scenario_seeds */
};

struct schema_key {
	const char *path;	/* "tasks[].run"; "*" stands for any label or option */
	enum schema_type type;
	size_t offset;		/* in the structure of its list item, or in struct scenario */
	size_t item_size;	/* of lists and labels */
	enum unit_class unit;
	int64_t min;
	uint64_t max;		/* TEXT, NAME: bytes */
	const char *choices;	/* "a|b" */
	const char *def;	/* as it would be written; NULL: required */
	/*
	 * What of it this version can do: NULL everything; else the values, "a|b", any other being
	 * "not available". Lists, mappings and options: "" only empty. Seeds: "single".
	 */
	const char *only;
	const char *doc;
};

/* The i-th key in order of the documentation, or NULL. */
const struct schema_key *schema_at(size_t i);

/* The key `name` in the mapping `prefix` ("" top, "kernel", "tasks[]", "devices.*"), or NULL. */
const struct schema_key *schema_find(const char *prefix, const char *name);

/* The i-th key directly in the mapping `prefix`, options included, or NULL past the end. */
const struct schema_key *schema_child(const char *prefix, size_t i);

/* The listed key of `prefix` that `name` was meant to be, or NULL. */
const char *schema_nearest(const char *prefix, const char *name);

/* Reports that `name` is no key of `prefix`, which messages call `shown`. Returns: -1. */
int schema_unknown(const char *prefix, const char *shown, const char *name, struct src_pos pos,
		   struct diag *diag);

/* Does `list` ("a|b|c") hold `word`? Returns: its index, or -1. */
int schema_choice(const char *list, const char *word);

/* Writes docs/scenario.md. */
void schema_write_doc(FILE *out);

#endif
