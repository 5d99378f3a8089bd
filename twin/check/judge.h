/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* The verdict on one expectation. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "check/check.h"

/* Fills what check.h says is known after check_judge(). */
void judge(struct expectation *e, const struct figure_source *from, const char *ended);

/* A quantity for people: "3.302 ms", "517". buf: UNIT_TEXT bytes. Returns buf. */
#define CHECK_QUANTITY 48
const char *check_quantity(char *buf, uint64_t value, enum unit_class unit);

#endif
