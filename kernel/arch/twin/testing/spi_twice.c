// SPDX-License-Identifier: GPL-2.0-only
/*
 * An SPI controller without hardware, which says of one transfer, or of one message, that it is
 * done: once, as it should, or twice. Registered for one message of one byte.
 */
#include <linux/device.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/workqueue.h>
#include "testing.h"

struct toy {
	struct spi_controller *ctlr;
	struct work_struct work;
	struct spi_message *msg;	/* for the worker */
	unsigned int times;
};

static int toy_transfer_one(struct spi_controller *ctlr, struct spi_device *spi,
			    struct spi_transfer *xfer)
{
	struct toy *toy = spi_controller_get_devdata(ctlr);
	unsigned int i;

	for (i = 0; i < toy->times; i++)
		spi_finalize_current_transfer(ctlr);
	return 1;	/* the core waits, since it was not told in time */
}

static int toy_transfer_one_message(struct spi_controller *ctlr, struct spi_message *msg)
{
	struct toy *toy = spi_controller_get_devdata(ctlr);
	unsigned int i;

	msg->status = 0;
	msg->actual_length = 1;
	for (i = 0; i < toy->times; i++)
		spi_finalize_current_message(ctlr);
	return 0;
}

static void toy_work(struct work_struct *work)
{
	struct toy *toy = container_of(work, struct toy, work);
	void (*complete)(void *context) = toy->msg->complete;
	void *context = toy->msg->context;
	unsigned int i;

	toy->msg->status = 0;
	preempt_disable();	/* the message is its owner's again when that runs */
	for (i = 0; i < toy->times; i++)
		complete(context);
	preempt_enable();
}

static int toy_transfer(struct spi_device *spi, struct spi_message *msg)
{
	struct toy *toy = spi_controller_get_devdata(spi->controller);

	toy->msg = msg;
	schedule_work(&toy->work);
	return 0;
}

static int toy_send(struct toy *toy)
{
	struct spi_board_info info = { .modalias = "twin-toy", .max_speed_hz = 1000000 };
	u8 *byte = kzalloc(1, GFP_KERNEL);
	struct spi_device *spi;
	int err;

	if (!byte)
		return -ENOMEM;
	err = spi_register_controller(toy->ctlr);
	if (err)
		goto out;
	spi = spi_new_device(toy->ctlr, &info);
	err = spi ? spi_write(spi, byte, 1) : -ENODEV;
	flush_work(&toy->work);
	spi_unregister_device(spi);
	spi_controller_get(toy->ctlr);
	spi_unregister_controller(toy->ctlr);
out:
	kfree(byte);
	return err;
}

enum toy_way { TOY_TRANSFER, TOY_MESSAGE, TOY_CALLBACK };

static int toy_run(enum toy_way way, unsigned int times)
{
	struct device *parent = root_device_register("twin-toy");
	struct spi_controller *ctlr;
	struct toy *toy;
	int err = -ENOMEM;

	if (IS_ERR(parent))
		return PTR_ERR(parent);
	ctlr = spi_alloc_master(parent, sizeof(*toy));
	if (ctlr) {
		toy = spi_controller_get_devdata(ctlr);
		*toy = (struct toy){ .ctlr = ctlr, .times = times };
		INIT_WORK(&toy->work, toy_work);
		ctlr->transfer_one = way == TOY_TRANSFER ? toy_transfer_one : NULL;
		ctlr->transfer_one_message = way == TOY_MESSAGE ? toy_transfer_one_message : NULL;
		ctlr->transfer = way == TOY_CALLBACK ? toy_transfer : NULL;
		err = toy_send(toy);
		spi_controller_put(ctlr);
	}
	root_device_unregister(parent);
	return err;
}

ssize_t probe_spi_right(char __user *buf, size_t n)
{
	return toy_run(TOY_TRANSFER, 1) ?: toy_run(TOY_MESSAGE, 1) ?: toy_run(TOY_CALLBACK, 1);
}

ssize_t probe_spi_transfer_twice(char __user *buf, size_t n)
{
	return toy_run(TOY_TRANSFER, 2);
}

ssize_t probe_spi_message_twice(char __user *buf, size_t n)
{
	return toy_run(TOY_MESSAGE, 2);
}

ssize_t probe_spi_callback_twice(char __user *buf, size_t n)
{
	return toy_run(TOY_CALLBACK, 2);
}
