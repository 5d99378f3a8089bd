/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What both writers need of the stream: names, and the words that the kernel has for numbers. */
#ifndef EXPORT_CONTEXT_H
#define EXPORT_CONTEXT_H

#include <stddef.h>

#include "export/detail.h"
#include "export/export.h"
#include "trace/names.h"

/* Room for any text that a function here fills. */
#define EXPORT_TEXT 96

struct export_context {
	const struct export_kernel *kernel;
	struct names *names;
	struct details *details;
};

void export_context_init(struct export_context *c, const struct export_kernel *kernel);
void export_context_free(struct export_context *c);
/* Before a writer looks at a record. */
void export_context_event(struct export_context *c, const struct twin_event *ev);

/*
 * The kernel's name of a task, "<...>" when the stream did not say. With several CPUs each has an
 * idle task of its own, all of them pid 0: `cpu` decides.
 */
const char *export_comm(const struct export_context *c, uint32_t pid, unsigned int cpu, char *buf);
/* Name of what handles an interrupt; "" unknown. */
const char *export_irq(const struct export_context *c, uint32_t irq);
/* "NET_RX"; a number as text for one that the kernel does not have. */
const char *export_softirq(uint64_t vector, char *buf);
/* "S", "R+": what sched_switch says of the task that leaves. `b` of a SWITCH record. */
const char *export_left_state(uint64_t b);
/* A priority of a SWITCH record. */
int export_prio(uint64_t b, unsigned int shift);
/* "MUTEX|SPIN"; "" for none. */
const char *export_lock_flags(uint64_t flags, char *buf);
/* As %ps: a symbol without offset, or the address in hex. */
const char *export_function(const struct export_context *c, uint64_t addr, char *buf);
/* As %pS: with the offset, when there is one. */
const char *export_address(const struct export_context *c, uint64_t addr, char *buf);

static inline unsigned int export_controller(uint64_t b)
{
	return b >> 8 & 0xff;
}

static inline unsigned int export_cs(uint64_t b)
{
	return b & 0xff;
}

#endif
