// SPDX-License-Identifier: GPL-2.0-only
/* What a driver says in the kernel's log: a check of its own that failed, and mere messages. */
#include <linux/bug.h>
#include <linux/clk.h>
#include <linux/clk-provider.h>
#include <linux/errno.h>
#include <linux/printk.h>
#include "testing.h"

static int *volatile probe_expected;

ssize_t probe_warn(char __user *buf, size_t n)
{
	WARN(!probe_expected, "what was expected is not there\n");
	return 0;
}

/* A clock is turned off that nobody turned on: the core of the clock subsystem says so. */
ssize_t probe_warn_core(char __user *buf, size_t n)
{
	struct clk *clk = clk_register_fixed_rate(NULL, "twin-clock", NULL, 0, 1000);

	if (IS_ERR(clk))
		return PTR_ERR(clk);
	clk_disable(clk);
	clk_unregister_fixed_rate(clk);
	return 0;
}

/* A timeout that is the driver's own business, however it words it. */
ssize_t probe_log(char __user *buf, size_t n)
{
	pr_err("twin-log f8008000.spi: spi transfer timeout\n");
	pr_warn("WARNING: the transfer took too long\n");
	pr_info("INFO: trying again\n");
	return -ETIMEDOUT;
}
