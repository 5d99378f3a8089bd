/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What boards/NAME/board.yaml says of a board beyond its devicetree. Nothing here repeats the
 * devicetree but RAM, which the board builder checks against it.
 */
#ifndef TWIN_BOARD_DESC_H
#define TWIN_BOARD_DESC_H

#include <stddef.h>
#include <stdint.h>

#include "scenario/diag.h"

/* Same order as enum tw_segment of the models' facade. */
enum board_segment { BOARD_AHB, BOARD_APB, BOARD_SYS };

/* Peripherals at [from, to] are reached over that part of the bus matrix. */
struct board_range {
	uint64_t from, to;	/* phys, both inclusive; ranges do not overlap */
	int segment;		/* enum board_segment */
};

/* The core's instruction cache, bytes; powers of two. */
struct board_icache {
	uint64_t size, ways, line;
};

/* A node whose registers only remember what is written. */
struct board_storage {
	const char *node;	/* devicetree label */
	const char *why;
};

struct yaml_tree;
struct yaml_node;

/* Clusters of CPUs, sockets of clusters; for shared cache lines. One CPU: all 1. */
struct board_shape {
	uint64_t cpus_per_cluster, clusters_per_socket, sockets;
	uint64_t line;	/* bytes of a data cache line */
};

struct board_desc {
	const char *name;	/* "sama5d36ek" */
	const char *title;
	const char *dir;	/* ROOT/boards/NAME */
	const char *dts;	/* relative to the kernel tree, or NULL: board.dts is the board's own */
	const char *overlay;	/* path of the .dtso, or NULL */
	const char *kernel_config;	/* path of the config fragment */
	const char *costs;	/* path of costs.yaml */
	const char *boot_state;	/* path of boot_state.yaml */
	const char **images;	/* kernel images it accepts */
	size_t nr_images;
	const char *cpu;	/* "Cortex-A5" */
	uint64_t nr_cpus;
	uint64_t cpu_hz;
	struct board_shape shape;	/* of several CPUs */
	struct board_icache icache;
	const struct yaml_node *icache_node, *shape_node;	/* private */
	uint64_t bus_hz;	/* clock of the peripherals (MCK) */
	uint64_t ram_base, ram_size;	/* phys, bytes */
	struct board_range *ranges;
	size_t nr_ranges;
	struct board_storage *storage;
	size_t nr_storage;
	struct yaml_tree *tree;	/* private */
};

/*
 * Loads boards/NAME/board.yaml below `root`. An unknown name is reported at `pos`, with the
 * nearest board. Returns: 0; or -1 with `diag` filled and nothing to free.
 */
int board_desc_load(const char *root, const char *name, struct src_pos pos,
		    struct board_desc *board, struct diag *diag);
void board_desc_free(struct board_desc *board);

/* Segment of an address, or -1 when no range covers it. */
int board_segment_of(const struct board_desc *board, uint64_t phys);
/* Is the node with that label declared storage? Its entry, or NULL. */
const struct board_storage *board_storage(const struct board_desc *board, const char *label);

/* Calls fn for the name of every board, in alphabetical order. Returns: how many, or -1. */
int board_list(const char *root, void (*fn)(void *ctx, const char *name), void *ctx);

#endif
