/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Where time goes by context class (enum twin_context), for intervals found afterwards: a running
 * total per class, and differences of it.
 *
 * With one CPU the class is what the CPU does. With several, an instant belongs to the most urgent
 * class that any CPU is in: hardirq, softirq, thread, user, boot, idle. So the classes of an
 * interval always sum up to its length. `cpus` adds up the time of every CPU instead.
 */
#ifndef MEASURE_CONTEXT_CLOCK_H
#define MEASURE_CONTEXT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "twin_abi.h"

#define CONTEXT_CPUS 256

struct ctx_split {
	uint64_t ps[TWIN_CTX_NR];
};

struct context_clock {
	uint64_t now;
	struct ctx_split total; /* of the interval [0, now] */
	unsigned int cpus_in[TWIN_CTX_NR];
	struct {
		bool known;
		uint8_t context;
	} cpu[CONTEXT_CPUS];
	bool summing;	       /* cpus: CPU time is being added up */
	struct ctx_split cpus; /* of all CPUs while summing */
};

/* CPU 0 is in TWIN_CTX_BOOT until its first record; other CPUs do not count before theirs. */
void context_clock_init(struct context_clock *c);
/* Moves on; earlier times are ignored. */
void context_clock_advance(struct context_clock *c, uint64_t time);
/* Takes a CONTEXT record, after advancing to its time. */
void context_clock_event(struct context_clock *c, const struct twin_event *ev);
/* The class that time passes in now. */
enum twin_context context_clock_class(const struct context_clock *c);
/* a - b, class by class. */
struct ctx_split ctx_minus(const struct ctx_split *a, const struct ctx_split *b);
void ctx_add(struct ctx_split *sum, const struct ctx_split *part);
uint64_t ctx_sum(const struct ctx_split *s);

#endif
