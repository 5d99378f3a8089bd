// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stand-in for the GPIO half of pinctrl-at91.c: the same register writes for the same calls (one
 * SODR or CODR write per edge). Pin multiplexing is as the boot loader left it; no interrupts.
 */
#include <linux/gpio/driver.h>
#include <linux/io.h>
#include <linux/of.h>
#include <linux/platform_device.h>

#define PIO_PER		0x00
#define PIO_OER		0x10
#define PIO_ODR		0x14
#define PIO_OSR		0x18
#define PIO_SODR	0x30
#define PIO_CODR	0x34
#define PIO_PDSR	0x3c

static void __iomem *pio_base(struct gpio_chip *gc)
{
	return gpiochip_get_data(gc);
}

static int pio_request(struct gpio_chip *gc, unsigned int pin)
{
	writel_relaxed(BIT(pin), pio_base(gc) + PIO_PER);
	return 0;
}

static void pio_set(struct gpio_chip *gc, unsigned int pin, int value)
{
	writel_relaxed(BIT(pin), pio_base(gc) + (value ? PIO_SODR : PIO_CODR));
}

static int pio_get(struct gpio_chip *gc, unsigned int pin)
{
	return !!(readl_relaxed(pio_base(gc) + PIO_PDSR) & BIT(pin));
}

static int pio_get_direction(struct gpio_chip *gc, unsigned int pin)
{
	return readl_relaxed(pio_base(gc) + PIO_OSR) & BIT(pin) ? GPIO_LINE_DIRECTION_OUT :
								  GPIO_LINE_DIRECTION_IN;
}

static int pio_input(struct gpio_chip *gc, unsigned int pin)
{
	writel_relaxed(BIT(pin), pio_base(gc) + PIO_ODR);
	return 0;
}

static int pio_output(struct gpio_chip *gc, unsigned int pin, int value)
{
	pio_set(gc, pin, value);
	writel_relaxed(BIT(pin), pio_base(gc) + PIO_OER);
	return 0;
}

static int pio_probe(struct platform_device *pdev)
{
	void __iomem *base = devm_platform_ioremap_resource(pdev, 0);
	struct gpio_chip *gc;

	if (IS_ERR(base))
		return PTR_ERR(base);
	gc = devm_kzalloc(&pdev->dev, sizeof(*gc), GFP_KERNEL);
	if (!gc)
		return -ENOMEM;
	*gc = (struct gpio_chip){
		.label = dev_name(&pdev->dev), .parent = &pdev->dev, .base = -1, .ngpio = 32,
		.request = pio_request, .get_direction = pio_get_direction,
		.direction_input = pio_input, .direction_output = pio_output,
		.get = pio_get, .set = pio_set,
	};
	return devm_gpiochip_add_data(&pdev->dev, gc, base);
}

static const struct of_device_id pio_match[] = {
	{ .compatible = "atmel,at91sam9x5-gpio" },
	{ }
};

static struct platform_driver pio_driver = {
	.probe = pio_probe,
	.driver = { .name = "pio-twin", .of_match_table = pio_match },
};
builtin_platform_driver(pio_driver);
