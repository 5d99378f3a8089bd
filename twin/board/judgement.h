/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Observed spans and expectations of one run: understood before it, judged after it, and written
 * for CI servers. The functions are in the order of use.
 */
#ifndef TWIN_BOARD_JUDGEMENT_H
#define TWIN_BOARD_JUDGEMENT_H

#include "check/check.h"
#include "machine.h"
#include "report/outfile.h"
#include "report/report.h"

/* Zero-initialised is empty. */
struct judgement {
	struct observe *observe;
	struct check *check;
	struct outfile *junit;
};

/* All that can be said without the board. 0, or -1 with `diag`. */
int judgement_read(struct judgement *j, const struct scenario *scenario, struct diag *diag);
/* `expect` must not be empty for the verb `check`. 0, or -1 with `diag`. */
int judgement_demand(const struct scenario *scenario, struct diag *diag);
/* The file of --junit. 0, or -1 with `diag`. */
int judgement_open(struct judgement *j, const char *junit, struct diag *diag);
/* Names of the board that is built: devices, functions. 0, or -1 with `diag`. */
int judgement_resolve(struct judgement *j, const struct machine *m, struct diag *diag);
/*
 * Fills the report's part and corrects its outcome; `ended`: did the run end in order? All that
 * runs after it needs r->observe and r->check.
 */
void judgement_pass(struct judgement *j, struct run_report *r, bool ended);
/* The file of --junit gets its name. 0, or -1 with `diag`. */
int judgement_write(struct judgement *j, const struct run_report *r, struct diag *diag);
void judgement_close(struct judgement *j);

#endif
