/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the files of uncertainty.h share. */
#ifndef REPORT_UNCERTAINTY_PART_H
#define REPORT_UNCERTAINTY_PART_H

#include "report/uncertainty.h"

#define PATH_MAX_LEN 160

struct variant {
	size_t cost;
	const uint64_t *values;
	json_t *report;
	bool comparable; /* it ended as the run did */
};

struct uncertainty {
	json_t *report, *intervals;
	struct variant *variants; /* the two of one constant side by side */
	size_t nr, joint, others;
};

/* How a run ended. What was expected of its figures is no part of that. */
const char *uncertainty_ending(const json_t *report);
/* Finds the intervals of all figures. */
void uncertainty_envelope(struct uncertainty *u);

#endif
