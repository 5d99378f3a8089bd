/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What a scenario changes in the board's device tree before anything is built from it. */
#ifndef TWIN_BOARD_DTB_CHANGE_H
#define TWIN_BOARD_DTB_CHANGE_H

#include "scenario/scenario.h"

/*
 * Applies the scenario's `overlays` (device tree sources, compiled with dtc) and its `dma`
 * switches. dtb: as dtb_load() returned it, room for DTB_ROOM more bytes. Returns: 0, or -1 and
 * diag.
 */
int dtb_change(void *dtb, const struct scenario *s, struct diag *diag);

#endif
