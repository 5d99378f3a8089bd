/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Private to this folder: from the YAML tree to struct scenario, driven by the schema. */
#ifndef TWIN_SCENARIO_READ_H
#define TWIN_SCENARIO_READ_H

#include "scenario/scenario.h"
#include "scenario/yaml_tree.h"

/* Fills `scenario` from `tree`, whose memory it uses. Returns: 0, or -1 and diag. */
int scenario_read(struct yaml_tree *tree, struct scenario *scenario, struct diag *diag);

/* Applies one KEY=VALUE to the tree. Returns: 0, or -1 and diag. */
int override_apply(struct yaml_tree *tree, const char *key_value, struct diag *diag);

#endif
