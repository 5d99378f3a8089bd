// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel code that runs for the twin's own sake: on a clock that is set back, from a cache that has
 * all lines.
 */
#include <linux/kernel.h>
#include "events.h"
#include "icache.h"
#include "private.h"

/* With so large a line all code is line 0, and that one is there. */
#define TWIN_ONE_LINE 31

bool twin_is_untimed;

void twin_untimed_begin(struct twin_untimed *before)
{
	const struct twin_cpu *cpu = twin_cpu;

	*before = (struct twin_untimed){ cpu->now, cpu->blocks, cpu->insns, twin_icache_own[0],
					 twin_icache_shift, twin_is_untimed };
	twin_icache_own[0] = 0;
	twin_icache_shift = TWIN_ONE_LINE;
	twin_is_untimed = true;
}

void twin_untimed_end(const struct twin_untimed *before)
{
	struct twin_cpu *cpu = twin_cpu;

	twin_icache_own[0] = before->line;
	twin_icache_shift = before->shift;
	cpu->now = before->now;
	cpu->blocks = before->blocks;
	cpu->insns = before->insns;
	twin_is_untimed = before->was;
}
