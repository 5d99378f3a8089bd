// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operations of the kernel that regression tests count the blocks of: each read of n bytes makes n
 * rounds, so that the difference of two reads is rounds and nothing else.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include "testing.h"

/* One allocation and its release. */
ssize_t probe_kmalloc(char __user *buf, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		kfree(kmalloc(64, GFP_KERNEL));
	return 0;
}

struct pair {
	struct completion ping, pong;
	size_t rounds;
};

static int pair_answer(void *arg)
{
	struct pair *p = arg;
	size_t i;

	for (i = 0; i < p->rounds; i++) {
		wait_for_completion(&p->ping);
		complete(&p->pong);
	}
	return 0;
}

/* Two wake-ups and two context switches: to a kernel thread and back. */
ssize_t probe_switch(char __user *buf, size_t n)
{
	struct pair p = { .rounds = n };
	struct task_struct *other;
	size_t i;

	init_completion(&p.ping);
	init_completion(&p.pong);
	other = kthread_run(pair_answer, &p, "twin-pair");
	if (IS_ERR(other))
		return PTR_ERR(other);
	get_task_struct(other);
	for (i = 0; i < n; i++) {
		complete(&p.ping);
		wait_for_completion(&p.pong);
	}
	kthread_stop(other);
	put_task_struct(other);
	return 0;
}

/* A sleep on a high resolution timer: armed, idle, interrupt, woken. */
ssize_t probe_sleep(char __user *buf, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		usleep_range(100, 100);
	return 0;
}

static void async_done(void *arg)
{
	complete(arg);
}

/* One byte through spi_async(), so through the SPI core's worker. */
ssize_t probe_async(char __user *buf, size_t n)
{
	struct device *dev = bus_find_device_by_name(&spi_bus_type, NULL, "spi1.0");
	u8 *opcode = kmalloc(1, GFP_KERNEL);
	struct spi_transfer xfer = { .tx_buf = opcode, .len = 1 };
	DECLARE_COMPLETION_ONSTACK(done);
	struct spi_message msg;
	int err = dev && opcode ? 0 : -ENODEV;
	size_t i;

	for (i = 0; !err && i < n; i++) {
		*opcode = 0x05;
		spi_message_init_with_transfers(&msg, &xfer, 1);
		msg.complete = async_done;
		msg.context = &done;
		err = spi_async(to_spi_device(dev), &msg);
		if (!err)
			wait_for_completion(&done);
	}
	kfree(opcode);
	put_device(dev);
	return err;
}
