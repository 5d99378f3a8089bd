// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The value of a figure in a finished run. */
#include <stdio.h>
#include <string.h>

#include "check/figure.h"
#include "check/figure_tables.h"

static uint64_t member(const void *structure, size_t offset)
{
	uint64_t value;

	memcpy(&value, (const char *)structure + offset, sizeof(value));
	return value;
}

static bool fits(const struct figure *f, const struct spi_view *v)
{
	return (f->controller < 0 || f->controller == v->controller) &&
	       (f->cs < 0 || f->cs == v->cs);
}

/* How many there are is known of none, too. */
static bool of_dist(const struct figure *f, struct dist *d, uint64_t *value)
{
	struct dist_summary s = dist_summary(d);

	*value = member(&s, figure_stats[f->stat].offset);
	return s.n || !strcmp(figure_stats[f->stat].name, "n");
}

static bool span_value(const struct figure *f, const struct figure_source *from, uint64_t *value,
		       char *why, size_t size)
{
	struct observe_result r = observe_result(from->observe, f->index);

	if (of_dist(f, r.lengths, value))
		return true;
	observe_why_not(&r, why, size);
	return false;
}

static bool dist_value(const struct figure *f, const struct figure_source *from, uint64_t *value,
		       char *why, size_t size)
{
	struct dist all = {0};
	bool known;

	for (size_t i = 0; i < from->measure->nr_views; i++) {
		struct spi_view *v = from->measure->views[i];

		if (fits(f, v))
			dist_merge(&all, (void *)((char *)v + figure_dists[f->index].offset));
	}
	known = of_dist(f, &all, value);
	if (!known)
		snprintf(why, size, "never seen: no %s while tasks ran",
			 figure_dists[f->index].name);
	dist_free(&all);
	return known;
}

static uint64_t line_value(const struct figure *f, const struct figure_source *from)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < from->measure->nr_views; i++)
		if (fits(f, from->measure->views[i]))
			sum += member(from->measure->views[i], figure_lines[f->index].offset);
	return sum;
}

/* Tags of tasks count from 1. */
static bool task_value(const struct figure *f, const struct figure_source *from, uint64_t *value,
		       char *why, size_t size)
{
	const struct task_span *span = NULL;

	for (size_t i = 0; i < from->measure->nr_tasks; i++)
		if (from->measure->tasks[i].tag == f->index + 1)
			span = &from->measure->tasks[i];
	if (span && span->ended)
		*value = span->end - span->begin;
	else
		snprintf(why, size, "the task did not %s", span ? "end" : "start");
	return span && span->ended;
}

bool figure_value(const struct figure *f, const struct figure_source *from, uint64_t *value,
		  char *why, size_t size)
{
	switch (f->kind) {
	case FIGURE_SPAN:
		return span_value(f, from, value, why, size);
	case FIGURE_DIST:
		return dist_value(f, from, value, why, size);
	case FIGURE_TASK:
		return task_value(f, from, value, why, size);
	case FIGURE_LINE:
		*value = line_value(f, from);
		return true;
	case FIGURE_COUNT:
		*value = member(&from->measure->counts, figure_counts[f->index].offset);
		return true;
	default:
		*value = from->measure->window_length;
		return true;
	}
}
