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
extern unsigned long twin_irq_ready;		/* the CPU's interrupt input is up */

/* Leaves to the host's stack; returns when the host runs this CPU again. */
void twin_leave(enum twin_exit why);
/* A host service; see enum twin_call_nr. */
u64 twin_call(enum twin_call_nr nr, u64 a, u64 b, u64 c, u64 d);
/* Takes every interrupt that is ready. Called with interrupts enabled. */
void twin_take_irqs(void);
/* Recomputes twin_irq_ready after the CPU's interrupt input changed. */
void twin_irq_update(void);
/* Lets `ps` picoseconds pass; split at device events: an interrupt is taken at its own instant. */
void twin_charge(u64 ps);

/* A constant of the board; looked up at every use, because a study may change one. */
static inline u64 twin_cost(enum twin_cost id)
{
	return twin_boot->costs[id];
}

static inline void twin_charge_cost(enum twin_cost id)
{
	twin_charge(twin_cost(id));
}

static inline void twin_charge_times(enum twin_cost id, u64 n)
{
	twin_charge(twin_cost(id) * n);
}

/* memcpy and friends: a fixed part and femtoseconds per byte. */
static inline void twin_charge_bytes(enum twin_cost per_byte, size_t n)
{
	twin_charge(twin_cost(TWIN_COST_COPY_CALL) + twin_cost(per_byte) * n / 1000);
}

/* The instruction cache is empty from now on. */
void twin_icache_forget(void);

/* One record of the event stream; costs no simulated time. */
void twin_emit(enum twin_event_type type, u32 class, u64 a, u64 b);
/* Names a task in the stream, once. */
void twin_emit_name(u32 pid, const char *name);

/* Tells the host that a driver did wrong just now; it finds out who. */
void twin_complain(const char *what);

/* The CPU's context class; returns the one before. */
u32 twin_context(u32 to);

#endif
#endif
