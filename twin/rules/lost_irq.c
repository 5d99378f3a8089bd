// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "rules/lost_irq.h"

#include <stdbool.h>
#include <stdlib.h>

#include "trace/mem.h"

#define LINES 256

struct lost_irq_rule {
	struct {
		bool waits;		/* up, and no handler has run since */
		bool has_driver;	/* a handler ran at some time */
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

/* Nobody will handle the line's wait, which ends now. Was it long enough to be sure? */
static void settle(struct lost_irq_rule *rule, unsigned int line, uint64_t now)
{
	uint64_t since = rule->line[line].since;

	if (!rule->line[line].waits || !rule->line[line].has_driver || now - since < RULE_LOST_IRQ)
		return;
	if (rule->first.line < 0 || since < rule->first.up)
		rule->first = (struct lost_irq){ (int)line, since, now };
}

static void on_level(struct lost_irq_rule *rule, unsigned int line, bool up, uint64_t now)
{
	if (!up && rule->tasks)
		settle(rule, line, now);
	rule->line[line].waits = up;
	rule->line[line].since = now;
}

static void on_handler(struct lost_irq_rule *rule, unsigned int line)
{
	rule->line[line].waits = false;
	rule->line[line].has_driver = true;
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

	if (ev->type == TWIN_EV_WINDOW)
		on_window(rule, ev->a, ev->time);
	else if (ev->type == TWIN_EV_IRQ_LINE && line < LINES)
		on_level(rule, line, ev->b, ev->time);
	else if (ev->type == TWIN_EV_IRQ_ENTRY && line < LINES)
		on_handler(rule, line);
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
