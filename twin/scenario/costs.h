/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A board's constants of time (boards/NAME/costs.yaml): what executed code cannot show, each with
 * its plausible range and where it is from. The keys and units are those of abi/costs.def.
 */
#ifndef TWIN_COSTS_H
#define TWIN_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "scenario/diag.h"
#include "twin_abi.h"

/* How a value is known, from the best to the least. */
enum cost_kind { COST_DATASHEET, COST_MEASURED, COST_FITTED, COST_ASSUMED, COST_KIND_NR };

struct cost {
	uint64_t value, lo, hi;	/* grain of costs.def: ps, or fs per byte; lo <= value <= hi */
	int kind;		/* enum cost_kind */
	const char *source;	/* owned by the table; NULL: the board does not have this constant */
};

struct yaml_tree;

struct costs {
	struct cost entry[TWIN_COST_NR];	/* index: enum twin_cost */
	struct yaml_tree *tree;			/* private */
};

/*
 * Loads a costs.yaml: every key of costs.def once, its value within its range. Those from
 * TWIN_COST_SMP_FIRST on may be absent unless `smp`; then they are 0, without a range.
 * Returns: 0; or -1 with `diag` filled and nothing to free.
 */
int costs_load(const char *path, bool smp, struct costs *costs, struct diag *diag);
void costs_free(struct costs *costs);

/* The values alone, as struct tw_board_config and struct twin_boot take them. */
void costs_values(const struct costs *costs, uint64_t values[TWIN_COST_NR]);

const char *cost_key(enum twin_cost cost);	/* "cpu.insn" */
const char *cost_unit(enum twin_cost cost);	/* "ps per instruction" */
const char *cost_doc(enum twin_cost cost);
const char *cost_kind_name(int kind);		/* "assumed" */
/* A value of that cost as text with its unit ("3600 ps/insn"). buf: 40 bytes do. */
void cost_format(enum twin_cost cost, uint64_t value, char *buf, unsigned int size);

#endif
