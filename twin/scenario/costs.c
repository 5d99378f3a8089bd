// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/costs.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/record.h"
#include "scenario/schema.h"

static const struct {
	const char *key, *unit, *doc;
} defs[TWIN_COST_NR] = {
#define TWIN_COST(id, key, unit, doc) [TWIN_COST_##id] = { key, unit, doc },
#include "costs.def"
#undef TWIN_COST
};

const char *cost_key(enum twin_cost cost)
{
	return defs[cost].key;
}

const char *cost_unit(enum twin_cost cost)
{
	return defs[cost].unit;
}

const char *cost_doc(enum twin_cost cost)
{
	return defs[cost].doc;
}

const char *cost_kind_name(int kind)
{
	static const char *const names[] = { "datasheet", "measured", "fitted", "assumed" };

	return names[kind];
}

static enum unit_class unit_class_of(enum twin_cost cost)
{
	const char *unit = defs[cost].unit;

	if (!strcmp(unit, "ps per instruction"))
		return UNIT_TIME_PER_INSN;
	if (!strcmp(unit, "ps per line"))
		return UNIT_TIME_PER_LINE;
	if (!strcmp(unit, "fs per byte"))
		return UNIT_TIME_PER_BYTE;
	return UNIT_TIME;
}

void cost_format(enum twin_cost cost, uint64_t value, char *buf, unsigned int size)
{
	unit_format(value, unit_class_of(cost), buf, size);
}

/* What one entry of the file holds. */
struct entry {
	uint64_t value;
	const struct yaml_node *range;
	int kind;
	const char *source;
};

static int read_range(const struct yaml_node *node, enum twin_cost id, struct cost *cost,
		      struct diag *diag)
{
	struct record_field number = { .type = RECORD_NUMBER, .unit = unit_class_of(id) };
	char shown[80];

	snprintf(shown, sizeof(shown), "%s.range", defs[id].key);
	if (record_kind(node, shown, YAML_LIST, diag))
		return -1;
	if (yaml_count(node) != 2) {
		diag_set(diag, node->pos, "%s has %zu values", shown, yaml_count(node));
		return diag_hint(diag, "write it as [lowest, highest]");
	}
	if (record_value(node->first, shown, &number, &cost->lo, diag) ||
	    record_value(node->last, shown, &number, &cost->hi, diag))
		return -1;
	if (cost->lo > cost->hi)
		return diag_set(diag, node->pos, "%s ends before it starts", shown);
	return 0;
}

static int read_cost(const struct yaml_node *node, enum twin_cost id, struct cost *cost,
		     struct diag *diag)
{
	struct record_field fields[] = {
		{ "value", RECORD_NUMBER, offsetof(struct entry, value), unit_class_of(id), 0, 0 },
		{ "range", RECORD_NODE, offsetof(struct entry, range), 0, 0, 0 },
		{ "kind", RECORD_CHOICE, offsetof(struct entry, kind), 0,
		  "datasheet|measured|fitted|assumed", 0 },
		{ "source", RECORD_TEXT, offsetof(struct entry, source), 0, 0, 0 },
	};
	struct entry entry;

	if (record_read(node, defs[id].key, fields, 4, &entry, diag) ||
	    read_range(entry.range, id, cost, diag))
		return -1;
	cost->value = entry.value;
	cost->kind = entry.kind;
	cost->source = entry.source;
	if (entry.value < cost->lo || entry.value > cost->hi) {
		diag_set(diag, yaml_get(node, "value")->pos, "%s: the value is outside its range",
			 defs[id].key);
		return diag_hint(diag, "the range is in line %d", entry.range->pos.line);
	}
	return 0;
}

static int read_costs(const struct yaml_node *map, bool smp, struct costs *costs,
		      struct diag *diag)
{
	struct record_field fields[TWIN_COST_NR];
	const struct yaml_node *nodes[TWIN_COST_NR] = { NULL };

	for (int i = 0; i < TWIN_COST_NR; i++)
		fields[i] = (struct record_field){ .key = defs[i].key, .type = RECORD_NODE,
						   .offset = (size_t)i * sizeof(nodes[0]),
						   .optional = !smp && i >= TWIN_COST_SMP_FIRST };
	if (record_read(map, "costs", fields, TWIN_COST_NR, nodes, diag))
		return -1;
	for (int i = 0; i < TWIN_COST_NR; i++)
		if (nodes[i] &&
		    read_cost(nodes[i], (enum twin_cost)i, &costs->entry[i], diag))
			return -1;
	return 0;
}

static int read_file(const struct yaml_node *root, bool smp, struct costs *costs,
		     struct diag *diag)
{
	struct {
		uint64_t version;
		const struct yaml_node *costs;
	} top;
	static const struct record_field fields[] = {
		{ "spitwin_costs", RECORD_NUMBER, 0, UNIT_NONE, 0, 0 },
		{ "costs", RECORD_NODE, sizeof(uint64_t), 0, 0, 0 },
	};

	if (record_read(root, "the file", fields, 2, &top, diag))
		return -1;
	if (top.version != 1)
		return diag_set(diag, yaml_get(root, "spitwin_costs")->pos,
				"spitwin_costs: only version 1 is known");
	return read_costs(top.costs, smp, costs, diag);
}

int costs_load(const char *path, bool smp, struct costs *costs, struct diag *diag)
{
	struct yaml_tree *tree = calloc(1, sizeof(*tree));

	memset(costs, 0, sizeof(*costs));
	if (!tree)
		return diag_set(diag, (struct src_pos){ path, 0, 0 }, "out of memory");
	costs->tree = tree;
	if (yaml_load(tree, path, diag) || read_file(tree->root, smp, costs, diag)) {
		costs_free(costs);
		return -1;
	}
	return 0;
}

void costs_free(struct costs *costs)
{
	if (costs->tree) {
		yaml_free(costs->tree);
		free(costs->tree);
	}
	memset(costs, 0, sizeof(*costs));
}

void costs_values(const struct costs *costs, uint64_t values[TWIN_COST_NR])
{
	for (int i = 0; i < TWIN_COST_NR; i++)
		values[i] = costs->entry[i].value;
}
