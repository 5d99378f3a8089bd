// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * cyclictest of rt-tests 2.4: threads that sleep until an instant and say how late they woke; its
 * system calls while it measures, and its output. Not modelled: program start, signals and their
 * masks, the shared memory for its statistics, NUMA, stacks of 8 MiB (128 KiB here). The clock is
 * read by a system call, as on boards whose counter user code cannot read.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "cyclictest.h"
#include "kinds.h"
#include "threads.h"

#define CYCLIC_STACK (128 << 10)
#define CYCLIC_LOOK 10000000		/* ns between two looks at the threads */
#define CYCLIC_LAST_LOOK 50000000
#define DMA_LATENCY "/dev/cpu_dma_latency"

static unsigned int count(uint64_t cpus)
{
	return __builtin_popcountll(cpus);
}

static void cyclic_find_cpus(struct cyclic *c)
{
	c->cpus = count(task_cpus_of(c->api, "possible"));
	c->online_set = task_cpus_of(c->api, "online");
	if (!c->online_set)
		c->online_set = 1;
	c->online = count(c->online_set);
	if (c->cpus < c->online)
		c->cpus = c->online;
}

/* Priority and policy must fit; what does not is put right. */
static void cyclic_settle_policy(struct cyclic *c)
{
	bool real_time = c->policy == SCHED_FIFO || c->policy == SCHED_RR;

	if (real_time && !c->priority) {
		c->priority = c->nr + 1 < 99 ? c->nr + 1 : 99;
		task_printf(c->api, 2, "defaulting realtime priority to %u\n", c->priority);
	}
	if (!real_time && c->priority) {
		task_printf(c->api, 2, "policy and priority don't match: setting policy to "
			    "SCHED_FIFO\n");
		c->policy = SCHED_FIFO;
	}
}

/* May it use real time? It tries, and goes back. */
static bool cyclic_privileged(struct cyclic *c)
{
	long policy = task_policy(c->api);

	if (policy == SCHED_FIFO || policy == SCHED_RR)
		return true;
	if (task_set_policy(c->api, SCHED_FIFO, 1) < 0) {
		task_printf(c->api, 2, "Unable to change scheduling policy!\nProbably missing "
			    "capabilities, either run as root or increase RLIMIT_RTPRIO limits\n");
		return false;
	}
	task_set_policy(c->api, policy, 0);
	return true;
}

/* Keeps idle states from being deep while the file is open. */
static void cyclic_hold_latency(struct cyclic *c)
{
	int32_t value = c->o->latency;
	struct task_stat st;
	long ret = task_stat(c->api, DMA_LATENCY, &st);

	if (ret < 0) {
		task_printf(c->api, 2, "WARN: stat " DMA_LATENCY " failed: %s\n",
			    task_strerror(ret));
		return;
	}
	c->dma_latency = task_open(c->api, DMA_LATENCY, O_RDWR, 0);
	if (c->dma_latency < 0) {
		task_printf(c->api, 2, "WARN: open " DMA_LATENCY ": %s\n",
			    task_strerror(c->dma_latency));
		return;
	}
	ret = task_write(c->api, c->dma_latency, &value, sizeof(value));
	if (ret < 1)
		task_printf(c->api, 2, "# error setting cpu_dma_latency to %d!: %s\n", value,
			    task_strerror(ret));
	else
		stream_printf(&c->out, "# " DMA_LATENCY " set to %dus\n", value);
}

static void cyclic_set_latency(struct cyclic *c)
{
	if (c->o->flags & CYCLIC_LAPTOP)
		task_printf(c->api, 2, "WARN: not setting cpu_dma_latency to save battery power\n");
	else if (c->o->flags & CYCLIC_SYSTEM)
		task_printf(c->api, 2, "WARN: not setting cpu_dma_latency from cyclictest\n");
	else
		cyclic_hold_latency(c);
}

/* The set of -a, or false: it has a CPU that is not there. */
static bool cyclic_set_of(struct cyclic *c, uint64_t *set)
{
	uint64_t possible = UINT64_MAX >> (TASK_CPUS - c->cpus);

	*set = UINT64_MAX;
	if (!(c->o->flags & CYCLIC_SET))
		return true;
	if (c->o->cpus & ~possible) {
		task_printf(c->api, 2, "libnuma: Warning: cpu argument %d is out of range\n\n",
			    __builtin_ctzll(c->o->cpus & ~possible));
		return false;
	}
	*set = c->o->flags & CYCLIC_NOT ? ~c->o->cpus : c->o->cpus;
	if (*set & c->online_set)
		return true;
	task_printf(c->api, 2, "cyclictest: none of the CPUs is online\n");
	return false;
}

/* The CPU of the i-th thread: in turn those that the process may use and -a names. */
static int cyclic_cpu(struct cyclic *c, uint64_t set, unsigned int i)
{
	uint64_t may;

	if (task_affinity(c->api, &may) < 0)
		return -1;
	set &= may;
	if (!set)
		return -1;
	for (i %= count(set); i; i--)
		set &= set - 1;
	return __builtin_ctzll(set);
}

/* Memory for all threads at once. 0 or -1. */
static int cyclic_allocate(struct cyclic *c)
{
	size_t histogram = c->o->histogram;
	size_t kept = c->o->flags & CYCLIC_VERBOSE ? CYCLIC_KEPT : 0;
	size_t each = histogram * (sizeof(uint64_t) + sizeof(uint32_t)) + kept * sizeof(int64_t);
	uint8_t *p;

	each = (each + 7) & ~(size_t)7;
	p = task_alloc(c->api, c->nr * (sizeof(struct cyclic_thread) + each));
	if (!p) {
		task_printf(c->api, 2, "FATAL: error allocating memory for threads\n");
		return -1;
	}
	c->threads = (struct cyclic_thread *)p;
	p += c->nr * sizeof(struct cyclic_thread);
	for (unsigned int i = 0; i < c->nr; i++, p += each) {
		struct cyclic_thread *t = &c->threads[i];

		*t = (struct cyclic_thread){ .c = c, .index = i, .min = 1000000, .cpu = -1 };
		t->outliers = (uint64_t *)p;
		t->kept = kept ? (int64_t *)(t->outliers + histogram) : NULL;
		t->counts = (uint32_t *)(t->outliers + histogram + kept);
	}
	return 0;
}

static void cyclic_tell_thread(struct cyclic *c, const struct cyclic_thread *t)
{
	if (!(c->o->flags & CYCLIC_VERBOSE))
		return;
	if (c->o->flags & CYCLIC_SET)
		stream_printf(&c->out, "Thread %u using cpu %d.\n", t->index, t->cpu);
	/* The interval of the next one, as the real tool has it. */
	stream_printf(&c->out, "Thread %u Interval: %lu\n", t->index,
		      t->interval + c->o->distance);
}

static int cyclic_start(struct cyclic *c, uint64_t set)
{
	unsigned int priority = c->priority;
	uint64_t interval = c->o->interval;

	for (unsigned int i = 0; i < c->nr; i++, interval += c->o->distance) {
		struct cyclic_thread *t = &c->threads[i];
		long ret;

		t->priority = priority;
		t->interval = interval;
		t->cpu = cyclic_cpu(c, set, i);
		if (priority > 1 && c->o->flags & CYCLIC_SPREAD)
			priority--;
		cyclic_tell_thread(c, t);
		ret = task_thread_start(c->api, cyclic_measure, t, CYCLIC_STACK, &t->alive);
		if (ret < 0) {
			task_printf(c->api, 2, "FATAL: failed to create thread %u: %s\n", i,
				    task_strerror(ret));
			return -1;
		}
	}
	return 0;
}

/* Shows how far the threads are; true when all have done their loops. */
static bool cyclic_look(struct cyclic *c, bool shows)
{
	unsigned int done = 0;

	if (shows)
		cyclic_print_load(c);
	for (unsigned int i = 0; i < c->nr; i++) {
		if (c->o->flags & CYCLIC_VERBOSE)
			cyclic_print_kept(c, &c->threads[i]);
		else if (shows)
			cyclic_print_thread(c, &c->threads[i]);
		done += c->o->loops && c->threads[i].cycles >= c->o->loops;
	}
	return done == c->nr;
}

static void cyclic_watch(struct cyclic *c)
{
	bool shows = !(c->o->flags & (CYCLIC_QUIET | CYCLIC_VERBOSE)), done;

	while (!c->stop) {
		int32_t seen = c->news;

		done = cyclic_look(c, shows);
		task_sleep_for(c->api, 0, CYCLIC_LOOK);
		if (c->stop || done)
			break;
		if (shows)
			stream_printf(&c->out, "\033[%uA", c->nr + 2);
		if (c->o->flags & CYCLIC_ON_MAX && !c->stop)
			task_futex_wait(c->api, &c->news, seen);
	}
	c->stop = 1;
	task_sleep_for(c->api, 0, CYCLIC_LAST_LOOK);
	if (shows && c->o->flags & CYCLIC_ON_MAX)
		stream_printf(&c->out, "\033[%uB", c->nr + 2);
}

static void cyclic_finish(struct cyclic *c)
{
	for (unsigned int i = 0; i < c->nr; i++) {
		task_thread_join(c->api, &c->threads[i].alive);
		if (c->o->flags & CYCLIC_QUIET && !c->o->histogram)
			cyclic_print_thread(c, &c->threads[i]);
	}
	if (c->o->histogram)
		cyclic_print_histogram(c);
}

static int cyclic_all(struct cyclic *c, uint64_t set)
{
	int status = cyclic_allocate(c) || cyclic_start(c, set);

	if (!status)
		cyclic_watch(c);
	c->stop = 1;
	if (c->threads && !status)
		cyclic_finish(c);
	if (c->failed)
		task_printf(c->api, 2, "FATAL: failed to set priority to %u\n", c->priority);
	return status || c->failed;
}

static int cyclic_measure_all(struct cyclic *c, uint64_t set)
{
	long ret;
	int status;

	if (c->o->flags & CYCLIC_LOCK) {
		ret = task_lock_memory(c->api);
		if (ret < 0) {
			task_printf(c->api, 2, "mlockall: %s\n", task_strerror(ret));
			return 1;
		}
	}
	cyclic_set_latency(c);
	status = cyclic_all(c, set);
	if (c->o->flags & CYCLIC_LOCK)
		task_unlock_memory(c->api);
	if (c->dma_latency >= 0)
		task_close(c->api, c->dma_latency);
	return status;
}

static int cyclic_run(const struct twin_task_api *api, void *arg)
{
	const struct cyclic_options *o = arg;
	struct cyclic c = {
		.api = api, .o = o, .policy = o->policy, .priority = o->priority, .dma_latency = -1,
	};
	uint64_t set;
	int status;

	if (options_shown(api, &cyclic_table, &o->head))
		return 0;
	stream_open(&c.out, api, 1);
	cyclic_find_cpus(&c);
	c.nr = o->threads ? o->threads : c.online;
	if (o->flags & CYCLIC_VERBOSE)
		stream_printf(&c.out, "Max CPUs = %u\nOnline CPUs = %u\n", c.cpus, c.online);
	if (!cyclic_set_of(&c, &set))
		return 1;
	if (o->flags & CYCLIC_VERBOSE && o->flags & CYCLIC_SET)
		stream_printf(&c.out, "Using %u cpus.\n", count(set & c.online_set));
	cyclic_settle_policy(&c);
	if (!cyclic_privileged(&c))
		return 1;
	status = cyclic_measure_all(&c, set);
	stream_flush(&c.out);
	return status;
}

static int cyclic_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&cyclic_table, argv, arg, word, err);
}

const struct task_info kind_cyclictest = {
	.name = "cyclictest",
	.doc = "how late threads wake up (rt-tests)",
	.options = &cyclic_table,
	.prepare = cyclic_prepare,
	.run = cyclic_run,
	.release = free,
};
