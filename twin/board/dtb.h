/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the board builder asks of a flattened device tree, on top of libfdt. */
#ifndef TWIN_BOARD_DTB_H
#define TWIN_BOARD_DTB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is the node's own status okay? */
bool dtb_okay(const void *dtb, int node);
/* Is the node and everything above it enabled? */
bool dtb_enabled(const void *dtb, int node);
/* First address and size of reg; buses with empty or identity ranges only. 0 or -1. */
int dtb_reg(const void *dtb, int node, uint64_t *base, uint64_t *size);
/* The same for region i of reg, 0 the first. */
int dtb_reg_at(const void *dtb, int node, int i, uint64_t *base, uint64_t *size);
/* The node's interrupt controller; -1: none. */
int dtb_interrupt_parent(const void *dtb, int node);
/* First cell of a property. 0 or -1. */
int dtb_cell(const void *dtb, int node, const char *name, uint32_t *value);
/* Label of a node (from /__symbols__), or its unit name. */
const char *dtb_name(const void *dtb, int node);
/* The node with that label, or without a label that unit name; -1: there is none. */
int dtb_find(const void *dtb, const char *name);
/* Number in an alias such as spi1 or gpio2; -1 without one. */
int dtb_alias_index(const void *dtb, int node);

#endif
