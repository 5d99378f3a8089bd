/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A rule of interrupts, from the event stream alone: a line that a device raises has its handler run
 * within RULE_LOST_IRQ. One that stays up for longer without any is a lost interrupt: its driver
 * waits for something that it will not be told (the line is masked, or its handler is gone).
 */
#ifndef TWIN_RULES_LOST_IRQ_H
#define TWIN_RULES_LOST_IRQ_H

#include <stdint.h>

#include "trace/trace.h"

#define RULE_LOST_IRQ 100000000000ULL	/* 100 ms: far beyond any interrupt latency */

struct lost_irq {
	int line;		/* -1: none was lost */
	uint64_t up, until;	/* ps: raised; lowered, handled after all, or the end of the run */
};

struct lost_irq_rule;

struct lost_irq_rule *lost_irq_new(void);
/* Only what happens while tasks run counts: at boot lines wait for their drivers. */
struct reducer lost_irq_reducer(struct lost_irq_rule *rule);
/* The first one; after trace_end(). */
struct lost_irq lost_irq_result(const struct lost_irq_rule *rule);
void lost_irq_free(struct lost_irq_rule *rule);

#endif
