// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Observing costs nothing: a tracepoint's code charges what the code does that it stands in for. */
#include "canned.h"

#define TRACER "call   800 <__traceiter_x>"

Test(traced, a_copy_of_the_code_behind_the_key_costs_the_same)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "mov %ebx,%edi", "test %eax,%eax", "jne 8 <f+0x8>",
		TRACE, "ret", TRACE, "ret",
		TRACE, TRACER, TRACE, "mov %ebx,%edi", "test %eax,%eax", "je 6 <f+0x6>",
		"jmp 8 <f+0x8>",
	};
	struct static_key key = { .code = 1, .target = 10, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[1], 1, "the key itself");
	cr_expect_eq(r.table[3], 3);
	cr_expect_eq(r.table[11], 0, "the tracer");
	cr_expect_eq(r.table[13], 3, "the copy, without its jump back: %u", r.table[13]);
	cr_expect_eq(r.stats.exits, 2);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

/* Behind the key: a block of three; tracing comes back to `back`. */
static struct result comes_back_to(const char *back)
{
	const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "mov %ebx,%edi", "inc %eax", "ret", TRACE, TRACER, back,
	};
	struct static_key key = { .code = 1, .target = 6, .tracepoint = true };

	return COUNT(lines, &key, 1);
}

Test(traced, coming_back_to_the_key_costs_nothing)
{
	struct result r = comes_back_to("jmp 2 <f+0x2>");

	cr_expect_eq(r.table[7], 0);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, coming_back_behind_a_trace_call_pays_for_its_block)
{
	struct result r = comes_back_to("jmp 4 <f+0x4>");

	cr_expect_eq(r.table[3], 3);
	cr_expect_eq(r.table[7], 3);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, a_copy_that_returns_pays_for_the_blocks_up_to_the_return)
{
	struct result r = comes_back_to("ret");

	cr_expect_eq(r.table[7], 3);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, each_exit_costs_its_own_way)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "test %eax,%eax", "je 8 <f+0x8>", TRACE, "inc %eax",
		"jmp 11 <g>", TRACE, "ret",
		TRACE, TRACER, "test %eax,%eax", "je 8 <f+0x8>", TRACE, "inc %eax", "jmp 11 <g>",
		"g:", "ret",
	};
	struct static_key key = { .code = 1, .target = 10, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[3], 2);
	cr_expect_eq(r.table[6], 2);
	cr_expect_eq(r.table[11], 2, "to the near exit: %u", r.table[11]);
	cr_expect_eq(r.table[15], 2, "from there to the far exit: %u", r.table[15]);
	cr_expect_eq(r.stats.exits, 2);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, a_copy_may_hold_the_next_tracepoint)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "inc %eax", "nop", TRACE, "ret",
		TRACE, TRACER, TRACE, "inc %eax", "nop", "jmp 5 <f+0x5>",
		TRACE, TRACER, "jmp 5 <f+0x5>",
	};
	struct static_key keys[] = {
		{ .code = 1, .target = 7, .tracepoint = true },
		{ .code = 4, .target = 13, .tracepoint = true },
		{ .code = 11, .target = 13, .tracepoint = true },
	};
	struct result r = COUNT(lines, keys, 3);

	cr_expect_eq(r.table[3], 2);
	cr_expect_eq(r.table[8], 0);
	cr_expect_eq(r.table[10], 2);
	cr_expect_eq(r.table[14], 0);
	cr_expect_eq(r.stats.exits, 3);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, a_loop_over_the_probes_costs_nothing)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "inc %eax", "ret",
		TRACE, "mov %eax,%ebx", TRACE, "call *%rax", "jne 7 <f+0x7>", TRACE, "inc %eax",
		"ret",
	};
	struct static_key key = { .code = 1, .target = 5, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[6], 0);
	cr_expect_eq(r.table[8], 0);
	cr_expect_eq(r.table[11], 2, "the copy behind it");
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, rounds_of_a_loop_add_nothing)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "inc %eax", "ret", TRACE, TRACE, "jne 6 <f+0x6>",
		"jmp 3 <f+0x3>",
	};
	struct static_key key = { .code = 1, .target = 5, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.table[6], 2, "before the loop: %u", r.table[6]);
	cr_expect_eq(r.table[7], 0, "each round: %u", r.table[7]);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, what_two_tracepoints_share_is_paid_before)
{
	static const char *const lines[] = {
		"f:", TRACE, "nop", TRACE, "inc %eax", "nop", TRACE, "inc %eax", "inc %eax",
		"ret", TRACE, TRACER, "jmp f <f+0xf>", TRACE, TRACER, "jmp f <f+0xf>",
		TRACE, "ret",
	};
	struct static_key keys[] = {
		{ .code = 1, .target = 9, .tracepoint = true },
		{ .code = 4, .target = 12, .tracepoint = true },
	};
	struct result r = COUNT(lines, keys, 2);

	cr_expect_eq(r.table[10], 5, "the first key's way to the return: %u", r.table[10]);
	cr_expect_eq(r.table[13], 3, "the second key's: %u", r.table[13]);
	cr_expect_eq(r.table[16], 0, "what both share: %u", r.table[16]);
	cr_expect_eq(r.stats.inexact, 0, "%s", r.log);
}

Test(traced, what_a_table_cannot_say_is_reported)
{
	static const char *const lines[] = {
		"f:", TRACE, "jne 4 <f+0x4>", TRACE, "inc %eax", TRACE, "nop", "ret",
		TRACE, TRACER, "jmp 2 <f+0x2>",
	};
	struct static_key key = { .code = 5, .target = 7, .tracepoint = true };
	struct result r = COUNT(lines, &key, 1);

	cr_expect_eq(r.stats.inexact, 1);
	cr_expect_str_eq(r.log, "tracepoint at 5, exit at 9: no live way, charged 0\n");
}
