// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* A measuring thread of cyclictest: sleep until an instant, see how late it is, again. */
#include <sched.h>

#include "cyclictest.h"
#include "threads.h"

#define NS_PER_S 1000000000LL
#define US_PER_S 1000000LL

/*
 * How much later than `then`. In us seconds and their parts are subtracted apart and the parts cut
 * off, as the real tool does: one more, or less, when a second began in between.
 */
static int64_t cyclic_late(const struct cyclic *c, uint64_t now, uint64_t then)
{
	int64_t seconds = now / NS_PER_S - then / NS_PER_S;
	int64_t parts = (int64_t)(now % NS_PER_S) - (int64_t)(then % NS_PER_S);

	if (c->o->flags & CYCLIC_NS)
		return seconds * NS_PER_S + parts;
	return seconds * US_PER_S + parts / 1000;
}

static void cyclic_news(struct cyclic *c)
{
	if (!(c->o->flags & CYCLIC_ON_MAX))
		return;
	c->news++;
	task_futex_wake(c->api, &c->news);
}

static void cyclic_keep(struct cyclic_thread *t, int64_t late)
{
	uint32_t size = t->c->o->histogram;

	if (t->kept)
		t->kept[t->cycles % CYCLIC_KEPT] = late;
	if (!size)
		return;
	if (late >= 0 && late < size)
		t->counts[late]++;
	else if (t->overflows++ < size)
		t->outliers[t->overflows - 1] = t->cycles;
}

static void cyclic_account(struct cyclic_thread *t, int64_t late)
{
	if (late < t->min)
		t->min = late;
	if (late > t->max) {
		t->max = late;
		cyclic_news(t->c);
	}
	t->sum += late;
	t->act = late;
	cyclic_keep(t, late);
	t->cycles++;
}

/* Sleeps; *next becomes the instant at which it should have ended. 0 or -errno. */
static long cyclic_sleep(const struct cyclic_thread *t, uint64_t *next)
{
	const struct cyclic_options *o = t->c->o;

	if (!(o->flags & CYCLIC_RELATIVE))
		return task_sleep_until(t->c->api, o->clock, *next);
	*next = task_clock_of(t->c->api, o->clock) + t->interval * 1000;
	return task_sleep_for(t->c->api, o->clock, t->interval * 1000);
}

static void cyclic_loop(struct cyclic_thread *t)
{
	struct cyclic *c = t->c;
	const struct cyclic_options *o = c->o;
	uint64_t now = task_clock_of(c->api, o->clock), next = now + t->interval * 1000;
	uint64_t end = now + o->seconds * NS_PER_S;

	while (!c->stop && !cyclic_sleep(t, &next)) {
		now = task_clock_of(c->api, o->clock);
		if (o->seconds && now >= end)
			c->stop = 1;
		cyclic_account(t, cyclic_late(c, now, next));
		next += t->interval * 1000;
		while (now > next)
			next += t->interval * 1000;
		if (o->loops && t->cycles == o->loops)
			break;
	}
}

int cyclic_measure(const struct twin_task_api *api, void *thread)
{
	struct cyclic_thread *t = thread;
	struct cyclic *c = t->c;

	if (t->cpu >= 0)
		task_set_affinity(api, 1ULL << t->cpu);
	t->tid = task_thread_id(api);
	if (task_set_policy(api, c->policy, t->priority) < 0) {
		c->failed = 1;
		c->stop = 1;
	} else {
		cyclic_loop(t);
	}
	if (c->o->flags & CYCLIC_ON_MAX) {
		c->stop = 1;
		cyclic_news(c);
	}
	task_set_policy(api, SCHED_OTHER, 0);
	return 0;
}
