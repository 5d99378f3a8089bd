// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/context_clock.h"

#include <stddef.h>

static const enum twin_context by_urgency[] = {
	TWIN_CTX_HARDIRQ, TWIN_CTX_SOFTIRQ, TWIN_CTX_THREAD,
	TWIN_CTX_USER,	  TWIN_CTX_BOOT,    TWIN_CTX_IDLE,
};

void context_clock_init(struct context_clock *c)
{
	*c = (struct context_clock){0};
	c->cpu[0].known = true;
	c->cpu[0].context = TWIN_CTX_BOOT;
	c->cpus_in[TWIN_CTX_BOOT] = 1;
}

enum twin_context context_clock_class(const struct context_clock *c)
{
	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		if (c->cpus_in[by_urgency[i]])
			return by_urgency[i];
	return TWIN_CTX_IDLE;
}

void context_clock_advance(struct context_clock *c, uint64_t time)
{
	uint64_t step;

	if (time <= c->now)
		return;
	step = time - c->now;
	c->now = time;
	c->total.ps[context_clock_class(c)] += step;
	if (!c->summing)
		return;
	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		c->cpus.ps[i] += step * c->cpus_in[i];
}

void context_clock_event(struct context_clock *c, const struct twin_event *ev)
{
	if (ev->b >= TWIN_CTX_NR)
		return;
	if (c->cpu[ev->cpu].known)
		c->cpus_in[c->cpu[ev->cpu].context]--;
	c->cpu[ev->cpu].known = true;
	c->cpu[ev->cpu].context = ev->b;
	c->cpus_in[ev->b]++;
}

struct ctx_split ctx_minus(const struct ctx_split *a, const struct ctx_split *b)
{
	struct ctx_split d;

	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		d.ps[i] = a->ps[i] - b->ps[i];
	return d;
}

void ctx_add(struct ctx_split *sum, const struct ctx_split *part)
{
	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		sum->ps[i] += part->ps[i];
}

uint64_t ctx_sum(const struct ctx_split *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < TWIN_CTX_NR; i++)
		sum += s->ps[i];
	return sum;
}
