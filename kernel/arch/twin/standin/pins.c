// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stand-in for the multiplexer half of pinctrl-at91.c: pins stay as the boot loader left them. It
 * only has to be bound, because devices that name pins wait for their supplier.
 */
#include <linux/of.h>
#include <linux/platform_device.h>

static int pins_probe(struct platform_device *pdev)
{
	return 0;
}

static const struct of_device_id pins_match[] = {
	{ .compatible = "atmel,sama5d3-pinctrl" },
	{ }
};

static struct platform_driver pins_driver = {
	.probe = pins_probe,
	.driver = { .name = "pins-twin", .of_match_table = pins_match },
};
builtin_platform_driver(pins_driver);
