/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The uncertainty of a run's figures: which variants to branch off, and what becomes of them. */
#ifndef TWIN_BOARD_STUDY_H
#define TWIN_BOARD_STUDY_H

#include "machine.h"
#include "report/report.h"

/* Points of the Latin hypercube; docs/time-model.md says why as many. */
#define STUDY_SAMPLES 64

/*
 * Every constant at an end of its range, the others as they are, which shows what each one does;
 * then all of them at their low ends, all at their high ends, and the points of a Latin hypercube
 * over all ranges, which shows what they do together.
 */
void study_plan(struct machine *m);
/* In a branch: hands the report over and ends the process. */
void study_deliver(struct machine *m, const struct run_report *r) __attribute__((noreturn));
/*
 * After the run: intervals of the report's figures and of its expectations. *note: what a reader of
 * them must know, or why there are none; belongs to `m`; or NULL. r->uncertainty is malloc()ed, for
 * uncertainty_free(), and uses m->branches.
 */
void study_conclude(struct machine *m, struct run_report *r, struct check *check,
		    const char **note);

#endif
