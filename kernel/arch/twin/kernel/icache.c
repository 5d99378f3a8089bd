// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>
#include <linux/log2.h>
#include "icache.h"

struct twin_icache twin_icaches[NR_CPUS];
#ifdef CONFIG_SMP
struct twin_icache *twin_icache_own = &twin_icaches[0];
#endif
u32 twin_icache_mask, twin_icache_shift;
static u32 twin_icache_ways;

/* Without a cache nothing is ever reloaded: all code is one line that is there. */
static void twin_icache_clear(struct twin_icache *c)
{
	u32 none = twin_boot->icache_line ? ~0U : 0, i, k;

	/* WRITE_ONCE: a memset() would be one of the board's and cost it time */
	for (i = 0; i < TWIN_ICACHE_SETS; i++) {
		WRITE_ONCE(c->newest[i], none);
		for (k = 0; k < TWIN_ICACHE_OLDER; k++)
			WRITE_ONCE(c->older[i][k], ~0U);
	}
}

void twin_icache_forget(void)
{
	twin_icache_clear(twin_icache_own);
}

void twin_icache_enter(u32 cpu)
{
#ifdef CONFIG_SMP
	twin_icache_own = &twin_icaches[cpu];
#endif
}

void twin_icache_init(void)
{
	u32 line = twin_boot->icache_line, i;

	twin_icache_ways = twin_boot->icache_ways;
	twin_icache_shift = line ? ilog2(line / 4) : 31;
	twin_icache_mask = line ? twin_boot->icache_size / line / twin_icache_ways - 1 : 0;
	for (i = 0; i < twin_boot->nr_cpus; i++)
		twin_icache_clear(&twin_icaches[i]);
}

/* Brings `line` to the front of its set; time of the refill, 0 when it was there. */
static u64 twin_icache_reload(u32 line)
{
	u32 set = line & twin_icache_mask, moved = twin_icache_own->newest[set], i;
	u32 *older = twin_icache_own->older[set];

	twin_icache_own->newest[set] = line;
	for (i = 0; i + 1 < twin_icache_ways; i++) {
		u32 here = older[i];

		older[i] = moved;
		if (here == line)
			return 0;
		moved = here;
	}
	return twin_cost(TWIN_COST_ICACHE_REFILL);
}

u64 twin_icache_fetch(u32 place, u32 insns)
{
	u32 line = place >> twin_icache_shift, end = twin_icache_end(place, insns);
	u64 ps = 0;

	for (;; line++) {
		if (!twin_icache_hot(line))
			ps += twin_icache_reload(line);
		if (line == end)
			return ps;
	}
}
