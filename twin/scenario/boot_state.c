// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "scenario/boot_state.h"

#include <stdlib.h>
#include <string.h>

#include "scenario/record.h"

static int parse_reg(const char *text, const char *shown, struct src_pos pos, uint32_t *to,
		     struct diag *diag)
{
	const char *hint, *wrong;
	uint64_t value;

	wrong = unit_parse(text, UNIT_NONE, &value, &hint);
	if (!wrong && value > UINT32_MAX)
		wrong = "does not fit in 32 bits";
	if (wrong)
		return diag_set(diag, pos, "%s: '%s' %s", shown, text, wrong);
	*to = (uint32_t)value;
	return 0;
}

static int read_reg(const struct yaml_node *node, const struct boot_node *owner,
		    struct boot_reg *reg, struct diag *diag)
{
	if (record_kind(node, owner->label, YAML_SCALAR, diag) ||
	    parse_reg(node->key, owner->label, node->key_pos, &reg->offset, diag) ||
	    parse_reg(node->text, owner->label, node->pos, &reg->value, diag))
		return -1;
	if (reg->offset % 4)
		return diag_set(diag, node->key_pos, "%s: offset '%s' is not a multiple of 4",
				owner->label, node->key);
	for (size_t i = 0; i < owner->nr; i++)
		if (owner->regs[i].offset == reg->offset)
			return diag_set(diag, node->key_pos, "%s: offset '%s' occurs twice",
					owner->label, node->key);
	return 0;
}

static int read_node(struct yaml_tree *tree, const struct yaml_node *map, struct boot_node *to,
		     struct diag *diag)
{
	const struct yaml_node *node;

	to->label = map->key;
	if (record_kind(map, map->key, YAML_MAP, diag))
		return -1;
	to->regs = yaml_alloc(tree, (yaml_count(map) + 1) * sizeof(*to->regs));
	if (!to->regs)
		return diag_set(diag, map->pos, "out of memory");
	for (node = map->first; node; node = node->next, to->nr++)
		if (read_reg(node, to, &to->regs[to->nr], diag))
			return -1;
	return 0;
}

static int read_file(struct boot_state *state, struct diag *diag)
{
	static const struct record_field fields[] = {
		{ "spitwin_boot_state", RECORD_NUMBER, 0, UNIT_NONE, 0, 0 },
		{ "nodes", RECORD_NODE, sizeof(uint64_t), 0, 0, 0 },
	};
	struct {
		uint64_t version;
		const struct yaml_node *nodes;
	} top;
	const struct yaml_node *node;

	if (record_read(state->tree->root, "the file", fields, 2, &top, diag) ||
	    record_kind(top.nodes, "nodes", YAML_MAP, diag))
		return -1;
	if (top.version != 1)
		return diag_set(diag, state->tree->root->pos,
				"spitwin_boot_state: only version 1 is known");
	state->nodes = yaml_alloc(state->tree, (yaml_count(top.nodes) + 1) * sizeof(*state->nodes));
	if (!state->nodes)
		return diag_set(diag, top.nodes->pos, "out of memory");
	for (node = top.nodes->first; node; node = node->next)
		if (read_node(state->tree, node, &state->nodes[state->nr++], diag))
			return -1;
	return 0;
}

int boot_state_load(const char *path, struct boot_state *state, struct diag *diag)
{
	memset(state, 0, sizeof(*state));
	state->tree = calloc(1, sizeof(*state->tree));
	if (!state->tree)
		return diag_set(diag, (struct src_pos){ path, 0, 0 }, "out of memory");
	if (yaml_load(state->tree, path, diag) || read_file(state, diag)) {
		boot_state_free(state);
		return -1;
	}
	return 0;
}

void boot_state_free(struct boot_state *state)
{
	if (state->tree) {
		yaml_free(state->tree);
		free(state->tree);
	}
	memset(state, 0, sizeof(*state));
}

const struct boot_node *boot_state_find(const struct boot_state *state, const char *label)
{
	for (size_t i = 0; i < state->nr; i++)
		if (!strcmp(state->nodes[i].label, label))
			return &state->nodes[i];
	return NULL;
}
