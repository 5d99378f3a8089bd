/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * A rule of interrupts, from the event stream alone: a line that a device raises has its handler
 * run. One that stays up for RULE_LOST_IRQ, and is lowered or still up in the end without any, is
 * a lost interrupt: its driver waits for something that it was not told (the line is masked).
 *
 * Not lost, since it is legal:
 *  - a line whose handler has not run before, in the whole run: no driver has asked for it;
 *  - one whose handler ran at last: drivers keep their line disabled for as long as they like;
 *  - one that stays up when its handler has run: masked until the handler's thread is done (a
 *    level), or of a source that only its rising edge counts of.
 *
 * Two legal uses look the same in the event stream, and are called lost:
 *  - a driver that disables its line and polls its device for RULE_LOST_IRQ or longer with the line
 *    up;
 *  - a device that holds its line up for as long after its driver is gone (unbound, free_irq()).
 */
#ifndef TWIN_RULES_LOST_IRQ_H
#define TWIN_RULES_LOST_IRQ_H

#include <stdint.h>

#include "trace/trace.h"

#define RULE_LOST_IRQ 100000000000ULL	/* 100 ms: far beyond any interrupt latency */

struct lost_irq {
	int line;		/* -1: none was lost */
	uint64_t up, until;	/* ps: raised; lowered, or the end of the run's last task */
};

struct lost_irq_rule;

struct lost_irq_rule *lost_irq_new(void);
/* Only what happens while tasks run counts: at boot lines wait for their drivers. */
struct reducer lost_irq_reducer(struct lost_irq_rule *rule);
/* The first one; after trace_end(). */
struct lost_irq lost_irq_result(const struct lost_irq_rule *rule);
void lost_irq_free(struct lost_irq_rule *rule);

#endif
