// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "cyclictest.h"
#include "threads.h"
#include "words.h"

#define MOST_PRIORITY 99
#define MOST_US 1000000000U
#define MOST_HISTOGRAM 1000000
#define MOST_SECONDS (5000U * 3600)	/* as times of a scenario */

static int cyclic_number(const char *value, uint32_t most, uint32_t *number)
{
	uint64_t n = 0;

	for (; *value >= '0' && *value <= '9' && n <= most; value++)
		n = n * 10 + (*value - '0');
	*number = n;
	return *value || n > most ? -1 : 0;
}

/* row->bit is the most it may be. */
static int cyclic_set_number(void *options, const struct option_row *row, const char *value,
			     char *err)
{
	if (*value && !cyclic_number(value, row->bit, (uint32_t *)((char *)options + row->offset)))
		return 0;
	return option_error(err, "'%.40s' is no number from 0 to %lu", value,
			    (unsigned long)row->bit);
}

static int cyclic_set_threads(void *options, const struct option_row *row, const char *value,
			      char *err)
{
	struct cyclic_options *o = options;

	o->threads = 0;
	return value ? cyclic_set_number(options, row, value, err) : 0;
}

static int cyclic_set_affinity(void *options, const struct option_row *row, const char *value,
			       char *err)
{
	struct cyclic_options *o = options;
	bool not = value && *value == '!';

	o->flags &= ~(CYCLIC_SET | CYCLIC_NOT);
	if (!value || !strcmp(value, "all"))
		return 0;
	if (task_cpus_parse(value + not, &o->cpus))
		return option_error(err, "'%.40s' is no set of CPUs, which is written 0-2,4 with "
				    "numbers up to %d", value, TASK_CPUS - 1);
	o->flags |= CYCLIC_SET | (not ? CYCLIC_NOT : 0);
	return 0;
}

static int cyclic_set_histogram(void *options, const struct option_row *row, const char *value,
				char *err)
{
	struct cyclic_options *o = options;

	if (cyclic_number(value, MOST_HISTOGRAM, &o->histogram) || !o->histogram)
		return option_error(err, "'%.40s' is no number from 1 to %d", value,
				    MOST_HISTOGRAM);
	o->flags |= row->bit;
	return 0;
}

/* Seconds, or with m, h or d. */
static int cyclic_set_duration(void *options, const struct option_row *row, const char *value,
			       char *err)
{
	static const struct { char unit; uint32_t seconds; } units[] = {
		{ 's', 1 }, { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 },
	};
	struct cyclic_options *o = options;
	size_t digits = strspn(value, "0123456789");
	uint32_t factor = value[digits] ? 0 : 1;
	uint64_t seconds = 0;

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (value[digits] == units[i].unit && !value[digits + 1])
			factor = units[i].seconds;
	if (digits && digits < 10)
		seconds = strtoul(value, NULL, 10) * factor;
	if (!seconds || seconds > MOST_SECONDS)
		return option_error(err, "'%.40s' is no time; whole seconds, or a number with m, h "
				    "or d, up to 5000 h", value);
	o->seconds = seconds;
	return 0;
}

/* The others but deadline, which has a tool of its own. */
static int cyclic_set_policy(void *options, const struct option_row *row, const char *value,
			     char *err)
{
	static const struct word policies[] = {
		{ "other", SCHED_OTHER }, { "normal", SCHED_OTHER }, { "batch", SCHED_BATCH },
		{ "idle", SCHED_IDLE }, { "fifo", SCHED_FIFO }, { "rr", SCHED_RR }, { NULL, 0 },
	};
	struct cyclic_options *o = options;

	return words_parse(policies, "policy", value, false, &o->policy, err);
}

/* -S: one thread for each CPU, bound to it, all with one priority. */
static int cyclic_set_smp(void *options, const struct option_row *row, const char *value, char *err)
{
	struct cyclic_options *o = options;

	o->flags |= CYCLIC_SMP;
	o->threads = 0;
	return 0;
}

/* A priority means real time, unless a policy that is named later says otherwise. */
static int cyclic_set_priority(void *options, const struct option_row *row, const char *value,
			       char *err)
{
	struct cyclic_options *o = options;

	if (o->policy != SCHED_RR)
		o->policy = SCHED_FIFO;
	return cyclic_set_number(options, row, value, err);
}

#define AT(field) offsetof(struct cyclic_options, field)
#define FLAG option_set_bit, AT(flags)
#define NUMBER cyclic_set_number
#define OWN_CLOCK "sleeping is by clock_nanosleep() to an instant, or by -r for a time"
#define NO_TRACE "the run's event stream has each wake-up"
#define KEPT_OUTPUT "what is printed is kept in the run's directory"
#define NO_ALIGN "threads begin as they are made"

static const struct option_row cyclic_rows[] = {
	{ "affinity", 'a', "[=CPUSET]", "thread #N on CPU #N, or in turn on these: 0-2,4 or !1",
	  cyclic_set_affinity, 0, 0 },
	{ "clock", 'c', "CLOCK", "0: CLOCK_MONOTONIC (default), 1: CLOCK_REALTIME", NUMBER,
	  AT(clock), 1 },
	{ "default-system", 0, NULL, "leave /dev/cpu_dma_latency alone", FLAG, CYCLIC_SYSTEM },
	{ "distance", 'd', "US", "between the intervals of threads (500)", NUMBER, AT(distance),
	  MOST_US },
	{ "duration", 'D', "TIME", "how long: seconds, or with m, h, d", cyclic_set_duration, 0,
	  0 },
	{ "histogram", 'h', "US", "print a histogram of so many entries", cyclic_set_histogram, 0,
	  0 },
	{ "histofall", 'H', "US", "the same with a column for all threads", cyclic_set_histogram,
	  0, CYCLIC_SUM },
	{ "interval", 'i', "US", "base interval (1000)", NUMBER, AT(interval), MOST_US },
	{ "laptop", 0, NULL, "leave /dev/cpu_dma_latency alone", FLAG, CYCLIC_LAPTOP },
	{ "latency", 0, "US", "for /dev/cpu_dma_latency (0)", NUMBER, AT(latency), MOST_US },
	{ "loops", 'l', "LOOPS", "how often", NUMBER, AT(loops), INT32_MAX },
	{ "mlockall", 'm', NULL, "lock memory, present and future", FLAG, CYCLIC_LOCK },
	{ "refresh_on_max", 'M', NULL, "print when there is a new maximum", FLAG, CYCLIC_ON_MAX },
	{ "nsecs", 'N', NULL, "print ns instead of us", FLAG, CYCLIC_NS },
	{ "policy", 0, "NAME", "other, normal, batch, idle, fifo or rr", cyclic_set_policy, 0, 0 },
	{ "priority", 'p', "PRIO", "of the first thread; 1 and above: real time",
	  cyclic_set_priority, AT(priority), MOST_PRIORITY },
	{ "priospread", 0, NULL, "each further thread one less", FLAG, CYCLIC_SPREAD },
	{ "quiet", 'q', NULL, "print at the end only", FLAG, CYCLIC_QUIET },
	{ "relative", 'r', NULL, "sleep for a time instead of until an instant", FLAG,
	  CYCLIC_RELATIVE },
	{ "smp", 'S', NULL, "-a -t, and one priority for all", cyclic_set_smp, 0, 0 },
	{ "threads", 't', "[=N]", "how many (1); without N one for each CPU", cyclic_set_threads,
	  AT(threads), CYCLIC_MOST_THREADS },
	{ "verbose", 'v', NULL, "print each latency: thread, cycle, value", FLAG, CYCLIC_VERBOSE },
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 },
	{ "aligned", 'A', "US", NO_ALIGN, NULL, 0, 0 },
	{ "secaligned", 0, "[=US]", NO_ALIGN, NULL, 0, 0 },
	{ "breaktrace", 'b', "US", NO_TRACE, NULL, 0, 0 },
	{ "tracemark", 0, NULL, NO_TRACE, NULL, 0, 0 },
	{ "spike", 0, "US", NO_TRACE, NULL, 0, 0 },
	{ "spike-nodes", 0, "N", NO_TRACE, NULL, 0, 0 },
	{ "dbg_cyclictest", 0, NULL, NO_TRACE, NULL, 0, 0 },
	{ "fifo", 'F', "PATH", KEPT_OUTPUT, NULL, 0, 0 },
	{ "histfile", 0, "PATH", KEPT_OUTPUT, NULL, 0, 0 },
	{ "json", 0, "FILE", KEPT_OUTPUT, NULL, 0, 0 },
	{ "oscope", 'o', "RED", KEPT_OUTPUT, NULL, 0, 0 },
	{ "unbuffered", 'u', NULL, KEPT_OUTPUT, NULL, 0, 0 },
	{ "mainaffinity", 0, "CPUSET", "the key cpu of a scenario's task binds it", NULL, 0, 0 },
	{ "nanosleep", 'n', NULL, "versions since 2 have no such option; " OWN_CLOCK, NULL, 0, 0 },
	{ "system", 's', NULL, OWN_CLOCK, NULL, 0, 0 },
	{ "posix_timers", 'x', NULL, OWN_CLOCK, NULL, 0, 0 },
	{ "resolution", 'R', NULL, "the clock's resolution is what the driver says", NULL, 0, 0 },
	{ NULL, 'X', NULL, "it belongs to -R", NULL, 0, 0 },
	{ "smi", 0, NULL, "system management interrupts are of x86 alone", NULL, 0, 0 },
};

static int cyclic_no_operand(void *options, unsigned int i, const char *text, char *err)
{
	return option_error(err, "extra operand '%.40s'", text);
}

static void cyclic_defaults(void *options)
{
	struct cyclic_options *o = options;

	o->threads = 1;
	o->interval = 1000;
	o->distance = 500;
	o->policy = SCHED_OTHER;
}

static int cyclic_check(void *options, char *err)
{
	struct cyclic_options *o = options;

	if (!o->interval)
		return option_error(err, "an interval of 0 us never ends");
	if (!o->loops && !o->seconds)
		return option_error(err, "it would run until somebody stops it; say how long by "
				    "-l LOOPS or -D TIME");
	if (o->flags & CYCLIC_SMP && o->flags & CYCLIC_SET)
		return option_error(err, "-S and -a CPUSET exclude each other");
	if (o->histogram)
		o->distance = 0;
	return 0;
}

const struct option_table cyclic_table = {
	.tool = "cyclictest", .operands = "", .version = "cyclictest (rt-tests 2.4)",
	.rows = cyclic_rows, .nr_rows = sizeof(cyclic_rows) / sizeof(cyclic_rows[0]),
	.operand = cyclic_no_operand, .defaults = cyclic_defaults, .check = cyclic_check,
	.size = sizeof(struct cyclic_options),
};
