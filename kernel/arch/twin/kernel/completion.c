// SPDX-License-Identifier: GPL-2.0-only
/*
 * Double completions of SPI transfers and messages. The linker sends every call of complete() and
 * of spi_sync() here first (--wrap in the Makefile). Costs no simulated time.
 *
 * A completion counts: several complete() before as many waits, or what a reinit_completion()
 * throws away, are legal, so most second calls say nothing. Where the SPI core's protocol allows
 * one call, a second one is wrong whatever the driver meant:
 *
 *   ctlr->xfer_completion		once per transfer (spi_finalize_current_transfer())
 *   spi_finalize_current_message()	once per submitted message
 *   a message's complete()		once, where spi_sync() waits for it: the completion is the
 *					core's own, made for this one message
 *
 * Not looked at: completions that a driver keeps for itself, so also those of its spi_async()
 * messages (several messages, a timer and an interrupt may share one); spi_write_then_read(),
 * whose spi_sync() no linker sees; transfers that failed, and what comes after a message's end (a
 * late interrupt then is harmless: the core starts each transfer afresh); a controller that is the
 * bus's slave, whose transfers may be aborted at any time.
 */
#include <linux/completion.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/spi/spi.h>
#include <asm/twin.h>
#include "private.h"

#define MAX_BUSES	8

void __real_complete(struct completion *x);
void __wrap_complete(struct completion *x);
int __real_spi_sync(struct spi_device *spi, struct spi_message *msg);
int __wrap_spi_sync(struct spi_device *spi, struct spi_message *msg);
int __real_spi_sync_locked(struct spi_device *spi, struct spi_message *msg);
int __wrap_spi_sync_locked(struct spi_device *spi, struct spi_message *msg);

static struct twin_spi_bus {
	const struct spi_controller *ctlr;
	const struct spi_message *done;		/* ended last, and was not submitted again */
	bool judged, completed;			/* its current transfer */
} buses[MAX_BUSES];

/* A call of spi_sync(), on the stack of its caller. */
struct twin_spi_sync {
	const struct spi_message *msg;
	const struct task_struct *owner;
	const struct completion *x;		/* the core's for it; NULL: none, or not yet */
	bool completed;
	struct twin_spi_sync *next;
};
static struct twin_spi_sync *syncs;

/*
 * The one of a controller. Nobody says when a controller goes, and its memory may be another's
 * then; where there are too many, the one that came first is forgotten: it is judged again from
 * its next transfer on.
 */
static struct twin_spi_bus *bus_of(const struct spi_controller *ctlr)
{
	static unsigned int next;
	struct twin_spi_bus *bus;
	int i;

	for (i = 0; i < MAX_BUSES; i++)
		if (buses[i].ctlr == ctlr)
			return &buses[i];
	bus = &buses[next++ % MAX_BUSES];
	*bus = (struct twin_spi_bus){ .ctlr = ctlr };
	return bus;
}

static int twin_spi_sync(int (*real)(struct spi_device *spi, struct spi_message *msg),
			 struct spi_device *spi, struct spi_message *msg)
{
	struct twin_spi_sync sync = { .msg = msg, .owner = current, .next = syncs };
	struct twin_spi_sync **at;
	int err;

	syncs = &sync;
	err = real(spi, msg);
	for (at = &syncs; *at != &sync; at = &(*at)->next)
		;
	*at = sync.next;
	return err;
}

int __wrap_spi_sync(struct spi_device *spi, struct spi_message *msg)
{
	return twin_spi_sync(__real_spi_sync, spi, msg);
}

int __wrap_spi_sync_locked(struct spi_device *spi, struct spi_message *msg)
{
	return twin_spi_sync(__real_spi_sync_locked, spi, msg);
}

/*
 * spi_sync()'s own completion lies on the same stack as `sync`, in a frame further in. What its
 * caller left in the message, and the core does not use, lies elsewhere.
 */
static bool is_of_core(const struct twin_spi_sync *sync, const void *context)
{
	const void *innermost = __builtin_frame_address(0);

	return context > innermost && context < (const void *)sync;
}

void twin_spi_submitted(const struct spi_message *msg)
{
	struct twin_spi_bus *bus = bus_of(msg->spi->controller);
	struct twin_spi_sync *sync;

	if (bus->done == msg)
		bus->done = NULL;
	for (sync = syncs; sync; sync = sync->next)
		if (sync->msg == msg && sync->owner == current && is_of_core(sync, msg->context))
			sync->x = msg->context;
}

void twin_spi_message_done(const struct spi_message *msg)
{
	struct twin_spi_bus *bus = bus_of(msg->spi->controller);

	bus->judged = false;
	if (bus->done == msg)
		twin_complain("double completion: "
			      "spi_finalize_current_message() a second time for one message");
	bus->done = msg;
}

void twin_spi_transfer_begins(const struct spi_controller *ctlr)
{
	struct twin_spi_bus *bus = bus_of(ctlr);

	bus->judged = !ctlr->slave;
	bus->completed = false;
}

void twin_spi_transfer_ends(const struct spi_controller *ctlr, bool failed)
{
	if (failed)
		bus_of(ctlr)->judged = false;
}

/* The core starts a transfer again without DMA when the driver could not start it with. */
static void twin_judge_transfer(struct twin_spi_bus *bus)
{
	if (bus->judged && bus->completed && !bus->ctlr->fallback)
		twin_complain("double completion: "
			      "spi_finalize_current_transfer() a second time for one transfer");
	bus->completed = true;
}

static void twin_judge_sync(struct twin_spi_sync *sync)
{
	if (sync->completed)
		twin_complain("double completion: "
			      "an SPI message's complete() a second time for one message");
	sync->completed = true;
}

void __wrap_complete(struct completion *x)
{
	struct twin_spi_sync *sync;
	int i;

	for (i = 0; i < MAX_BUSES && buses[i].ctlr; i++)
		if (x == &buses[i].ctlr->xfer_completion)
			twin_judge_transfer(&buses[i]);
	for (sync = syncs; sync; sync = sync->next)
		if (x == sync->x)
			twin_judge_sync(sync);
	__real_complete(x);
}
