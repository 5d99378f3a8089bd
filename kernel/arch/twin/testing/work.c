// SPDX-License-Identifier: GPL-2.0-only
/* Work of known shape, and an interrupt line that tests raise at an instant of their choice. */
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/io.h>
#include <linux/irqdomain.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include <asm/twin.h>
#include "testing.h"

#define TEST_LINE	47	/* of the AIC: no peripheral of the board uses it */
#define TEST_LOOPS	100000
#define TEST_PIN	25	/* of the first PIO: its number is an AIC line's, too */
#define TEST_PIO	0xfffff200
#define PIO_PDSR	0x3c

static noinline void probe_loop(unsigned long loops)
{
	unsigned long i;

	for (i = 0; i < loops; i++)
		asm volatile("" : : "r"(i) : "memory");
}

/* Blocks of one size, interrupts on. */
ssize_t probe_compute(char __user *buf, size_t n)
{
	probe_loop(TEST_LOOPS);
	return 0;
}

ssize_t probe_masked(char __user *buf, size_t n)
{
	unsigned long flags;

	local_irq_save(flags);
	probe_loop(TEST_LOOPS);
	local_irq_restore(flags);
	return 0;
}

/* 1 ms. */
ssize_t probe_delay(char __user *buf, size_t n)
{
	udelay(1000);
	return 0;
}

/* One long charge for a copy. */
ssize_t probe_copy(char __user *buf, size_t n)
{
	const size_t size = 512 << 10;
	char *p = kmalloc(2 * size, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	memcpy(p, p + size, size);
	kfree(p);
	return 0;
}

/* n register reads. */
ssize_t probe_mmio(char __user *buf, size_t n)
{
	void __iomem *regs = ioremap(TEST_PIO, 0x100);
	size_t i;

	for (i = 0; regs && i < n; i++)
		readl_relaxed(regs + PIO_PDSR);
	iounmap(regs);
	return 0;
}

/* n messages of one byte (read status, one byte of command only) to the first SPI device. */
ssize_t probe_spi(char __user *buf, size_t n)
{
	struct device *dev = bus_find_device_by_name(&spi_bus_type, NULL, "spi1.0");
	u8 *opcode = kmalloc(1, GFP_KERNEL);
	int err = dev && opcode ? 0 : -ENODEV;
	size_t i;

	for (i = 0; !err && i < n; i++) {
		*opcode = 0x05;
		err = spi_write(to_spi_device(dev), opcode, 1);
	}
	kfree(opcode);
	put_device(dev);
	return err;
}

/* get_user_pages: fills the user's page through its page structure. */
ssize_t probe_pin(char __user *buf, size_t n)
{
	struct page *page;
	int pinned = pin_user_pages_fast((unsigned long)buf, 1, FOLL_WRITE, &page);

	if (pinned != 1)
		return pinned < 0 ? pinned : -EFAULT;
	memset(page_address(page) + offset_in_page(buf), 'p',
	       min(n, PAGE_SIZE - offset_in_page(buf)));
	unpin_user_pages_dirty_lock(&page, 1, true);
	return min(n, PAGE_SIZE - offset_in_page(buf));
}

/* From now on the handler of the test line dereferences NULL. */
static bool probe_irq_broken;
static int *volatile probe_irq_nothing;

ssize_t probe_irq_null(char __user *buf, size_t n)
{
	probe_irq_broken = true;
	return 0;
}

static irqreturn_t probe_interrupt(int irq, void *data)
{
	if (probe_irq_broken)
		return *probe_irq_nothing;
	return IRQ_HANDLED;
}

static irqreturn_t probe_pin_interrupt(int irq, void *data)
{
	++*(int *)data;
	return IRQ_HANDLED;
}

/* The interrupt of a pin, as the PIO's driver hands it on. */
ssize_t probe_pin_irq(char __user *buf, size_t n)
{
	struct irq_fwspec spec = { .param_count = 2, .param = { TEST_PIN, IRQ_TYPE_EDGE_BOTH } };
	struct device_node *pio = of_find_compatible_node(NULL, NULL, "atmel,at91sam9x5-gpio");
	int err, taken = 0;
	unsigned int irq;

	spec.fwnode = of_node_to_fwnode(pio);
	irq = pio ? irq_create_fwspec_mapping(&spec) : 0;
	err = irq ? request_irq(irq, probe_pin_interrupt, 0, "twin-pin", &taken) : -ENODEV;
	if (!err) {
		local_irq_disable();
		generic_handle_irq(irq);
		local_irq_enable();
		free_irq(irq, &taken);
	}
	of_node_put(pio);
	return err ?: taken == 1 ? 0 : -EIO;
}

int __init probe_irq_init(void)
{
	struct irq_fwspec spec = { .param_count = 3, .param = { TEST_LINE, IRQ_TYPE_EDGE_RISING } };
	struct device_node *aic = of_find_compatible_node(NULL, NULL, "atmel,sama5d3-aic");
	unsigned int irq;

	if (!aic)
		return 0;
	spec.fwnode = of_node_to_fwnode(aic);
	irq = irq_create_fwspec_mapping(&spec);
	return irq ? request_irq(irq, probe_interrupt, 0, "twin-test", NULL) : -EINVAL;
}
