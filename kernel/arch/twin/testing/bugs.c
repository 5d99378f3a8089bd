// SPDX-License-Identifier: GPL-2.0-only
/* Bugs that only show when somebody watches: wrong use of DMA, of locks, of interrupts. */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include "copy.h"
#include "testing.h"

/* Done right: what the others are compared with. */
ssize_t probe_dma(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err)
		err = copy_run(&c);
	copy_unmap(&c);
	if (!err)
		err = copy_to_user(buf, c.to, min_t(size_t, n, COPY_LEN)) ? -EFAULT : 0;
	copy_free(&c);
	return err ?: min_t(size_t, n, COPY_LEN);
}

/* The destination is unmapped before the controller writes it. */
ssize_t probe_dma_unmapped(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err) {
		dma_unmap_single(copy_device(&c), c.to_bus, COPY_LEN, DMA_FROM_DEVICE);
		err = copy_run(&c);
	}
	copy_free(&c);
	return err;
}

/* The destination is read before it is unmapped. */
ssize_t probe_dma_stale(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);

	if (!err)
		err = copy_run(&c);
	if (!err)
		err = copy_to_user(buf, c.to, min_t(size_t, n, COPY_LEN)) ? -EFAULT : 0;
	copy_unmap(&c);
	copy_free(&c);
	return err ?: min_t(size_t, n, COPY_LEN);
}

/* The same with a load of its own instead of a copy, and a sync of another part. */
ssize_t probe_dma_stale_byte(char __user *buf, size_t n)
{
	struct copy c;
	int err = copy_init(&c);
	u8 byte = 0;

	if (!err)
		err = copy_run(&c);
	if (!err) {
		dma_sync_single_range_for_cpu(copy_device(&c), c.to_bus, 0, 16, DMA_FROM_DEVICE);
		byte = READ_ONCE(c.to[20]);
		err = copy_to_user(buf, &byte, 1) ? -EFAULT : 0;
	}
	copy_unmap(&c);
	copy_free(&c);
	return err ?: 1;
}

static DEFINE_SPINLOCK(bug_lock);

ssize_t probe_sleep_atomic(char __user *buf, size_t n)
{
	spin_lock(&bug_lock);
	msleep(20);
	spin_unlock(&bug_lock);
	return 0;
}

static DEFINE_SPINLOCK(bug_first);
static DEFINE_SPINLOCK(bug_second);

/* Two locks in one order, then in the other: two tasks that do it at once wait for ever. */
ssize_t probe_lock_order(char __user *buf, size_t n)
{
	spin_lock(&bug_first);
	spin_lock(&bug_second);
	spin_unlock(&bug_second);
	spin_unlock(&bug_first);
	spin_lock(&bug_second);
	spin_lock(&bug_first);
	spin_unlock(&bug_first);
	spin_unlock(&bug_second);
	return 0;
}

static DEFINE_SPINLOCK(bug_irq_lock);
static struct hrtimer bug_timer;

static enum hrtimer_restart bug_expired(struct hrtimer *timer)
{
	spin_lock(&bug_irq_lock);
	spin_unlock(&bug_irq_lock);
	return HRTIMER_NORESTART;
}

/*
 * A lock that an interrupt takes, too, with interrupts on: had the timer expired a little earlier,
 * its CPU would wait for itself. The task stays where it is, so that the interrupt is taken there.
 */
ssize_t probe_lock_irq(char __user *buf, size_t n)
{
	spin_lock(&bug_irq_lock);
	spin_unlock(&bug_irq_lock);
	hrtimer_init(&bug_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	bug_timer.function = bug_expired;
	hrtimer_start(&bug_timer, ms_to_ktime(1), HRTIMER_MODE_REL_HARD);
	mdelay(40);
	hrtimer_cancel(&bug_timer);
	return 0;
}

static DEFINE_MUTEX(bug_mutex);

/* The system call ends, the lock stays. */
ssize_t probe_lock_kept(char __user *buf, size_t n)
{
	mutex_lock(&bug_mutex);
	return 0;
}

/*
 * The SPI controller's interrupt stays off: its driver waits for what it never hears of. Not
 * enabled again: after its timeout spi-atmel has forgotten the transfer and would store the late
 * word anywhere.
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
