/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The SPI view of a run, from the event stream alone: transactions, gaps, where the time went by
 * context, counts, tasks. A streaming reducer: memory is bounded by MEASURE_TRANSACTIONS,
 * SPI_BYTES_MAX and the bound of each distribution, not by the length of the run.
 */
#ifndef MEASURE_MEASURE_H
#define MEASURE_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/counts.h"
#include "measure/spi_view.h"
#include "measure/window.h"
#include "trace/trace.h"

/* Transactions kept one by one; all further ones are in the statistics only. */
#define MEASURE_TRANSACTIONS 100000

struct measure_options {
	bool whole_run; /* measure everything, not only while tasks run */
};

struct measure_result {
	uint64_t run_end;		 /* ps */
	uint64_t window_from, window_to; /* first begin, last end of a task; ps */
	uint64_t window_length;		 /* time while a task ran, ps */
	struct ctx_split window_by;	 /* it by context; sums up to window_length */
	struct ctx_split cpu_by;	 /* CPU time in it, of all CPUs */
	struct counts counts;
	const struct task_span *tasks; /* by begin */
	size_t nr_tasks;
	struct spi_view **views; /* in use, by (controller, chip select) */
	size_t nr_views;
	const struct spi_transaction *transactions; /* by end */
	size_t nr_transactions;
	uint64_t dropped_transactions; /* not kept one by one */
	const uint8_t *mosi, *miso;    /* pool of all transactions' bytes */
	uint64_t bad_words;	       /* without a clock, or whose time is not their first edge */
};

struct measure;

struct measure *measure_new(const struct measure_options *options);
struct reducer measure_reducer(struct measure *m);
/* After trace_end(); belongs to `m`. */
const struct measure_result *measure_result(const struct measure *m);
/* NULL is allowed. */
void measure_free(struct measure *m);

#endif
