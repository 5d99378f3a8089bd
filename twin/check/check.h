/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The expectations of a scenario: understood before the run, judged after it.
 *
 * A span that is observed and that no expectation names is expected to occur, which makes one more
 * expectation of its number.
 */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "check/figure.h"

#define CHECK_WHY 256

/* What a run says of a figure. Without an interval low and high are the value. */
struct check_figure {
	uint64_t value, low, high;
	bool interval; /* low .. high is what the ranges of constants allow */
};

/* Quantities are in the grain of `unit`: ps, or a plain number. */
struct expectation {
	const char *what;
	const char *source; /* "" none */
	enum unit_class unit;
	bool has_value, has_least, has_most;
	uint64_t value, least, most;
	uint64_t tol; /* ppm of value */
	struct figure figure;

	/* From here on: after check_judge(). */
	bool known; /* the run says something of it: */
	struct check_figure predicted;
	bool met;
	char why[CHECK_WHY]; /* not met: a clause; else "" */
	bool has_deviation;  /* from value, which is not 0: */
	bool below;
	uint64_t deviation; /* ppm of value, rounded to the nearest */
};

struct check {
	struct expectation *list; /* in order of the scenario, then those of spans */
	size_t nr;
	char **names; /* private: made for spans, by their number */
	size_t nr_names;
};

/*
 * Uses the scenario's texts. Returns: NULL with `diag`: an unknown figure, a unit that does not
 * fit, nothing to compare with, a span that is called as a built-in figure.
 */
struct check *check_new(const struct scenario *scenario, struct diag *diag);
/*
 * `ended`: NULL, or one word that says why the run ended before its time, in which case nothing is
 * met.
 */
void check_judge(struct check *c, const struct figure_source *from, const char *ended);
/* Sets the interval of a figure that is known; it changes no verdict. */
void check_interval(struct check *c, size_t i, uint64_t low, uint64_t high);
/* How many are not met. */
size_t check_failed(const struct check *c);
/* NULL is allowed. */
void check_free(struct check *c);

#endif
