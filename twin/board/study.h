/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The uncertainty of a run's figures: which variants to branch off, and what becomes of them. */
#ifndef TWIN_BOARD_STUDY_H
#define TWIN_BOARD_STUDY_H

#include "machine.h"
#include "report/report.h"

/* Every constant at either end of its range, for branches_run(). */
void study_plan(struct machine *m);
/* In a branch: hands the report over and ends the process. */
void study_deliver(struct machine *m, const struct run_report *r) __attribute__((noreturn));
/*
 * After the run: intervals of the report's figures and of its expectations, or a note why there are
 * none. r->uncertainty is malloc()ed, for uncertainty_free().
 */
void study_conclude(struct machine *m, struct run_report *r, struct check *check,
		    const char **note);

#endif
