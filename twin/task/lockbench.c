// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * lockbench, a tool of spitwin's own: atomics and locks of the kernel under contention. The work is
 * done by threads of the kernel, one on each CPU, in a device of the images with test drivers.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "gnu.h"
#include "kinds.h"
#include "options.h"
#include "stream.h"
#include "twin_lockbench.h"
#include "words.h"

#define TOOL "lockbench"
#define DEVICE "/dev/twin/lockbench"
#define PS_PER_NS 1000UL
#define MOST_DELAY 1000000000UL	/* 1 ms, in ps */

struct lock_options {
	struct option_head head;
	uint32_t op, cpus;
	uint64_t loops;
	uint64_t duration, inside, outside, jitter;	/* ps */
};

static const struct word lock_ops[] = {
	{ "cas", TWIN_LOCKBENCH_CAS }, { "fetch-add", TWIN_LOCKBENCH_FETCH_ADD },
	{ "ticket", TWIN_LOCKBENCH_TICKET }, { "spinlock", TWIN_LOCKBENCH_SPINLOCK },
	{ "mutex", TWIN_LOCKBENCH_MUTEX }, { "ping-pong", TWIN_LOCKBENCH_PING_PONG },
	{ NULL, 0 },
};

static int lock_set_op(void *options, const struct option_row *row, const char *value, char *err)
{
	struct lock_options *o = options;

	return words_parse(lock_ops, "operation", value, false, &o->op, err);
}

/* Digits and what follows them; -1: none, or above `most`. */
static int lock_digits(const char *value, uint64_t most, uint64_t *number, const char **rest)
{
	uint64_t n = 0;

	*rest = value + strspn(value, "0123456789");
	for (const char *p = value; p < *rest && n <= most; p++)
		n = n * 10 + (*p - '0');
	*number = n;
	return *rest == value || n > most ? -1 : 0;
}

static int lock_set_cpus(void *options, const struct option_row *row, const char *value, char *err)
{
	struct lock_options *o = options;
	const char *rest;
	uint64_t n;

	if (lock_digits(value, TWIN_LOCKBENCH_CPUS, &n, &rest) || *rest || !n)
		return option_error(err, "'%.40s' is no number from 1 to %d", value,
				    TWIN_LOCKBENCH_CPUS);
	o->cpus = n;
	return 0;
}

static int lock_set_loops(void *options, const struct option_row *row, const char *value, char *err)
{
	struct lock_options *o = options;
	const char *rest;

	if (lock_digits(value, INT32_MAX, &o->loops, &rest) || *rest || !o->loops)
		return option_error(err, "'%.40s' is no number from 1 to %d", value, INT32_MAX);
	return 0;
}

/* A time with its unit: one for the run, whose row->bit is 1, or a delay. */
static int lock_set_time(void *options, const struct option_row *row, const char *value, char *err)
{
	static const struct { const char *unit; uint64_t ps; } units[] = {
		{ "ns", PS_PER_NS }, { "us", 1000 * PS_PER_NS }, { "ms", 1000000 * PS_PER_NS },
		{ "s", 1000000000 * PS_PER_NS },
	};
	uint64_t most = row->bit ? TWIN_LOCKBENCH_MOST_PS : MOST_DELAY, n, ps = UINT64_MAX;
	const char *rest;

	if (!lock_digits(value, most / PS_PER_NS, &n, &rest))
		for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
			if (!strcmp(rest, units[i].unit) && n <= most / units[i].ps)
				ps = n * units[i].ps;
	if (ps == UINT64_MAX || (row->bit && !ps))
		return option_error(err, "'%.40s' is no time; %s with ns, us, ms or s", value,
				    row->bit ? "up to 10s," : "up to 1ms,");
	*(uint64_t *)((char *)options + row->offset) = ps;
	return 0;
}

#define AT(field) offsetof(struct lock_options, field)

static const struct option_row lock_rows[] = {
	{ "op", 'o', "OP", "cas, fetch-add, ticket, spinlock, mutex or ping-pong (spinlock)",
	  lock_set_op, 0, 0 },
	{ "cpus", 'c', "N", "on CPUs 0 to N-1 (1; ping-pong: 2)", lock_set_cpus, 0, 0 },
	{ "loops", 'l', "N", "operations of each CPU", lock_set_loops, 0, 0 },
	{ "duration", 'd', "TIME", "how long at most (1ms, or 10s with --loops)", lock_set_time,
	  AT(duration), 1 },
	{ "inside", 'i', "TIME", "delay while a lock is held (0ns)", lock_set_time, AT(inside), 0 },
	{ "outside", 'u', "TIME", "delay between two operations (0ns)", lock_set_time, AT(outside),
	  0 },
	{ "jitter", 'j', "TIME", "up to so much more outside, drawn each time (0ns)", lock_set_time,
	  AT(jitter), 0 },
	{ "help", 0, NULL, "print this and exit", option_set_help, 0, 0 },
};

static int lock_no_operand(void *options, unsigned int i, const char *text, char *err)
{
	return option_error(err, "extra operand '%.40s'", text);
}

static void lock_defaults(void *options)
{
	struct lock_options *o = options;

	o->op = TWIN_LOCKBENCH_SPINLOCK;
}

static bool lock_has_inside(uint32_t op)
{
	return op != TWIN_LOCKBENCH_CAS && op != TWIN_LOCKBENCH_FETCH_ADD &&
	       op != TWIN_LOCKBENCH_PING_PONG;
}

static int lock_check(void *options, char *err)
{
	struct lock_options *o = options;
	bool pair = o->op == TWIN_LOCKBENCH_PING_PONG;

	if (o->inside && !lock_has_inside(o->op))
		return option_error(err, "--inside is for locks; %s has no inside",
				    lock_ops[o->op].name);
	if (!o->cpus)
		o->cpus = pair ? 2 : 1;
	if (pair && o->cpus != 2)
		return option_error(err, "ping-pong is for 2 CPUs, not for %u", o->cpus);
	if (!o->duration)
		o->duration = o->loops ? TWIN_LOCKBENCH_MOST_PS : 1000000 * PS_PER_NS;
	return 0;
}

static const struct option_table lock_table = {
	.tool = TOOL, .operands = "", .version = TOOL,
	.rows = lock_rows, .nr_rows = sizeof(lock_rows) / sizeof(lock_rows[0]),
	.operand = lock_no_operand, .defaults = lock_defaults, .check = lock_check,
	.size = sizeof(struct lock_options),
};

/* A CPU's operations in a second; 0 when it has done none. */
static double lock_rate(const struct twin_lockbench_lane *l)
{
	return l->last ? l->ops * 1e12 / l->last : 0;
}

static void lock_print_lane(struct task_stream *out, uint32_t cpu,
			    const struct twin_lockbench_lane *l)
{
	stream_printf(out, "%5u %11lu %10lu %11.3f %11.3f %13.1f %10.3f\n", cpu, l->ops,
		      l->failures, l->first / 1e6, l->last / 1e6,
		      l->ops ? (double)l->last / PS_PER_NS / l->ops : 0, lock_rate(l) / 1e6);
}

static struct twin_lockbench_lane lock_sum(const struct twin_lockbench *b)
{
	struct twin_lockbench_lane all = { .first = UINT64_MAX };

	for (uint32_t i = 0; i < b->cpus; i++) {
		const struct twin_lockbench_lane *l = &b->lane[i];

		all.ops += l->ops;
		all.failures += l->failures;
		if (l->ops && l->first < all.first)
			all.first = l->first;
		if (l->last > all.last)
			all.last = l->last;
	}
	if (!all.ops)
		all.first = 0;
	return all;
}

/*
 * Of the CPUs' rates: the lowest by the highest, and Jain's index, (sum x)^2 / (n sum x^2), which
 * is 1 when all are equal and 1/n when one has everything.
 */
static void lock_print_fairness(struct task_stream *out, const struct twin_lockbench *b)
{
	double low = lock_rate(&b->lane[0]), high = low, sum = 0, squares = 0;

	for (uint32_t i = 0; i < b->cpus; i++) {
		double rate = lock_rate(&b->lane[i]);

		low = rate < low ? rate : low;
		high = rate > high ? rate : high;
		sum += rate;
		squares += rate * rate;
	}
	if (squares > 0)
		stream_printf(out, "fairness: slowest/fastest %.4f, Jain's index %.4f\n",
			      low / high, sum * sum / (b->cpus * squares));
}

/* The time was over before all CPUs had done their loops. */
static bool lock_cut(const struct lock_options *o, const struct twin_lockbench *b)
{
	for (uint32_t i = 0; i < b->cpus; i++)
		if (b->lane[i].ops < o->loops)
			return true;
	return false;
}

/* Returns the exit status: 1 too when nothing was done, or only the device's limit ended the loops. */
static int lock_print(struct task_stream *out, const struct lock_options *o,
		      const struct twin_lockbench *b)
{
	struct twin_lockbench_lane all = lock_sum(b);
	bool right = b->counter == all.ops, cut = lock_cut(o, b);

	stream_printf(out, "%s on %u CPU%s, inside %lu ns, outside %lu ns", lock_ops[o->op].name,
		      b->cpus, b->cpus > 1 ? "s" : "", o->inside / PS_PER_NS,
		      o->outside / PS_PER_NS);
	if (o->jitter)
		stream_printf(out, " to %lu ns", (o->outside + o->jitter) / PS_PER_NS);
	stream_printf(out, "\n");
	stream_printf(out, "  cpu  operations   failures    first us     last us  ns/operation     "
		      "ops/us\n");
	for (uint32_t i = 0; i < b->cpus; i++)
		lock_print_lane(out, i, &b->lane[i]);
	stream_printf(out, "  all %11lu %10lu %11.3f %11.3f %13.1f %10.3f\n", all.ops, all.failures,
		      all.first / 1e6, all.last / 1e6,
		      all.ops ? (double)all.last / PS_PER_NS / all.ops : 0, lock_rate(&all) / 1e6);
	lock_print_fairness(out, b);
	stream_printf(out, "counter %lu: %s\n", b->counter,
		      right ? "as many as operations" : "WRONG, operations got lost");
	if (cut)
		stream_printf(out, "ended by time: not all CPUs have done %lu operations\n", o->loops);
	if (!all.ops)
		stream_printf(out, "no operation was done; give it a longer --duration\n");
	return !right || !all.ops || (cut && o->duration == TWIN_LOCKBENCH_MOST_PS);
}

static int lock_fail(const struct twin_task_api *api, long err)
{
	const char *hint = err == -ENOENT ? " (only images with test drivers have it, such as "
					    "linux-6.1-test)"
			 : err == -ENODEV ? " (fewer CPUs are online)"
			 /* ours are checked before; what it does not know came later than it */
			 : err == -EINVAL ? " (the kernel image is older than this program; build "
					    "it again)" : "";

	gnu_error(api, TOOL, 0, DEVICE ": %s%s", task_strerror(err), hint);
	return 1;
}

/* The device reads the order from the buffer that takes the outcome. */
static long lock_measure(const struct twin_task_api *api, struct twin_lockbench *b)
{
	long ret, fd = task_open(api, DEVICE, O_RDONLY, 0);

	if (fd < 0)
		return fd;
	ret = task_read(api, fd, b, sizeof(*b));
	task_close(api, fd);
	return ret == sizeof(*b) ? 0 : ret < 0 ? ret : -EIO;
}

static int lock_run(const struct twin_task_api *api, void *arg)
{
	const struct lock_options *o = arg;
	struct twin_lockbench b = {
		.magic = TWIN_LOCKBENCH_MAGIC, .op = o->op, .cpus = o->cpus, .loops = o->loops,
		.ps = o->duration, .inside = o->inside / PS_PER_NS,
		.outside = o->outside / PS_PER_NS, .jitter = o->jitter / PS_PER_NS,
	};
	struct task_stream out;
	int status;
	long ret;

	if (options_shown(api, &lock_table, &o->head))
		return 0;
	ret = lock_measure(api, &b);
	if (ret)
		return lock_fail(api, ret);
	stream_open(&out, api, 1);
	status = lock_print(&out, o, &b);
	stream_flush(&out);
	return status;
}

static int lock_prepare(const struct task_argv *argv, void **arg, int *word, char *err)
{
	return options_prepare(&lock_table, argv, arg, word, err);
}

const struct task_info kind_lockbench = {
	.name = TOOL,
	.doc = "locks and atomics on several CPUs (spitwin's own)",
	.options = &lock_table,
	.prepare = lock_prepare,
	.run = lock_run,
	.release = free,
};
