/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * From the board's device tree to models: every enabled node whose compatible has a model gets one,
 * nodes declared storage remember what is written, SPI devices go to their controller and the GPIOs
 * of cs-gpios are wired to it.
 */
#ifndef TWIN_BOARD_DEVICES_H
#define TWIN_BOARD_DEVICES_H

#include "facade.h"
#include "scenario/board_desc.h"
#include "scenario/boot_state.h"
#include "scenario/scenario.h"

/* A device that got a model, for the report. */
struct device_note {
	char name[64], node[192], compatible[64];
	const char *model;		/* "registers", "storage", "spi device" */
	int controller, cs;		/* of an SPI device, else -1 */
	int irq;			/* interrupt line, or -1 */
};

struct devices {
	const void *dtb;
	const struct board_desc *desc;
	const struct boot_state *state;
	const struct scenario *scenario;
	struct tw_board *board;
	int *storage;			/* node of each entry of desc->storage, or -1 */
	struct device_note *notes;
	size_t nr_notes;
};

/* 0, or -1 with `diag` filled. */
int devices_build(struct devices *d, struct diag *diag);
void devices_free(struct devices *d);

#define DTB_ROOM (256 << 10)

/*
 * Reads a whole flattened device tree, with DTB_ROOM for changes; malloc()ed, or NULL with `diag`.
 */
void *dtb_load(const char *path, struct diag *diag);
/* Node and first compatible at a physical address, for messages; 0 or -1. */
int dtb_node_at(const void *dtb, uint64_t phys, char *node, size_t node_size, char *compatible,
		size_t compatible_size);

#endif
