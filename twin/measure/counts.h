/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* How often things happened inside the window. */
#ifndef MEASURE_COUNTS_H
#define MEASURE_COUNTS_H

#include <stdint.h>

#include "trace/names.h"
#include "twin_abi.h"

struct counts {
	uint64_t mmio_reads, mmio_writes;
	uint64_t irqs; /* hard interrupt handlers entered */
	uint64_t softirqs;
	uint64_t timers;	     /* kernel timers that fired */
	uint64_t switches;	     /* context switches */
	uint64_t wakeups;	     /* tasks woken */
	uint64_t kworker_wakeups;    /* of them: named kworker/... */
	uint64_t spi_worker_wakeups; /* of them: the SPI core's message pumps, named spiN */
	uint64_t syscalls;
	uint64_t delays, delay_ps;    /* udelay, ndelay */
	uint64_t messages, transfers; /* SPI, started */
};

void counts_event(struct counts *c, const struct twin_event *ev, const struct names *names);

#endif
