/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What is wrong with a device, and where: in the scenario, an overlay, the devicetree, a file. */
#ifndef TWIN_BOARD_DEVICE_ERRORS_H
#define TWIN_BOARD_DEVICE_ERRORS_H

#include "devices.h"

/* About the devicetree: the board's, and what the scenario's overlays made of it. Returns: -1. */
int devicetree_error(struct diag *diag, const struct devices *d, const char *err);
/* What the model of the device `name` says; the place is the option it is about. Returns: -1. */
int device_error(struct diag *diag, const struct devices *d, const char *name, const char *err);
/* The scenario's label has no model. near: another label, or NULL. Returns: -1. */
int device_missing(struct diag *diag, const struct devices *d, const char *label, const char *near);

#endif
