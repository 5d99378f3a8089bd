// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where simulated time passes: instructions of executed blocks, and explicit charges.
 */
#include <linux/kernel.h>
#include <asm/twin.h>
#include "icache.h"
#include "private.h"

static const u32 *twin_blocks;	/* by return address / 4 */
static u64 twin_insn_ps;

void twin_time_init(void)
{
	twin_blocks = twin_boot->block_table - twin_boot->text / 4;
	twin_costs_changed();
	twin_icache_init();
}

void twin_costs_changed(void)
{
	twin_insn_ps = twin_boot->costs[TWIN_COST_INSN] + twin_boot->costs[TWIN_COST_DATA_STALL];
}

/* Device events are due, or the clock event is; the host acts, then interrupts may be ready. */
static noinline void twin_limit(void)
{
	twin_leave(TWIN_EXIT_LIMIT);
	if (twin_irqs_on && twin_irq_ready)
		twin_take_irqs();
}

/* Long blocks and watched functions: found by their address. */
static noinline u32 twin_block_note(unsigned long pc)
{
	const struct twin_block_note *notes = twin_boot->notes;
	u64 low = 0, high = twin_boot->nr_notes;

	while (low < high) {
		u64 mid = (low + high) / 2;

		if (notes[mid].addr < pc)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == twin_boot->nr_notes || notes[low].addr != pc)
		return TWIN_BLOCK_NOTE;
	if (notes[low].watch) {
		twin_cpu->last_switch = twin_cpu->now;	/* it is about to schedule */
		twin_emit(TWIN_EV_FUNC, TWIN_CLASS_SCHED, notes[low].watch, 0);
	}
	return notes[low].insns;
}

static __always_inline void twin_block_time(struct twin_cpu *cpu, u32 insns, u64 fetch)
{
	cpu->blocks++;
	cpu->insns += insns;
	cpu->now += insns * twin_insn_ps + fetch;
}

/* A block's time is all that passes until the next one of whatever function. */
static void twin_profile_block(unsigned long pc)
{
	static struct twin_profile *last;
	static u64 since;
	struct twin_profile *table = READ_ONCE(twin_boot->profile);

	if (table && last)
		last->ps += twin_cpu->now - since;
	last = table ? &table[(pc - twin_boot->text) / 4] : NULL;
	since = twin_cpu->now;
	if (last)
		last->blocks++;
}

/* Apart, so that the usual way needs no stack frame. */
static noinline void twin_block_slow(unsigned long pc, u32 entry)
{
	u32 insns = entry & 0xff;

	/* Not in code that costs no time: a signal of the host may have lowered the limit. */
	if (twin_cpu->now >= twin_cpu->limit && !twin_is_untimed)
		twin_limit();
	twin_profile_block(pc);
	if (insns == TWIN_BLOCK_NOTE)
		insns = twin_block_note(pc);
	twin_block_time(twin_cpu, insns, twin_icache_fetch(entry >> 8, insns));
}

/* Code that is not what its sets of the instruction cache used last. */
static noinline void twin_block_cold(struct twin_cpu *cpu, u32 entry)
{
	u32 insns = entry & 0xff;

	twin_block_time(cpu, insns, twin_icache_fetch(entry >> 8, insns));
}

/*
 * GCC calls this at the start of every basic block. The block's instructions are charged before it
 * runs, so the local time inside a block is its end; interrupts are taken at block starts only.
 * Where the block lies decides which cache lines it needs, most often one or two; what it has
 * decides how long it takes.
 */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	unsigned long pc = (unsigned long)__builtin_return_address(0);
	struct twin_cpu *cpu = twin_cpu;
	u32 entry = twin_blocks[pc / 4], insns = entry & 0xff;
	u32 line = (entry >> 8) >> twin_icache_shift, end = twin_icache_end(entry >> 8, insns);

	if (unlikely(cpu->now >= cpu->limit || insns == TWIN_BLOCK_NOTE))
		twin_block_slow(pc, entry);
	else if (unlikely(end - line > 1 || !twin_icache_hot(line) || !twin_icache_hot(end)))
		twin_block_cold(cpu, entry);
	else
		twin_block_time(cpu, insns, 0);
}

/* An interrupt at the limit may let another task run: this one may go on on another CPU. */
void twin_charge(u64 ps)
{
	while (twin_cpu->now + ps >= twin_cpu->event && !twin_is_untimed) {
		struct twin_cpu *cpu = twin_cpu;
		u64 step = cpu->event > cpu->now ? cpu->event - cpu->now : 0;

		cpu->now += step;
		ps -= step;
		twin_limit();
	}
	twin_cpu->now += ps;
}

void twin_barrier(void)
{
	barrier();
	twin_charge_cost(TWIN_COST_BARRIER);
}

/* A polling loop: one instruction's time, so that a loop of nothing else moves on. */
void twin_relax(void)
{
	barrier();
	twin_charge(twin_insn_ps);
}
