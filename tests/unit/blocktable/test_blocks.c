// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "canned.h"

Test(blocks, a_block_ends_at_the_next_trace_call)
{
	static const char *const lines[] = { "f:", TRACE, "inc %eax", "inc %eax", TRACE, "ret" };
	struct result r = COUNT(lines, NULL, 0);

	cr_expect_eq(r.header.blocks, 2);
	cr_expect_eq(r.header.insns, 3);
	cr_expect_eq(r.header.free_blocks, 0);
	cr_expect_eq(r.table[1], 2);
	cr_expect_eq(r.table[4], 1);
	cr_expect_eq(r.table[0], 0);
}

Test(blocks, a_block_ends_with_its_function)
{
	static const char *const lines[] = { "f:", TRACE, "call 30 <panic>", "nop", "nop",
					     "g:", "inc %eax", "ret" };

	cr_expect_eq(COUNT(lines, NULL, 0).table[1], 1);
}

Test(blocks, padding_inside_does_not_count)
{
	static const char *const lines[] = { "f:", TRACE, "inc %eax", "nopw 0x0(%rax)", "inc %eax",
					     "nop", TRACE, "ret" };

	cr_expect_eq(COUNT(lines, NULL, 0).table[1], 2);
}

Test(blocks, a_loop_without_trace_call_counts_once)
{
	static const char *const lines[] = { "f:", TRACE, "inc %eax", "jmp 1 <f+0x1>" };

	cr_expect_eq(COUNT(lines, NULL, 0).table[1], 2);
}

Test(blocks, a_tail_call_is_not_followed)
{
	static const char *const lines[] = { "f:", TRACE, "inc %eax", "jmp 3 <g>",
					     "g:", "push %rbx", TRACE, "ret" };
	struct result r = COUNT(lines, NULL, 0);

	cr_expect_eq(r.table[1], 2);
	cr_expect_eq(r.table[5], 2, "the prologue belongs to g's first block");
}

Test(blocks, a_cold_part_only_a_tracepoint_jumps_to_is_free)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "ret", TRACE, "jmp 6 <f.cold>",
		"f.cold:", TRACE, "jmp 2 <f+0x2>",
	};
	struct static_key key = { .code = 1, .target = 4, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[1], 1, "the static branch itself");
	cr_expect_eq(r.table[3], 1);
	cr_expect_eq(r.table[5], 0);
	cr_expect_eq(r.table[7], 0);
	cr_expect_eq(r.header.blocks, 4);
	cr_expect_eq(r.header.free_blocks, 2);
}

Test(blocks, without_keys_nothing_is_free)
{
	static const char *const lines[] = { "f:", TRACE, "nop", "ret", TRACE, "ret" };

	cr_expect_eq(COUNT(lines, NULL, 0).header.free_blocks, 0);
}

Test(blocks, a_key_outside_the_code_is_ignored)
{
	static const char *const lines[] = { "f:", TRACE, "nop", "ret" };
	struct static_key key = { .code = 1, .target = 0x7777, .tracepoint = true };

	cr_expect_eq(COUNT(lines, &key, 1).table[1], 1);
}

Test(blocks, code_behind_a_call_that_does_not_return)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "call 900 <panic>", TRACE, "jmp 8 <f.cold>",
		"g:", TRACE, "call 900 <panic>", "f.cold:", TRACE, "jmp 2 <f+0x2>",
	};
	struct static_key key = { .code = 1, .target = 4, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[3], 1);
	cr_expect_eq(r.table[5], 0, "a tracepoint's block is not run into");
	cr_expect_eq(r.table[7], 1);
	cr_expect_eq(r.table[9], 0, "nor is its cold part");
	cr_expect_eq(r.header.free_blocks, 2);
}

Test(blocks, what_nothing_reaches_is_charged)
{
	static const char *const lines[] = { "g:", TRACE, "call 900 <panic>", "f.cold:", TRACE,
					     "ret" };

	cr_expect_eq(COUNT(lines, NULL, 0).table[3], 1);
}

Test(blocks, a_lead_in_that_is_run_into_counts_once)
{
	static const char *const lines[] = { "f:", TRACE, "inc %eax", "mov %ebx,%edi", TRACE,
					     "jne 2 <f+0x2>", "ret" };
	struct result r = COUNT(lines, NULL, 0);

	cr_expect_eq(r.table[1], 1);
	cr_expect_eq(r.table[4], 3);
}

Test(blocks, cases_of_a_switch_are_reached_through_its_table)
{
	static const char *const lines[] = {
		"f:", TRACE, "jmp *%rax", "nop", "mov %ebx,%edi", TRACE, "nop", TRACE, "ret",
		TRACE, "jmp 6 <f+0x6>",
	};
	struct static_key key = { .code = 5, .target = 8, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[1], 1);
	cr_expect_eq(r.table[5], 2);
	cr_expect_eq(r.table[7], 1, "the tracepoint's block comes back to it");
	cr_expect_eq(r.table[9], 0);
}
