/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Register values the boot loader left behind (boards/NAME/boot_state.yaml), for the nodes that
 * board.yaml declares storage.
 */
#ifndef TWIN_BOOT_STATE_H
#define TWIN_BOOT_STATE_H

#include <stddef.h>
#include <stdint.h>

#include "scenario/diag.h"

/* Same layout as struct tw_reg_init of the models' facade. */
struct boot_reg {
	uint32_t offset;	/* bytes, multiple of 4 */
	uint32_t value;
};

struct boot_node {
	const char *label;	/* devicetree label */
	struct boot_reg *regs;	/* in the order of the file */
	size_t nr;
};

struct yaml_tree;

struct boot_state {
	struct boot_node *nodes;
	size_t nr;
	struct yaml_tree *tree;	/* private */
};

/* Returns: 0; or -1 with `diag` filled and nothing to free. */
int boot_state_load(const char *path, struct boot_state *state, struct diag *diag);
void boot_state_free(struct boot_state *state);

/* The registers of a node, or NULL. */
const struct boot_node *boot_state_find(const struct boot_state *state, const char *label);

#endif
