// SPDX-License-Identifier: GPL-2.0-only
/*
 * Double completions of SPI transfers and messages. The linker sends every call of complete() here
 * first (--wrap in the Makefile). Costs no simulated time.
 *
 * A completion counts: several complete() before as many waits, or what a reinit_completion() throws
 * away, are legal, so most second calls say nothing. Where the SPI core's protocol allows one call,
 * a second one is wrong whatever the driver meant:
 *
 *   ctlr->xfer_completion		once per transfer (spi_finalize_current_transfer())
 *   spi_finalize_current_message()	once per submitted message
 *   a message's complete()		once, where it completes an object on its submitter's stack
 *					and that task has not run since
 *
 * Not looked at: completions that a driver keeps for itself; transfers that failed, and what comes
 * after a message's end (a late interrupt then is harmless: the core starts each transfer afresh);
 * a controller that is the bus's slave, whose transfers may be aborted at any time.
 */
#include <linux/completion.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/spi/spi.h>
#include <asm/twin.h>
#include "private.h"

#define MAX_BUSES	8
#define MAX_WAITERS	8

void __real_complete(struct completion *x);
void __wrap_complete(struct completion *x);

static struct twin_spi_bus {
	const struct spi_controller *ctlr;
	const struct spi_message *done;		/* ended last, and was not submitted again */
	bool judged, completed;			/* its current transfer */
} buses[MAX_BUSES];

/* A completion on the stack of a task that submitted messages with it. */
static struct twin_spi_waiter {
	const struct completion *x;
	const struct task_struct *owner;
	unsigned int messages, completed;
} waiters[MAX_WAITERS];
static unsigned int nr_waiters;

/* The one of a controller; NULL when there are too many. A controller's memory may be another's. */
static struct twin_spi_bus *bus_of(const struct spi_controller *ctlr)
{
	int i;

	for (i = 0; i < MAX_BUSES; i++) {
		if (!buses[i].ctlr)
			buses[i].ctlr = ctlr;
		if (buses[i].ctlr == ctlr)
			return &buses[i];
	}
	return NULL;
}

static void drop_waiter(unsigned int i)
{
	waiters[i] = waiters[--nr_waiters];
}

static void add_waiter(const struct completion *x)
{
	unsigned int i;

	for (i = 0; i < nr_waiters; i++) {
		if (waiters[i].x != x)
			continue;
		if (waiters[i].owner == current && !waiters[i].completed) {
			waiters[i].messages++;
			return;
		}
		drop_waiter(i);
		break;
	}
	if (nr_waiters < MAX_WAITERS)
		waiters[nr_waiters++] = (struct twin_spi_waiter){ x, current, 1, 0 };
}

void twin_spi_submitted(const struct spi_message *msg)
{
	struct twin_spi_bus *bus = bus_of(msg->spi->controller);

	if (bus && bus->done == msg)
		bus->done = NULL;
	if (msg->complete && in_task() && object_is_on_stack(msg->context))
		add_waiter(msg->context);
}

void twin_spi_message_done(const struct spi_message *msg)
{
	struct twin_spi_bus *bus = bus_of(msg->spi->controller);

	if (!bus)
		return;
	bus->judged = false;
	if (bus->done == msg)
		twin_complain("double completion: spi_finalize_current_message() a second time for one message");
	bus->done = msg;
}

void twin_spi_transfer_begins(const struct spi_controller *ctlr)
{
	struct twin_spi_bus *bus = bus_of(ctlr);

	if (!bus)
		return;
	bus->judged = !ctlr->slave;
	bus->completed = false;
}

void twin_spi_transfer_ends(const struct spi_controller *ctlr, bool failed)
{
	struct twin_spi_bus *bus = bus_of(ctlr);

	if (bus && failed)
		bus->judged = false;
}

void twin_spi_waiter_runs(const struct task_struct *task)
{
	unsigned int i = nr_waiters;

	while (i--)
		if (waiters[i].owner == task && waiters[i].completed)
			drop_waiter(i);
}

/* The core starts a transfer again without DMA when the driver could not start it with. */
static void twin_judge_transfer(struct twin_spi_bus *bus)
{
	if (bus->judged && bus->completed && !bus->ctlr->fallback)
		twin_complain("double completion: spi_finalize_current_transfer() a second time for one transfer");
	bus->completed = true;
}

/* While its owner sleeps, its stack is what it was, and nobody has taken anything. */
static void twin_judge_waiter(unsigned int i)
{
	if (waiters[i].owner == current)
		drop_waiter(i);
	else if (++waiters[i].completed > waiters[i].messages)
		twin_complain("double completion: an SPI message's complete() a second time for one message");
}

void __wrap_complete(struct completion *x)
{
	unsigned int i;

	for (i = 0; i < MAX_BUSES && buses[i].ctlr; i++)
		if (x == &buses[i].ctlr->xfer_completion)
			twin_judge_transfer(&buses[i]);
	for (i = 0; i < nr_waiters; i++)
		if (x == waiters[i].x) {
			twin_judge_waiter(i);
			break;
		}
	__real_complete(x);
}
