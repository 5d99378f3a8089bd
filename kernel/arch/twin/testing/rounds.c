// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operations of the kernel that regression tests count the blocks of: each read of n bytes makes n
 * rounds, so that the difference of two reads is rounds and nothing else.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/jump_label.h>
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

static DEFINE_STATIC_KEY_FALSE(branch_key);

/* A round with nothing in it: what the next one is compared with. */
static noinline size_t branch_missing(size_t n)
{
	size_t i, taken = 0;

	for (i = 0; i < n; i++)
		asm volatile("" : "+r"(taken));
	return taken;
}

/* A static branch in each round. */
static noinline size_t branch_there(size_t n)
{
	size_t i, taken = 0;

	for (i = 0; i < n; i++) {
		if (static_branch_unlikely(&branch_key))
			taken++;
		asm volatile("" : "+r"(taken));
	}
	return taken;
}

ssize_t probe_branch_none(char __user *buf, size_t n)
{
	return branch_missing(n) ? -EIO : 0;
}

/* Off, and has been on before. */
ssize_t probe_branch_off(char __user *buf, size_t n)
{
	static_branch_enable(&branch_key);
	static_branch_disable(&branch_key);
	return branch_there(n) ? -EIO : 0;
}

ssize_t probe_branch_on(char __user *buf, size_t n)
{
	size_t taken;

	static_branch_enable(&branch_key);
	taken = branch_there(n);
	static_branch_disable(&branch_key);
	return taken != n || branch_there(1) ? -EIO : 0;
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
