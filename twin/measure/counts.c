// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "measure/counts.h"

#include <stdbool.h>
#include <string.h>

static bool is_kworker(const char *name)
{
	return !strncmp(name, "kworker", 7);
}

static bool is_spi_worker(const char *name)
{
	return !strncmp(name, "spi", 3) && name[3] && name[3 + strspn(name + 3, "0123456789")] == 0;
}

static void count_wakeup(struct counts *c, const char *name)
{
	c->wakeups++;
	if (!name)
		return;
	c->kworker_wakeups += is_kworker(name);
	c->spi_worker_wakeups += is_spi_worker(name);
}

void counts_event(struct counts *c, const struct twin_event *ev, const struct names *names)
{
	switch (ev->type) {
	case TWIN_EV_MMIO_READ:
		c->mmio_reads++;
		break;
	case TWIN_EV_MMIO_WRITE:
		c->mmio_writes++;
		break;
	case TWIN_EV_IRQ_ENTRY:
		c->irqs++;
		break;
	case TWIN_EV_SOFTIRQ_ENTRY:
		c->softirqs++;
		break;
	case TWIN_EV_TIMER_EXPIRE:
		c->timers++;
		break;
	case TWIN_EV_SWITCH:
		c->switches++;
		break;
	case TWIN_EV_WAKING:
		count_wakeup(c, names_task(names, ev->a));
		break;
	case TWIN_EV_SYS_ENTER:
		c->syscalls++;
		break;
	case TWIN_EV_DELAY:
		c->delays++;
		c->delay_ps += ev->a;
		break;
	case TWIN_EV_SPI_MSG_START:
		c->messages++;
		break;
	case TWIN_EV_SPI_XFER_START:
		c->transfers++;
		break;
	default:
		break;
	}
}
