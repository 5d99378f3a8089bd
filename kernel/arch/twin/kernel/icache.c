// SPDX-License-Identifier: GPL-2.0-only
#include <linux/kernel.h>
#include <linux/log2.h>
#include "icache.h"

#define TWIN_ICACHE_GAP 16	/* one line of the host's */

u32 twin_icache_tags[NR_CPUS * (TWIN_ICACHE_SETS * TWIN_ICACHE_WAYS + TWIN_ICACHE_GAP)];
#ifdef CONFIG_SMP
u32 *twin_icache_own = twin_icache_tags;
#endif
u32 twin_icache_mask, twin_icache_shift;
static u32 twin_icache_ways;

static u32 twin_icache_nr_tags(void)
{
	return (twin_icache_mask + 1) * twin_icache_ways;
}

static u32 *twin_icache_of(u32 cpu)
{
	return twin_icache_tags + cpu * (twin_icache_nr_tags() + TWIN_ICACHE_GAP);
}

/* Without a cache nothing is ever reloaded: all code is one line that is there. */
static void twin_icache_clear(u32 *tags)
{
	u32 sets = twin_icache_mask + 1, i;

	/* WRITE_ONCE: a memset() would be one of the board's and cost it time */
	for (i = 0; i < twin_icache_nr_tags(); i++)
		WRITE_ONCE(tags[i], i < sets && !twin_boot->icache_line ? 0 : ~0U);
}

void twin_icache_forget(void)
{
	twin_icache_clear(twin_icache_own);
}

void twin_icache_enter(u32 cpu)
{
#ifdef CONFIG_SMP
	twin_icache_own = twin_icache_of(cpu);
#endif
}

void twin_icache_init(void)
{
	u32 line = twin_boot->icache_line, i;

	twin_icache_ways = line ? twin_boot->icache_ways : 1;
	twin_icache_shift = line ? ilog2(line / 4) : 31;
	twin_icache_mask = line ? twin_boot->icache_size / line / twin_icache_ways - 1 : 0;
	for (i = 0; i < twin_boot->nr_cpus; i++)
		twin_icache_clear(twin_icache_of(i));
}

/* Brings `line` to the front of its set; time of the refill, 0 when it was there. */
static u64 twin_icache_reload(u32 line)
{
	u32 set = line & twin_icache_mask, moved = twin_icache_own[set], i;
	u32 *older = twin_icache_own + twin_icache_mask + 1 + set * (twin_icache_ways - 1);

	twin_icache_own[set] = line;
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
