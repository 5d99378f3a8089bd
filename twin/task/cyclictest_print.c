// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <fcntl.h>
#include <sched.h>
#include <string.h>

#include "cyclictest.h"

static const char *policy_name(int policy)
{
	switch (policy) {
	case SCHED_FIFO:
		return "fifo";
	case SCHED_RR:
		return "rr";
	case SCHED_BATCH:
		return "batch";
	case SCHED_IDLE:
		return "idle";
	}
	return "other/other";
}

void cyclic_print_load(struct cyclic *c)
{
	char text[256] = "";
	long n, fd = task_open(c->api, "/proc/loadavg", O_RDONLY, 0);

	if (fd >= 0) {
		n = task_read(c->api, fd, text, sizeof(text) - 1);
		task_close(c->api, fd);
		text[n > 0 ? n : 0] = '\0';
		text[strcspn(text, "\n")] = '\0';
	}
	stream_printf(&c->out, "policy: %s: loadavg: %s          \n\n", policy_name(c->policy),
		      text);
}

static int64_t mean(const struct cyclic_thread *t)
{
	return t->cycles ? t->sum / (int64_t)t->cycles : 0;
}

void cyclic_print_thread(struct cyclic *c, const struct cyclic_thread *t)
{
	int wide = c->o->flags & CYCLIC_NS ? 8 : 5;

	stream_printf(&c->out, "T:%2u (%5d) P:%2u I:%lu C:%7lu Min:%7ld Act:%*ld Avg:%*ld "
		      "Max:%8ld\n", t->index, t->tid, t->priority, t->interval, t->cycles, t->min,
		      wide, t->act, wide, mean(t), t->max);
}

void cyclic_print_kept(struct cyclic *c, struct cyclic_thread *t)
{
	for (; t->printed < t->cycles; t->printed++)
		stream_printf(&c->out, "%8u:%8lu:%8ld\n", t->index, t->printed,
			      t->kept[t->printed % CYCLIC_KEPT]);
}

/* Does the histogram have a column for all? */
static bool has_sum(const struct cyclic *c)
{
	return c->o->flags & CYCLIC_SUM && c->nr > 1;
}

static void print_counts(struct cyclic *c)
{
	stream_printf(&c->out, "# Histogram\n");
	for (uint32_t i = 0; i < c->o->histogram; i++) {
		unsigned long all = 0;

		stream_printf(&c->out, "%06u ", i);
		for (unsigned int k = 0; k < c->nr; k++) {
			stream_printf(&c->out, "%s%06u", k ? "\t" : "", c->threads[k].counts[i]);
			all += c->threads[k].counts[i];
		}
		if (has_sum(c))
			stream_printf(&c->out, "\t%06lu", all);
		stream_printf(&c->out, "\n");
	}
}

/* Cycles that the histogram holds. */
static uint64_t counted(const struct cyclic_thread *t)
{
	return t->cycles - t->overflows;
}

static uint64_t lowest(const struct cyclic_thread *t)
{
	return t->min;
}

static uint64_t average(const struct cyclic_thread *t)
{
	return mean(t);
}

static uint64_t highest(const struct cyclic_thread *t)
{
	return t->max;
}

static uint64_t overflowed(const struct cyclic_thread *t)
{
	return t->overflows;
}

static uint64_t add(uint64_t a, uint64_t b)
{
	return a + b;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A line with a figure of each thread, and of all where that means something. */
static void print_figures(struct cyclic *c, const char *title, int width,
			  uint64_t (*figure)(const struct cyclic_thread *),
			  uint64_t (*join)(uint64_t, uint64_t))
{
	uint64_t all = 0;

	stream_printf(&c->out, "# %s:", title);
	for (unsigned int i = 0; i < c->nr; i++) {
		uint64_t one = figure(&c->threads[i]);

		stream_printf(&c->out, " %0*lu", width, one);
		all = join ? join(all, one) : 0;
	}
	if (has_sum(c) && join)
		stream_printf(&c->out, " %0*lu", width, all);
	stream_printf(&c->out, "\n");
}

static void print_outliers(struct cyclic *c, const struct cyclic_thread *t)
{
	uint64_t known = t->overflows < c->o->histogram ? t->overflows : c->o->histogram;

	stream_printf(&c->out, "# Thread %u:", t->index);
	for (uint64_t i = 0; i < known; i++)
		stream_printf(&c->out, " %05lu", t->outliers[i]);
	if (known < t->overflows)
		stream_printf(&c->out, " # %05lu others", t->overflows - known);
	stream_printf(&c->out, "\n");
}

void cyclic_print_histogram(struct cyclic *c)
{
	print_counts(c);
	print_figures(c, "Total", 9, counted, add);
	print_figures(c, "Min Latencies", 5, lowest, NULL);
	print_figures(c, "Avg Latencies", 5, average, NULL);
	print_figures(c, "Max Latencies", 5, highest, greater);
	print_figures(c, "Histogram Overflows", 5, overflowed, add);
	stream_printf(&c->out, "# Histogram Overflow at cycle number:\n");
	for (unsigned int i = 0; i < c->nr; i++)
		print_outliers(c, &c->threads[i]);
	stream_printf(&c->out, "\n");
}
