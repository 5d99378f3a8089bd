// SPDX-License-Identifier: GPL-2.0-only
/* Mistakes that drivers make. */
#include <linux/bug.h>
#include <linux/completion.h>
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include "testing.h"

struct twin_test_state {
	long padding[4];
	int value;
};

static struct twin_test_state *volatile twin_test_nothing;

ssize_t twin_test_null(char __user *buf, size_t n)
{
	return twin_test_nothing->value;
}

ssize_t twin_test_bug(char __user *buf, size_t n)
{
	BUG_ON(!twin_test_nothing);
	return 0;
}

ssize_t twin_test_spin(char __user *buf, size_t n)
{
	while (!twin_test_nothing)
		cpu_relax();
	return 0;
}

ssize_t twin_test_spin_off(char __user *buf, size_t n)
{
	local_irq_disable();
	while (!twin_test_nothing)
		cpu_relax();
	local_irq_enable();
	return 0;
}

/* A loop in which no basic block starts: simulated time stands still. */
ssize_t twin_test_frozen(char __user *buf, size_t n)
{
	asm volatile("1: pause\n\tjmp 1b");
	return 0;
}

/* An interrupt that never comes. */
ssize_t twin_test_wait(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);

	wait_for_completion(&done);
	return 0;
}

ssize_t twin_test_timeout(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);

	return wait_for_completion_timeout(&done, HZ / 10) ? 0 : -ETIMEDOUT;
}

/* Registers of a peripheral that the board has and nobody models. */
ssize_t twin_test_unmapped(char __user *buf, size_t n)
{
	void __iomem *regs = ioremap(0xf0028000, 0x100);

	return regs ? readl(regs) : -ENOMEM;
}
