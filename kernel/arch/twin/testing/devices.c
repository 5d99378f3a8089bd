// SPDX-License-Identifier: GPL-2.0-only
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include "testing.h"

struct probe_device {
	struct miscdevice misc;
	probe_fn fn;
};

static ssize_t probe_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	struct miscdevice *misc = f->private_data;

	return container_of(misc, struct probe_device, misc)->fn(buf, n);
}

static const struct file_operations probe_fops = { .read = probe_read };

#define PROBE(name_)							\
	{ .fn = probe_##name_,						\
	  .misc = { .minor = MISC_DYNAMIC_MINOR, .name = "twin-" #name_,	\
		    .nodename = "twin/" #name_, .fops = &probe_fops } }

static struct probe_device probe_devices[] = {
	PROBE(null), PROBE(bug), PROBE(spin), PROBE(spin_off), PROBE(frozen),
	PROBE(wait), PROBE(timeout), PROBE(unmapped), PROBE(compute),
	PROBE(masked), PROBE(delay), PROBE(copy), PROBE(mmio), PROBE(spi),
	PROBE(pin), PROBE(irq_null), PROBE(dma), PROBE(dma_unmapped), PROBE(dma_stale),
	PROBE(dma_stale_byte), PROBE(sleep_atomic), PROBE(irq_lost), PROBE(warn), PROBE(log),
	PROBE(complete_count), PROBE(dma_ring), PROBE(dma_twice), PROBE(dma_skip),
	PROBE(dma_chain), PROBE(dma_kept), PROBE(spi_right), PROBE(spi_transfer_twice),
	PROBE(spi_message_twice), PROBE(spi_callback_twice),
	PROBE(dma_reuse), PROBE(spi_shared), PROBE(spi_and_timer), PROBE(warn_core),
	PROBE(kmalloc), PROBE(switch), PROBE(sleep), PROBE(async),
	PROBE(pin_irq), PROBE(branch_none), PROBE(branch_off), PROBE(branch_on),
	PROBE(lockbench), PROBE(lock_order), PROBE(lock_irq), PROBE(lock_kept),
};

static int __init probe_init(void)
{
	int i, err = probe_irq_init();

	for (i = 0; !err && i < ARRAY_SIZE(probe_devices); i++)
		err = misc_register(&probe_devices[i].misc);
	return err;
}
device_initcall(probe_init);
