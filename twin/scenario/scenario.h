/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A scenario as the program sees it: every key of the schema (schema.c, docs/scenario.md) in its
 * own unit, defaults filled in. All strings belong to the scenario and live until scenario_free().
 *
 * What a loaded scenario says is syntactically complete and within range; whether a board, image,
 * device label, model option or command line exists is checked by whoever knows, who reports with
 * scenario_where().
 */
#ifndef TWIN_SCENARIO_H
#define TWIN_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scenario/diag.h"
#include "scenario/units.h"

/* Same layout as struct tw_option of the models' facade. */
struct scenario_option {
	const char *key;
	const char *value;
};

enum scenario_fidelity { SCENARIO_TLM, SCENARIO_RTL };

struct scenario_texts {
	const char **items;
	size_t nr;
};

struct scenario_kernel {
	const char *image;		/* a name of kernel/images */
	const char *tree;		/* a kernel tree instead of the image's package, or "" */
	const char *cmdline;		/* appended to the board's, may be "" */
};

/* What replaces what; "" = as the board's kernel has it. */
struct scenario_design {
	const char *pump, *driver, *client, *cmdq;
	struct scenario_texts change;
	struct scenario_option *options;
	size_t nr_options;
};

enum scenario_dma { SCENARIO_DMA_DEVICETREE, SCENARIO_DMA_OFF, SCENARIO_DMA_ON };

struct scenario_device {
	const char *label;		/* devicetree label */
	int dma;			/* enum scenario_dma */
	int fidelity;			/* enum scenario_fidelity */
	struct scenario_texts faults;
	struct scenario_option *options;	/* of the model, verbatim */
	size_t nr_options;
};

/* Numbers as the kernel's SCHED_*: other 0, fifo 1, rr 2, batch 3, idle 5. */
struct scenario_policy {
	int policy;
	int prio;			/* 1..99 with fifo and rr, else 0 */
};

struct scenario_task {
	const char *run;		/* command line as typed on the board */
	const char *name;		/* at most 15 bytes; default: the command's name */
	uint64_t at;			/* ps after the workload's start */
	int cpu;			/* -1 any */
	struct scenario_policy policy;
	int nice;
};

struct scenario_load {
	const char *kind;
	int cpu;			/* -1 any */
	struct scenario_policy policy;
	int nice;
	uint64_t duty;			/* ppm of the time */
	uint64_t period;		/* ps */
};

struct scenario_seeds {
	uint64_t first, last;		/* inclusive */
};

struct scenario_runs {
	struct scenario_seeds seeds;
	int warmup;			/* runs before those that count */
};

struct scenario_observe {
	const char *name;
	const char *from, *to;		/* event patterns */
};

struct scenario_quantity {
	bool given;
	int unit;			/* enum unit_class */
	uint64_t value;			/* ps, Hz, bytes, ppm or a plain number */
};

struct scenario_expect {
	const char *what;		/* a figure: NAME.STATISTIC or built in */
	struct scenario_quantity value;
	uint64_t tol;			/* ppm of the value */
	struct scenario_quantity at_least, at_most;
	const char *source;
};

struct yaml_tree;

struct scenario {
	int version;			/* 1 */
	const char *board;
	struct scenario_kernel kernel;
	struct scenario_texts overlays;	/* device tree sources */
	struct scenario_design design;
	struct scenario_device *devices;
	size_t nr_devices;
	struct scenario_task *tasks;
	size_t nr_tasks;
	struct scenario_load *loads;
	size_t nr_loads;
	struct scenario_runs runs;
	struct scenario_observe *observe;
	size_t nr_observe;
	struct scenario_expect *expect;
	size_t nr_expect;
	uint64_t watchdog;		/* ps of simulated time without progress */
	uint64_t wall_clock;		/* ps of host time for the whole run */

	const char *file;		/* as passed to scenario_load() */
	struct yaml_tree *tree;		/* private */
};

/*
 * Loads the scenario in `path` and applies `sets` ("KEY=VALUE", as --set takes them) in order.
 * Scalar values of a set are taken literally, lists and mappings are YAML.
 * Returns: 0; or -1 with `diag` filled and nothing to free.
 */
int scenario_load(const char *path, const char *const *sets, size_t nr_sets,
		  struct scenario *scenario, struct diag *diag);

/* As scenario_load() of text in memory; `name` stands for the path. */
int scenario_load_text(const char *name, const char *text, size_t len, const char *const *sets,
		       size_t nr_sets, struct scenario *scenario, struct diag *diag);

void scenario_free(struct scenario *scenario);

/*
 * Where the value of a path such as "tasks.%zu.run" or "devices.%s.image" was written, for
 * diagnostics. A value that is a default: where the nearest part around it was.
 */
struct src_pos scenario_where(const struct scenario *scenario, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * As scenario_where(), `offset` bytes into the text that was written there. Right for texts of one
 * line without escapes, which is what has a syntax of its own.
 */
struct src_pos scenario_inside(const struct scenario *scenario, size_t offset, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The device of a label, or NULL. */
const struct scenario_device *scenario_device(const struct scenario *scenario, const char *label);
/* The value of an option, or NULL. */
const char *scenario_option(const struct scenario_device *device, const char *key);

/*
 * The host path that a file name in the value of a path means: absolute as is; relative to the
 * scenario's folder when written there; relative to the working directory when from --set.
 * Returns: malloc()ed, or NULL without memory.
 */
char *scenario_file(const struct scenario *scenario, const char *file, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
