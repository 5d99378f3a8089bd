// SPDX-License-Identifier: GPL-2.0-only
/* Mistakes that drivers make. */
#include <linux/bug.h>
#include <linux/completion.h>
#include <linux/io.h>
#include <linux/irqflags.h>
#include <linux/jiffies.h>
#include "testing.h"

struct probe_state {
	long padding[4];
	int value;
};

static struct probe_state *volatile probe_nothing;

ssize_t probe_null(char __user *buf, size_t n)
{
	return probe_nothing->value;
}

ssize_t probe_bug(char __user *buf, size_t n)
{
	BUG_ON(!probe_nothing);
	return 0;
}

ssize_t probe_spin(char __user *buf, size_t n)
{
	while (!probe_nothing)
		cpu_relax();
	return 0;
}

ssize_t probe_spin_off(char __user *buf, size_t n)
{
	local_irq_disable();
	while (!probe_nothing)
		cpu_relax();
	local_irq_enable();
	return 0;
}

/* A loop in which no basic block starts: simulated time stands still. */
ssize_t probe_frozen(char __user *buf, size_t n)
{
	asm volatile("1: pause\n\tjmp 1b");
	return 0;
}

/* An interrupt that never comes. */
ssize_t probe_wait(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);

	wait_for_completion(&done);
	return 0;
}

ssize_t probe_timeout(char __user *buf, size_t n)
{
	DECLARE_COMPLETION_ONSTACK(done);

	return wait_for_completion_timeout(&done, HZ / 10) ? 0 : -ETIMEDOUT;
}

/* Registers of a peripheral that the board has and nobody models. */
ssize_t probe_unmapped(char __user *buf, size_t n)
{
	void __iomem *regs = ioremap(0xf0028000, 0x100);

	return regs ? readl(regs) : -ENOMEM;
}
