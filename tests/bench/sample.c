// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "sample.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "child.h"

int runs = 7;

_Noreturn void give_up(const char *what)
{
	fprintf(stderr, "error: %s\n", what);
	exit(1);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double least(double *v)
{
	qsort(v, runs, sizeof(*v), by_value);
	return v[0];
}

double median(double *v)
{
	qsort(v, runs, sizeof(*v), by_value);
	return v[runs / 2];
}

static double number_in(json_t *report, const char *object, const char *key)
{
	json_t *n = json_object_get(json_object_get(report, object), key);

	if (!n)
		give_up("the report lacks a key");
	return json_number_value(n);
}

static void read_counts(struct sample *s, const char *text)
{
	json_t *report = json_loads(text, 0, NULL);

	if (!report)
		give_up("the report is no JSON");
	s->blocks = number_in(report, "run", "blocks");
	s->simulated_ms = number_in(report, "run", "end_ps") / 1e9;
	s->accesses = number_in(report, "counts", "mmio_reads") +
		      number_in(report, "counts", "mmio_writes");
	json_decref(report);
}

/* One run after the other: of its figures alone, not of their intervals. */
void take_all(struct sample *s, char *const argv[])
{
	*s = (struct sample){0};
	for (int i = 0; i < runs; i++) {
		struct child c;

		if (child_run(&c, argv, "Run /init") || c.status)
			give_up("a run failed; try the scenario by hand");
		s->wall[i] = c.wall_ms;
		s->cpu[i] = c.cpu_ms;
		s->mark[i] = c.mark_ms;
		if (c.peak_kib > s->peak_kib)
			s->peak_kib = c.peak_kib;
		read_counts(s, c.out);
		free(c.out);
	}
}

void row(const char *what, double min, double mid, const char *unit, const char *target)
{
	printf("%-52s %9.4g %9.4g  %-8s %s\n", what, min, mid, unit, target);
}

/* Host time per unit by which `big` does more than `small`, ns of CPU time. */
void row_each(const char *what, struct sample *big, struct sample *small, double more,
		     const char *target)
{
	row(what, (least(big->cpu) - least(small->cpu)) * 1e6 / more,
	    (median(big->cpu) - median(small->cpu)) * 1e6 / more, "ns", target);
}

void row_rate(const char *what, struct sample *big, struct sample *small, double more,
		     const char *target)
{
	row(what, more / (least(big->cpu) - least(small->cpu)) / 1e3,
	    more / (median(big->cpu) - median(small->cpu)) / 1e3, "M/s", target);
}
