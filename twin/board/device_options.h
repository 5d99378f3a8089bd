/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The options of a device's model: what the scenario gives, and what the device tree says. */
#ifndef TWIN_BOARD_DEVICE_OPTIONS_H
#define TWIN_BOARD_DEVICE_OPTIONS_H

#include "devices.h"

/*
 * The scenario's options for the label as the model takes them (a file's name becomes its host
 * path), then those that properties of the node stand for, unless the scenario gives them. `model`
 * may be NULL: no options are known. For device_options_free().
 */
struct tw_option *device_options(const struct devices *d, int node, const char *label,
				 const struct tw_model_info *model, size_t *nr);
void device_options_free(struct tw_option *options, size_t nr);

#endif
