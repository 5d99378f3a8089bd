// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rules/lost_irq.h"

#include <stdbool.h>
#include <stdlib.h>

#include "trace/mem.h"

#define LINES 256

struct lost_irq_rule {
	struct {
		bool up;
		uint64_t since;
	} line[LINES];
	unsigned int tasks;	/* that run */
	struct lost_irq first;
};

struct lost_irq_rule *lost_irq_new(void)
{
	struct lost_irq_rule *rule = mem_alloc(sizeof(*rule));

	rule->first.line = -1;
	return rule;
}

/* The line's wait is over at `now`; was it too long? */
static void settle(struct lost_irq_rule *rule, unsigned int line, uint64_t now)
{
	uint64_t since = rule->line[line].since;

	if (!rule->line[line].up || now - since < RULE_LOST_IRQ)
		return;
	if (rule->first.line < 0 || since < rule->first.up)
		rule->first = (struct lost_irq){ (int)line, since, now };
}

static void wait_from(struct lost_irq_rule *rule, unsigned int line, bool up, uint64_t now)
{
	settle(rule, line, now);
	rule->line[line].up = up;
	rule->line[line].since = now;
}

/* Lines that were up before are judged from here on, and no longer than to the last task's end. */
static void on_window(struct lost_irq_rule *rule, bool begins, uint64_t now)
{
	if (begins && rule->tasks++)
		return;
	if (!begins && --rule->tasks)
		return;
	for (unsigned int i = 0; i < LINES; i++) {
		if (!begins)
			settle(rule, i, now);
		rule->line[i].since = now;
	}
}

static void on_event(void *state, const struct twin_event *ev)
{
	struct lost_irq_rule *rule = state;
	unsigned int line = ev->type == TWIN_EV_IRQ_ENTRY ? ev->a >> 32 : ev->a;

	if (ev->type == TWIN_EV_WINDOW) {
		on_window(rule, ev->a, ev->time);
		return;
	}
	if (line >= LINES)
		return;
	if (ev->type == TWIN_EV_IRQ_LINE && rule->tasks)
		wait_from(rule, line, ev->b, ev->time);
	else if (ev->type == TWIN_EV_IRQ_LINE)
		rule->line[line].up = ev->b;
	else if (ev->type == TWIN_EV_IRQ_ENTRY && rule->tasks)
		wait_from(rule, line, rule->line[line].up, ev->time);
}

static void on_end(void *state, uint64_t now)
{
	struct lost_irq_rule *rule = state;

	for (unsigned int i = 0; i < LINES && rule->tasks; i++)
		settle(rule, i, now);
}

struct reducer lost_irq_reducer(struct lost_irq_rule *rule)
{
	return (struct reducer){ .name = "lost-irq", .classes = TWIN_CLASS_IRQ, .event = on_event,
				 .end = on_end, .state = rule };
}

struct lost_irq lost_irq_result(const struct lost_irq_rule *rule)
{
	return rule->first;
}

void lost_irq_free(struct lost_irq_rule *rule)
{
	free(rule);
}
