// SPDX-License-Identifier: GPL-2.0-only
/*
 * What leaves the kernel: services of the host and register accesses.
 */
#include <linux/io.h>
#include <linux/module.h>
#include <asm/sysreg.h>
#include <asm/twin.h>
#include "private.h"

u64 twin_call(enum twin_call_nr nr, u64 a, u64 b, u64 c, u64 d)
{
	struct twin_call *call = &twin_cpu->call;

	call->nr = nr;
	call->args[0] = a;
	call->args[1] = b;
	call->args[2] = c;
	call->args[3] = d;
	twin_leave(TWIN_EXIT_CALL);
	twin_costs_changed();	/* a study changes constants when a task starts */
	return twin_cpu->call.ret;
}

void twin_complain(const char *what)
{
	u64 len = 0;

	while (what[len])
		len++;
	twin_call(TWIN_CALL_COMPLAINT, (u64)what, len, 0, 0);
}

/* An interrupt that the access or its duration raised is taken when it returns. */
static void twin_mmio(u64 addr, u64 value, int size, bool write)
{
	struct twin_mmio *mmio = &twin_cpu->mmio;

	mmio->addr = addr;
	mmio->data = value;
	mmio->size = size;
	mmio->write = write;
	twin_leave(TWIN_EXIT_MMIO);
}

static void twin_mmio_irqs(void)
{
	if (twin_irqs_on && twin_irq_ready)
		twin_take_irqs();
}

/* The value is saved before an interrupt may use the same mailbox. */
u64 twin_mmio_read(const volatile void __iomem *addr, int size)
{
	u64 value;

	twin_mmio((u64)addr - TWIN_IO_BASE, 0, size, false);
	value = twin_cpu->mmio.data;
	twin_mmio_irqs();
	return value;
}

void twin_mmio_write(volatile void __iomem *addr, u64 value, int size)
{
	twin_mmio((u64)addr - TWIN_IO_BASE, value, size, true);
	twin_mmio_irqs();
}

u64 twin_sysreg_read(u32 reg)
{
	u64 value;

	twin_mmio(TWIN_SYSREG_BASE | reg, 0, sizeof(value), false);
	value = twin_cpu->mmio.data;
	twin_mmio_irqs();
	return value;
}

void twin_sysreg_write(u32 reg, u64 value)
{
	twin_mmio(TWIN_SYSREG_BASE | reg, value, sizeof(value), true);
	twin_mmio_irqs();
}
