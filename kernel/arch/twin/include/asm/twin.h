/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of arch/twin share: the live CPU, the passing of time, the way to the host.
 */
#ifndef _ASM_TWIN_TWIN_H
#define _ASM_TWIN_TWIN_H

#ifndef __ASSEMBLY__
#include <linux/types.h>
#include <twin_abi.h>

extern struct twin_cpu *twin_cpu;		/* the CPU that runs now */
extern const struct twin_boot *twin_boot;
extern unsigned long twin_irqs_on;		/* the CPU's interrupt enable */
extern unsigned long twin_irq_ready;		/* an unmasked line is up */

/* Leaves to the host's stack; returns when the host runs this CPU again. */
void twin_leave(enum twin_exit why);
/* A host service; see enum twin_call_nr. */
u64 twin_call(enum twin_call_nr nr, u64 a, u64 b, u64 c, u64 d);
/* Takes every interrupt that is ready. Called with interrupts enabled. */
void twin_take_irqs(void);
/* Recomputes twin_irq_ready after lines or masks changed. */
void twin_irq_update(void);
/* Lets `ps` picoseconds pass; split at device events, so an interrupt is taken at its own instant. */
void twin_charge(u64 ps);

static inline u64 twin_cost(enum twin_cost id)
{
	return twin_boot->costs[id];
}

static inline void twin_charge_cost(enum twin_cost id)
{
	twin_charge(twin_cost(id));
}

/* memcpy and friends: a fixed part and femtoseconds per byte. */
static inline void twin_charge_bytes(enum twin_cost per_byte, size_t n)
{
	twin_charge(twin_cost(TWIN_COST_COPY_CALL) + twin_cost(per_byte) * n / 1000);
}

/* One record of the event stream; costs no simulated time. */
void twin_emit(enum twin_event_type type, u32 class, u64 a, u64 b);
/* Names a task in the stream, once. */
void twin_emit_name(u32 pid, const char *name);

/* The CPU's context class; returns the one before. */
u32 twin_context(u32 to);

/* Register accesses that a stand-in does not make but the real driver would. */
enum twin_bus { TWIN_BUS_APB, TWIN_BUS_SYS };
void twin_charge_mmio(enum twin_bus bus, int reads, int writes);


#endif
#endif
