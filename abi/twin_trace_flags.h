/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * What twin_event.flags holds in records of the kernel's own tracepoints: the context, as the
 * kernel's tracing shows it in front of the time. Other records say in events.def what theirs are.
 */
#ifndef TWIN_TRACE_FLAGS_H
#define TWIN_TRACE_FLAGS_H

#define TWIN_TRACE_IRQS_OFF	1
#define TWIN_TRACE_RESCHED	2	/* TIF_NEED_RESCHED */
#define TWIN_TRACE_HARDIRQ	4
#define TWIN_TRACE_SOFTIRQ	8
#define TWIN_TRACE_BH_OFF	16
#define TWIN_TRACE_DEPTH	5	/* shift: preemption depth, at most TWIN_TRACE_DEPTH_MAX */
#define TWIN_TRACE_DEPTH_MAX	7

/* STRING: bytes in this record (0..8), and whether it begins a text that replaces an older one. */
#define TWIN_STRING_BYTES	0x0f
#define TWIN_STRING_BEGINS	0x80

/* STRING ids of interrupt actions' names: + irq. */
#define TWIN_STRING_IRQ		(4ULL << 32)

/* SPI_XFER_BYTES: bytes in this record (1..16), and which buffer they are from. */
#define TWIN_BYTES_COUNT	0x1f
#define TWIN_BYTES_RX		0x80

/* sched_switch, b: */
#define TWIN_SWITCH_NEXT_PRIO	32	/* shifts; a priority is a byte, 255 stands for -1 */
#define TWIN_SWITCH_PREV_PRIO	40
#define TWIN_SWITCH_STATE	48	/* index into "RSDTtXZPI" */
#define TWIN_SWITCH_PREEMPTED	(1ULL << 56)

#endif
