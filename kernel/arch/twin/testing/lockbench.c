// SPDX-License-Identifier: GPL-2.0-only
/*
 * Atomics and locks under contention: a thread on each CPU, all at one cache line, for a number of
 * operations or a time. Time is read from the simulated CPU itself, which costs nothing. The
 * counter shows whether each operation excluded the others: with a lock it is read before the delay
 * inside and written after it.
 */
#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <asm/share.h>
#include <asm/twin.h>
#include <twin_lockbench.h>
#include "testing.h"

struct lockbench;

struct lockbench_lane {
	struct lockbench *bench;
	struct twin_lockbench_lane *out;
	u32 random;
} ____cacheline_aligned;

struct lockbench {
	/* What is fought for: a lock and what it protects share a line, as in most structures. */
	struct {
		union {
			struct {
				atomic_t next, owner;
			} ticket;
			spinlock_t spin;
			struct mutex mutex;
		};
		atomic64_t counter;
	} hot ____cacheline_aligned;
	/* Written only before the start and at the end. */
	atomic_t ready ____cacheline_aligned;
	atomic_t running;
	struct completion done;
	u64 start, end;
	struct twin_lockbench order;
	struct lockbench_lane lane[TWIN_LOCKBENCH_CPUS];
};

/* The increment of who holds the lock; without the lock, or with a broken one, counts get lost. */
static void lockbench_inside(struct lockbench *b)
{
	s64 seen = b->hot.counter.counter;

	if (b->order.inside)
		ndelay(b->order.inside);
	b->hot.counter.counter = seen + 1;
}

static bool lockbench_cas(struct lockbench *b, struct twin_lockbench_lane *l)
{
	s64 old;

	/* A load that other CPUs' writes take the line from, so not a private one. */
	twin_share(&b->hot.counter, TWIN_SHARE_LOAD);
	old = READ_ONCE(b->hot.counter.counter);
	while (!atomic64_try_cmpxchg(&b->hot.counter, &old, old + 1))
		l->failures++;
	return true;
}

static bool lockbench_fetch_add(struct lockbench *b, struct twin_lockbench_lane *l)
{
	atomic64_fetch_add(1, &b->hot.counter);
	return true;
}

static bool lockbench_ticket(struct lockbench *b, struct twin_lockbench_lane *l)
{
	int mine;

	preempt_disable();
	mine = atomic_fetch_add(1, &b->hot.ticket.next);
	atomic_cond_read_acquire(&b->hot.ticket.owner, VAL == mine);
	lockbench_inside(b);
	smp_store_release(&b->hot.ticket.owner.counter, mine + 1);
	preempt_enable();
	return true;
}

static bool lockbench_spinlock(struct lockbench *b, struct twin_lockbench_lane *l)
{
	spin_lock(&b->hot.spin);
	lockbench_inside(b);
	spin_unlock(&b->hot.spin);
	return true;
}

static bool lockbench_mutex(struct lockbench *b, struct twin_lockbench_lane *l)
{
	mutex_lock(&b->hot.mutex);
	lockbench_inside(b);
	mutex_unlock(&b->hot.mutex);
	return true;
}

/*
 * CPU 0 makes an even number odd, CPU 1 an odd one even; each tries until the other has done its
 * part. Half a round trip is one operation of either.
 */
static bool lockbench_ping_pong(struct lockbench *b, struct twin_lockbench_lane *l)
{
	s64 mine = 2 * l->ops + (l - b->order.lane), old = mine;

	while (!atomic64_try_cmpxchg(&b->hot.counter, &old, mine + 1)) {
		if (twin_cpu->now >= b->end)
			return false;
		l->failures++;
		old = mine;
	}
	return true;
}

/* Returns false when time was over before the operation was done. */
typedef bool (*lockbench_op)(struct lockbench *b, struct twin_lockbench_lane *l);

static const lockbench_op lockbench_ops[] = {
	[TWIN_LOCKBENCH_CAS] = lockbench_cas,
	[TWIN_LOCKBENCH_FETCH_ADD] = lockbench_fetch_add,
	[TWIN_LOCKBENCH_TICKET] = lockbench_ticket,
	[TWIN_LOCKBENCH_SPINLOCK] = lockbench_spinlock,
	[TWIN_LOCKBENCH_MUTEX] = lockbench_mutex,
	[TWIN_LOCKBENCH_PING_PONG] = lockbench_ping_pong,
};

/* All CPUs are there; the last one to come says when it starts. */
static void lockbench_meet(struct lockbench *b)
{
	int cpus = b->order.cpus;

	if (atomic_inc_return(&b->ready) == cpus) {
		b->start = twin_cpu->now;
		b->end = b->start + b->order.ps;
		atomic_inc(&b->ready);
	}
	atomic_cond_read_acquire(&b->ready, VAL > cpus);
}

/* A generator of our own (Numerical Recipes), so that runs are equal and CPUs are not. */
static void lockbench_outside(struct lockbench_lane *lane)
{
	const struct twin_lockbench *o = &lane->bench->order;
	u32 ns = o->outside;

	if (o->jitter) {
		lane->random = lane->random * 1664525 + 1013904223;
		ns += ((u64)lane->random * (o->jitter + 1)) >> 32;
	}
	if (ns)
		ndelay(ns);
}

static int lockbench_thread(void *arg)
{
	struct lockbench_lane *lane = arg;
	struct lockbench *b = lane->bench;
	struct twin_lockbench_lane *l = lane->out;
	lockbench_op op = lockbench_ops[b->order.op];
	u64 loops = b->order.loops ?: U64_MAX;

	lockbench_meet(b);
	while (l->ops < loops && twin_cpu->now < b->end) {
		if (!op(b, l))
			break;
		l->last = twin_cpu->now - b->start;
		if (!l->ops++)
			l->first = l->last;
		lockbench_outside(lane);
	}
	if (atomic_dec_and_test(&b->running))
		complete(&b->done);
	return 0;
}

static void lockbench_init(struct lockbench *b)
{
	if (b->order.op == TWIN_LOCKBENCH_SPINLOCK)
		spin_lock_init(&b->hot.spin);
	else if (b->order.op == TWIN_LOCKBENCH_MUTEX)
		mutex_init(&b->hot.mutex);
	atomic_set(&b->running, b->order.cpus);
	init_completion(&b->done);
	memset(b->order.lane, 0, sizeof(b->order.lane));
	if (!b->order.ps || b->order.ps > TWIN_LOCKBENCH_MOST_PS)
		b->order.ps = TWIN_LOCKBENCH_MOST_PS;
}

/* Nobody runs before all threads are there: each of them waits for all others. */
static int lockbench_run(struct lockbench *b)
{
	struct task_struct *thread[TWIN_LOCKBENCH_CPUS];
	u32 i, n;

	for (n = 0; n < b->order.cpus; n++) {
		b->lane[n].bench = b;
		b->lane[n].out = &b->order.lane[n];
		b->lane[n].random = n * 2654435761U;
		thread[n] = kthread_create_on_cpu(lockbench_thread, &b->lane[n], n, "lockbench/%u");
		if (IS_ERR(thread[n]))
			break;
	}
	if (n < b->order.cpus) {
		for (i = 0; i < n; i++)
			kthread_stop(thread[i]);
		return PTR_ERR(thread[n]);
	}
	/* The thread of this CPU would wait, at the cost of its caller, for those not yet woken. */
	preempt_disable();
	for (i = 0; i < n; i++)
		wake_up_process(thread[i]);
	preempt_enable();
	wait_for_completion(&b->done);
	b->order.counter = atomic64_read(&b->hot.counter);
	return 0;
}

static int lockbench_check(const struct twin_lockbench *o)
{
	u32 i;

	if (o->magic != TWIN_LOCKBENCH_MAGIC || o->op >= TWIN_LOCKBENCH_NR || !o->cpus ||
	    o->cpus > TWIN_LOCKBENCH_CPUS || o->inside > NSEC_PER_MSEC ||
	    o->outside > NSEC_PER_MSEC || o->jitter > NSEC_PER_MSEC ||
	    (o->op == TWIN_LOCKBENCH_PING_PONG && o->cpus != 2))
		return -EINVAL;
	for (i = 0; i < o->cpus; i++)
		if (i >= nr_cpu_ids || !cpu_online(i))
			return -ENODEV;
	return 0;
}

ssize_t probe_lockbench(char __user *buf, size_t n)
{
	struct lockbench *b;
	int err;

	if (n != sizeof(b->order))
		return -EINVAL;
	b = kzalloc(sizeof(*b), GFP_KERNEL);
	if (!b)
		return -ENOMEM;
	err = copy_from_user(&b->order, buf, n) ? -EFAULT : lockbench_check(&b->order);
	if (!err) {
		lockbench_init(b);
		err = lockbench_run(b);
	}
	if (!err && copy_to_user(buf, &b->order, n))
		err = -EFAULT;
	kfree(b);
	return err ?: n;
}
