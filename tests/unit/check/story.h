/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Expectations on the run of ../trace/stream.c, whose numbers are worked out in ../measure. */
#ifndef TEST_STORY_H
#define TEST_STORY_H

#include "check/check.h"
#include "stream.h"

/* A scenario of one task "dd" (tag 1) and these lines, which begin in line 4. */
struct scenario story_scenario(const char *lines);
/* Its expectations; fails the test when they are refused. */
struct check *story_check(const struct scenario *scenario);

/* A finished run. */
struct story {
	struct measure *measure;
	struct observe *observe;
	struct figure_source source;
};

/* The story whose task has tag 1 and ends at 25.4 us, or never. */
void story_run(struct story *story, const struct scenario *scenario, bool ends);
void story_free(struct story *story);

#endif
