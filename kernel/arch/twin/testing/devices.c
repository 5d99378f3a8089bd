// SPDX-License-Identifier: GPL-2.0-only
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include "testing.h"

struct twin_test_device {
	struct miscdevice misc;
	twin_test_fn fn;
};

static ssize_t twin_test_read(struct file *f, char __user *buf, size_t n, loff_t *pos)
{
	struct miscdevice *misc = f->private_data;

	return container_of(misc, struct twin_test_device, misc)->fn(buf, n);
}

static const struct file_operations twin_test_fops = { .read = twin_test_read };

#define TWIN_TEST(name_)							\
	{ .fn = twin_test_##name_,						\
	  .misc = { .minor = MISC_DYNAMIC_MINOR, .name = "twin-" #name_,	\
		    .nodename = "twin/" #name_, .fops = &twin_test_fops } }

static struct twin_test_device twin_test_devices[] = {
	TWIN_TEST(null), TWIN_TEST(bug), TWIN_TEST(spin), TWIN_TEST(spin_off), TWIN_TEST(frozen),
	TWIN_TEST(wait), TWIN_TEST(timeout), TWIN_TEST(unmapped), TWIN_TEST(compute),
	TWIN_TEST(masked), TWIN_TEST(delay), TWIN_TEST(copy), TWIN_TEST(mmio), TWIN_TEST(pin),
};

static int __init twin_test_init(void)
{
	int i, err = twin_test_irq_init();

	for (i = 0; !err && i < ARRAY_SIZE(twin_test_devices); i++)
		err = misc_register(&twin_test_devices[i].misc);
	return err;
}
device_initcall(twin_test_init);
