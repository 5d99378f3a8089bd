/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What a run is reported with: as text for people, as JSON for programs (docs/report-schema.md).
 * Both depend on struct run_report alone: no host time, path, date, locale or terminal.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "check/check.h"
#include "measure/measure.h"
#include "observe/observe.h"

enum report_provenance { REPORT_DATASHEET, REPORT_MEASURED, REPORT_FITTED, REPORT_ASSUMED };

/* "datasheet", "measured", "fitted", "assumed" */
const char *report_provenance_name(enum report_provenance p);

/* A constant the run rests on; abi/costs.def says key, unit and doc. */
struct report_cost {
	const char *key, *unit, *doc;
	const char *source;	   /* where the value is from, or NULL */
	uint64_t value, low, high; /* in `unit`; low..high: plausible range */
	enum report_provenance provenance;
};

/* A device of the board, as the devicetree has it. */
struct report_device {
	const char *name, *node, *compatible;
	const char *model;  /* "registers", "storage", "spi device", ... */
	int controller, cs; /* of an SPI device; -1, -1 for others */
};

struct report_task {
	const char *name;    /* unique in the run: its output is tasks/NAME.out */
	const char *command; /* as in the scenario */
	uint64_t tag;	     /* of its WINDOW records */
	const char *output;  /* what it wrote to stdout and stderr, verbatim */
	size_t output_len;
	bool exited; /* false: it still ran when the run ended */
	int exit_status;
	int signal; /* that ended it, or 0 */
};

struct uncertainty;

/* Transactions that are shown one by one in text and that have intervals. */
#define REPORT_TRANSACTIONS 20

struct run_report {
	const char *scenario;		    /* name, without directory */
	const char *board, *image, *kernel; /* kernel: version of the tree, or NULL */
	uint64_t seed;
	const char *outcome; /* one word: "ok", "task-failed", "model-fault", "kernel-crash", ... */
	const char *text;    /* one or more lines that say why it ended, or NULL */
	int exit_code;
	uint64_t boot;		/* reset to the first workload task, ps */
	uint64_t blocks, insns; /* executed, all CPUs */
	const struct report_cost *costs;
	size_t nr_costs;
	const struct report_device *devices;
	size_t nr_devices;
	const struct report_task *tasks;
	size_t nr_tasks;
	const char *const *notes; /* what a reader must know: late records, ... */
	size_t nr_notes;
	const struct measure_result *measure;
	const struct uncertainty *uncertainty; /* NULL: not asked for */
	struct observe *observe;	       /* of a run that has ended, or NULL */
	const struct check *check;	       /* judged, or NULL */
};

/* At most 100 columns, 120 with intervals; but for what tasks printed and the scenario's texts. */
void report_text(FILE *out, const struct run_report *r);
/* The expectations one by one; r->check is there. */
void report_check_text(FILE *out, const struct run_report *r);
/* UTF-8, sorted keys, two blanks of indent, ends with a newline. malloc()ed, never NULL. */
char *report_json(const struct run_report *r);

#endif
