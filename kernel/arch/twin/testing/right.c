// SPDX-License-Identifier: GPL-2.0-only
/* Legal use that looks like a bug: nobody may complain. Each returns 0, or -EIO for wrong bytes. */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/timer.h>
#include "copy.h"
#include "testing.h"

/* A completion counts, may be completed for all, looked at, and started afresh. */
ssize_t probe_complete_count(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);
	int i;

	for (i = 0; i < 3; i++)
		complete(&done);
	for (i = 0; i < 2; i++)
		wait_for_completion(&done);
	if (!completion_done(&done) || !try_wait_for_completion(&done))
		return -EIO;
	complete_all(&done);
	complete(&done);
	wait_for_completion(&done);
	reinit_completion(&done);
	complete(&done);
	complete(&done);
	reinit_completion(&done);
	return try_wait_for_completion(&done) ? -EIO : 0;
}

/* Copies `value` and looks at the destination from `start` on; the buffers are mapped. */
static int copy_value(struct copy *c, u8 value, int start, int len)
{
	int err, i;

	memset(c->from, value, COPY_LEN);
	dma_sync_single_for_device(copy_device(c), c->from_bus, COPY_LEN, DMA_TO_DEVICE);
	reinit_completion(&c->done);
	err = copy_run(c);
	if (err)
		return err;
	dma_sync_single_range_for_cpu(copy_device(c), c->to_bus, start, len, DMA_FROM_DEVICE);
	for (i = start; i < start + len; i++)
		if (c->to[i] != value)
			return -EIO;
	return 0;
}

/*
 * Mappings that live on: a part is synced and read, the device goes on without a sync_for_device
 * (the CPU wrote nothing), a result is never looked at and the buffer given to the device again.
 */
ssize_t probe_dma_ring(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	err = err ?: copy_value(&c, 'a', 0, COPY_LEN);
	err = err ?: copy_value(&c, 'b', 8, 8);
	err = err ?: copy_value(&c, 'c', 0, 1);
	if (!err) {
		dma_sync_single_for_device(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE);
		err = copy_value(&c, 'd', 1, 4);
	}
	copy_unmap(&c);
	copy_free(&c);
	return err;
}

/* One buffer mapped twice to be read; the first mapping ends before the copy. */
ssize_t probe_dma_twice(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);
	dma_addr_t again;

	err = err ?: copy_map(&c, &again, c.from, DMA_TO_DEVICE, 0);
	if (!err) {
		dma_unmap_single(copy_device(&c), again, COPY_LEN, DMA_TO_DEVICE);
		err = copy_run(&c);
	}
	copy_unmap(&c);
	if (!err && c.to[0] != 'n')
		err = -EIO;
	copy_free(&c);
	return err;
}

/* Mapped and unmapped without cache maintenance, which the driver does itself where it reads. */
ssize_t probe_dma_skip(char __user *buf, size_t n)
{
	const unsigned long skip = DMA_ATTR_SKIP_CPU_SYNC;
	struct copy c;
	int err = copy_init(&c);

	if (!err) {
		dma_unmap_single(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE);
		err = copy_map(&c, &c.to_bus, c.to, DMA_FROM_DEVICE, skip);
	}
	err = err ?: copy_value(&c, 'e', 0, 4);
	if (!err) {
		/* what is not read needs no sync, and the memory serves another purpose */
		dma_unmap_single_attrs(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE, skip);
		c.to_bus = 0;
		memset(c.to, 'z', COPY_LEN);
	}
	if (!err && c.to[COPY_LEN - 1] != 'z')
		err = -EIO;
	copy_unmap(&c);
	copy_free(&c);
	return err;
}

/* What one transfer wrote is what the next one reads: the CPU never looks. */
ssize_t probe_dma_chain(char __user *buf, size_t n)
{
	struct copy first, second;
	int err = copy_init(&first);
	dma_addr_t middle, own;

	err = copy_init(&second) ?: err ?: copy_run(&first);
	err = err ?: copy_map(&first, &middle, first.to, DMA_TO_DEVICE, 0);
	if (!err) {
		own = second.from_bus;
		second.from_bus = middle;
		err = copy_run(&second);
		second.from_bus = own;
		dma_unmap_single(copy_device(&first), middle, COPY_LEN, DMA_TO_DEVICE);
	}
	copy_unmap(&second);
	if (!err && second.to[COPY_LEN - 1] != 'n')
		err = -EIO;
	copy_unmap(&first);
	copy_free(&first);
	copy_free(&second);
	return err;
}

/* Buffers that a run ends with: mapped, coherent, with bytes that nobody has looked at. */
ssize_t probe_dma_kept(char __user *buf, size_t n)
{
	static struct copy kept;
	int err = copy_init(&kept);

	return err ?: copy_run(&kept);
}

/* The device unmapped without a sync; what is freed then is another's, who copies all of it. */
ssize_t probe_dma_reuse(char __user *buf, size_t n)
{
	const unsigned long skip = DMA_ATTR_SKIP_CPU_SYNC;
	u8 all[COPY_LEN];
	struct copy c;
	int err = copy_init(&c);

	err = err ?: copy_run(&c);
	if (!err) {
		dma_unmap_single_attrs(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE, skip);
		c.to_bus = 0;
		memset(c.to, 'z', COPY_LEN / 2);
		memcpy(all, c.to, COPY_LEN);	/* the rest is padding */
		err = all[0] == 'z' && all[COPY_LEN / 2 - 1] == 'z' ? 0 : -EIO;
	}
	copy_unmap(&c);
	copy_free(&c);
	return err;
}

/* Messages of one byte (read status) to the first SPI device, all with one completion. */
struct shared {
	struct device *dev;
	u8 *opcode;
	struct completion *done;
	struct spi_transfer xfer[3];
	struct spi_message msg[3];
};

static void shared_done(void *arg)
{
	complete(arg);
}

static int shared_init(struct shared *s, struct completion *done)
{
	*s = (struct shared){ .done = done };
	s->dev = bus_find_device_by_name(&spi_bus_type, NULL, "spi1.0");
	s->opcode = kmalloc(1, GFP_KERNEL);
	if (!s->dev || !s->opcode)
		return -ENODEV;
	*s->opcode = 0x05;
	return 0;
}

static int shared_submit(struct shared *s, int i)
{
	s->xfer[i] = (struct spi_transfer){ .tx_buf = s->opcode, .len = 1 };
	spi_message_init_with_transfers(&s->msg[i], &s->xfer[i], 1);
	s->msg[i].complete = shared_done;
	s->msg[i].context = s->done;
	return spi_async(to_spi_device(s->dev), &s->msg[i]);
}

static void shared_free(struct shared *s)
{
	kfree(s->opcode);
	put_device(s->dev);
}

/*
 * Two messages on their way; after the first a third one, and nobody looks before both are done:
 * two calls of complete() that no wait lies between, though the last submission was of one.
 */
ssize_t probe_spi_shared(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct shared s;
	int err = shared_init(&s, &done), i;

	err = err ?: shared_submit(&s, 0) ?: shared_submit(&s, 1);
	if (!err)
		wait_for_completion(&done);
	err = err ?: shared_submit(&s, 2);
	if (!err) {
		msleep(20);
		for (i = 0; i < 2; i++)
			wait_for_completion(&done);
	}
	shared_free(&s);
	return err ?: completion_done(&done) ? -EIO : 0;
}

struct clock {
	struct timer_list timer;
	struct completion *done;
};

static void clock_strikes(struct timer_list *timer)
{
	struct clock *clock = from_timer(clock, timer, timer);

	complete(clock->done);
}

/* One completion for a message and for a timer: whichever comes first is the first. */
ssize_t probe_spi_and_timer(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct clock clock = { .done = &done };
	struct shared s;
	int err = shared_init(&s, &done), i;

	timer_setup_on_stack(&clock.timer, clock_strikes, 0);
	mod_timer(&clock.timer, jiffies + 1);
	err = err ?: shared_submit(&s, 0);
	msleep(50);
	for (i = 0; i < (err ? 1 : 2); i++)
		wait_for_completion(&done);
	del_timer_sync(&clock.timer);
	destroy_timer_on_stack(&clock.timer);
	shared_free(&s);
	return err ?: completion_done(&done) ? -EIO : 0;
}
