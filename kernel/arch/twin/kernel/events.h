/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files that feed the event stream. Nothing here costs simulated time. */
#ifndef _TWIN_EVENTS_H
#define _TWIN_EVENTS_H

#include <asm/twin.h>

struct irqaction;
struct spi_message;
struct spi_transfer;

/* Does anybody want records of one of these classes? */
bool twin_emits(u32 class);
/* A record whose flags are not the context it is from. */
void twin_emit_flags(enum twin_event_type type, u32 class, u8 flags, u64 a, u64 b);

/* event_names.c: names of tasks that exist already; of the action that is about to run. */
void twin_emit_names(void);
void twin_emit_irq_name(int irq, const struct irqaction *action);
/* event_bytes.c: what the buffers of a transfer hold now. */
void twin_emit_bytes(const struct spi_message *msg, const struct spi_transfer *xfer);
/* event_locks.c: 0 or -errno. */
int twin_watch_locks(void);

/* untimed.c: code between the two takes no simulated time and leaves the caches as they were. */
struct twin_untimed {
	u64 now, blocks, insns;
	u32 line, shift;
	bool was;
};

void twin_untimed_begin(struct twin_untimed *before);
void twin_untimed_end(const struct twin_untimed *before);
#endif
