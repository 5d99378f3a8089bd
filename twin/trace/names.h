/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Names in the stream: STRING records put together, and who uses them (tasks, pins). */
#ifndef TRACE_NAMES_H
#define TRACE_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

struct names;

struct names *names_new(void);
/* Takes any record; only STRING, TASK and LINE matter. */
void names_event(struct names *names, const struct twin_event *ev);
/* Text of a STRING id, or NULL. Valid until the next names_event(). */
const char *names_string(const struct names *names, uint64_t id);
/* Name of a task, or NULL. */
const char *names_task(const struct names *names, uint64_t pid);
/* Name of a pin as numbered in LINE records, or NULL. */
const char *names_line(const struct names *names, unsigned int controller, unsigned int pin);
void names_free(struct names *names);

/*
 * The STRING records of a text, for who writes a stream: at most `max` into `out`. Returns how
 * many the text needs. An id must be used for one text only: nothing tells readers that it begins anew.
 */
size_t names_string_events(uint64_t time, uint64_t id, const char *text, struct twin_event *out,
			   size_t max);

#endif
