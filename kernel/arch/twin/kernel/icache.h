/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tags of the core's instruction cache: cold code is a first-order effect. A block occupies the
 * lines that its instructions would have as 4-byte ARM ones, laid out in the order of the text. A
 * line that is not there costs one refill; least recently used goes (assumed: cores differ).
 *
 * Does not model: prefetch of the next line, branch prediction, the instruction TLB, user code, or
 * what arch/twin itself stands for (vectors, copy routines).
 */
#ifndef _TWIN_ICACHE_H
#define _TWIN_ICACHE_H

#include <linux/threads.h>
#include <asm/twin.h>

#define TWIN_ICACHE_SETS 1024	/* at most */
#define TWIN_ICACHE_WAYS 8	/* at most */

/*
 * Tags of one CPU: the line used last in each set, then per set the other ways by age. CPUs follow
 * each other without gaps and not at a power of two, for the sake of the host's own caches.
 */
extern u32 twin_icache_tags[];
/* Those of the CPU that runs: with one CPU no pointer is followed. */
#ifdef CONFIG_SMP
extern u32 *twin_icache_own;
#else
#define twin_icache_own twin_icache_tags
#endif
extern u32 twin_icache_mask, twin_icache_shift;	/* sets - 1; log2 of instructions per line */

void twin_icache_init(void);
void twin_icache_enter(u32 cpu);

/* Is `line` the one its set used last? Then fetching it changes nothing and costs nothing. */
static __always_inline bool twin_icache_hot(u32 line)
{
	return twin_icache_own[line & twin_icache_mask] == line;
}

/* Line of the last of `insns` instructions from `place` on; of the first when there is none. */
static __always_inline u32 twin_icache_end(u32 place, u32 insns)
{
	return (place + insns - !!insns) >> twin_icache_shift;
}

/* Time that fetching `insns` instructions from `place` on (in instructions) adds, ps. */
u64 twin_icache_fetch(u32 place, u32 insns);
#endif
