/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* A device tree from its source text. */
#ifndef TEST_TREE_H
#define TEST_TREE_H

#include "scenario/diag.h"

/* Compiles with dtc (-@ when `symbols`) and loads it; skips the test when there is no dtc. */
void *tree_make(const char *source, int symbols);
/* The node of a path, which must exist. */
int tree_node(const void *dtb, const char *path);

#endif
