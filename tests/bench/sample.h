/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Runs of the program, several of each workload, and rows of figures from them. */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#define MAX_RUNS 32

/* One workload, run several times. Times are of the host, in ms. */
struct sample {
	double wall[MAX_RUNS], cpu[MAX_RUNS], mark[MAX_RUNS];
	long peak_kib;
	double blocks, accesses; /* the same in every run, and so is this: */
	double simulated_ms;
};

/* Of each workload, 1 to MAX_RUNS. */
extern int runs;

_Noreturn void give_up(const char *what);
double least(double *v);
double median(double *v);
/* One run after the other; argv asks for JSON. `mark`: until the kernel starts /init, with -v. */
void take_all(struct sample *s, char *const argv[]);

void row(const char *what, double min, double mid, const char *unit, const char *target);
/* Host time per unit by which `big` does more than `small`, ns of CPU time. */
void row_each(const char *what, struct sample *big, struct sample *small, double more,
	      const char *target);
/* Millions of units per second of CPU time, likewise. */
void row_rate(const char *what, struct sample *big, struct sample *small, double more,
	      const char *target);

#endif
