// SPDX-License-Identifier: GPL-2.0-only
/* Bugs that only show when somebody watches: wrong use of DMA, of locks, of interrupts. */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/dmaengine.h>
#include <linux/interrupt.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include "testing.h"

#define BUG_LEN 64

/* A memory-to-memory copy by the board's DMA controller, and the buffers for it. */
struct copy {
	struct dma_chan *chan;
	struct completion done;
	u8 *from, *to;
	dma_addr_t from_bus, to_bus;
};

static void copy_done(void *arg)
{
	complete(arg);
}

static void copy_free(struct copy *c)
{
	kfree(c->from);
	kfree(c->to);
	if (!IS_ERR_OR_NULL(c->chan))
		dma_release_channel(c->chan);
}

static int copy_init(struct copy *c)
{
	dma_cap_mask_t mask;

	dma_cap_zero(mask);
	dma_cap_set(DMA_MEMCPY, mask);
	*c = (struct copy){ .chan = dma_request_chan_by_mask(&mask) };
	c->from = kmalloc(BUG_LEN, GFP_KERNEL);
	c->to = kmalloc(BUG_LEN, GFP_KERNEL);
	init_completion(&c->done);
	if (IS_ERR(c->chan) || !c->from || !c->to)
		return -ENOMEM;
	memset(c->from, 'n', BUG_LEN);
	memset(c->to, 'o', BUG_LEN);
	c->from_bus = dma_map_single(c->chan->device->dev, c->from, BUG_LEN, DMA_TO_DEVICE);
	c->to_bus = dma_map_single(c->chan->device->dev, c->to, BUG_LEN, DMA_FROM_DEVICE);
	return 0;
}

static int copy_run(struct copy *c)
{
	struct dma_async_tx_descriptor *tx;

	tx = dmaengine_prep_dma_memcpy(c->chan, c->to_bus, c->from_bus, BUG_LEN,
				       DMA_PREP_INTERRUPT);
	if (!tx)
		return -EIO;
	tx->callback = copy_done;
	tx->callback_param = &c->done;
	dmaengine_submit(tx);
	dma_async_issue_pending(c->chan);
	return wait_for_completion_timeout(&c->done, HZ) ? 0 : -ETIMEDOUT;
}

/* Done right: what the others are compared with. */
ssize_t probe_dma(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err)
		err = copy_run(&c);
	if (!err) {
		dma_unmap_single(c.chan->device->dev, c.to_bus, BUG_LEN, DMA_FROM_DEVICE);
		dma_unmap_single(c.chan->device->dev, c.from_bus, BUG_LEN, DMA_TO_DEVICE);
		err = copy_to_user(buf, c.to, min_t(size_t, n, BUG_LEN)) ? -EFAULT : 0;
	}
	copy_free(&c);
	return err ?: min_t(size_t, n, BUG_LEN);
}

/* The destination is unmapped before the controller writes it. */
ssize_t probe_dma_unmapped(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err) {
		dma_unmap_single(c.chan->device->dev, c.to_bus, BUG_LEN, DMA_FROM_DEVICE);
		err = copy_run(&c);
	}
	copy_free(&c);
	return err;
}

/* The destination is read without dma_sync_single_for_cpu() or dma_unmap_single(). */
ssize_t probe_dma_stale(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err)
		err = copy_run(&c);
	if (!err)
		err = copy_to_user(buf, c.to, min_t(size_t, n, BUG_LEN)) ? -EFAULT : 0;
	copy_free(&c);
	return err ?: min_t(size_t, n, BUG_LEN);
}

static DEFINE_SPINLOCK(bug_lock);

ssize_t probe_sleep_atomic(char __user *buf, size_t n)
{
	spin_lock(&bug_lock);
	msleep(20);
	spin_unlock(&bug_lock);
	return 0;
}

/*
 * The SPI controller's interrupt stays off: its driver waits for what it never hears of. Not enabled
 * again: after its timeout spi-atmel has forgotten the transfer and would store the late word anywhere.
 */
ssize_t probe_irq_lost(char __user *buf, size_t n)
{
	struct device *dev = bus_find_device_by_name(&spi_bus_type, NULL, "spi1.0");
	u8 *opcode = kmalloc(1, GFP_KERNEL);
	int err = dev && opcode ? 0 : -ENODEV, irq = 0;

	if (!err) {
		irq = platform_get_irq(
			to_platform_device(to_spi_device(dev)->controller->dev.parent), 0);
		err = irq < 0 ? irq : 0;
	}
	if (!err) {
		*opcode = 0x05;
		disable_irq(irq);
		err = spi_write(to_spi_device(dev), opcode, 1);
	}
	kfree(opcode);
	put_device(dev);
	return err;
}

/* Completes twice for one event; the second waiter does not wait. */
ssize_t probe_complete_twice(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);

	complete(&done);
	complete(&done);
	wait_for_completion(&done);
	return 0;
}
