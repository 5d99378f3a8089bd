// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include "listing.h"

static struct insn one(const char *line)
{
	struct listing l = { 0 };
	struct insn insn = { 0 };

	cr_assert_eq(listing_line(&l, line), 0);
	if (l.count == 1)
		insn = l.insns[0];
	listing_free(&l);
	return insn;
}

static void expect(const char *line, uint64_t addr, enum insn_kind kind, uint64_t target)
{
	struct insn insn = one(line);

	cr_expect_eq(insn.addr, addr, "%s: address %lx", line, insn.addr);
	cr_expect_eq(insn.kind, kind, "%s: kind %u", line, insn.kind);
	cr_expect_eq(insn.target, target, "%s: target %lx", line, insn.target);
}

Test(listing, calls)
{
	expect("    1139:\tcall   1030 <__sanitizer_cov_trace_pc>\n", 0x1139, INSN_TRACE, 0);
	expect("    1139:\tcall   1030 <__sanitizer_cov_trace_pc@plt>\n", 0x1139, INSN_TRACE, 0);
	expect("  1139:\tcall   *0x2fe2(%rip)        # 3ff0 <__sanitizer_cov_trace_pc>\n", 0x1139,
	       INSN_TRACE, 0);
	expect("    1139:\tcall   1030 <printk>\n", 0x1139, INSN_CALL, 0);
	expect("    1139:\tcall   *%rax\n", 0x1139, INSN_CALL, 0);
}

Test(listing, calls_of_the_tracer)
{
	cr_expect_eq(one("  10:\tcall   30 <__traceiter_sched_switch>\n").flags, INSN_TRACER);
	cr_expect_eq(one("  10:\tjmp    30 <__traceiter_sched_switch>\n").flags, INSN_TRACER);
	cr_expect_eq(one("  10:\tcall   30 <trace_event_name>\n").flags, 0);
	cr_expect_eq(one("  10:\tlea    0x3(%rip),%rax   # 30 <__traceiter_x>\n").flags, 0);
}

Test(listing, jumps)
{
	expect("  10:\tjmp    2a4 <f+0x14>\n", 0x10, INSN_JUMP, 0x2a4);
	expect("  10:\tjmp    *%rax\n", 0x10, INSN_JUMP, 0);
	expect("  10:\tnotrack jmp *%rax\n", 0x10, INSN_JUMP, 0);
	expect("  10:\tbnd jmp 2a4 <f>\n", 0x10, INSN_JUMP, 0x2a4);
	expect("  10:\tjmp    *0x2fea(%rip)        # 4000 <g>\n", 0x10, INSN_JUMP, 0);
	expect("  10:\tjne    abc <f>\n", 0x10, INSN_BRANCH, 0xabc);
	expect("  10:\tjrcxz  abc <f>\n", 0x10, INSN_BRANCH, 0xabc);
	expect("  10:\tloop   abc <f>\n", 0x10, INSN_BRANCH, 0xabc);
}

Test(listing, ends_and_padding)
{
	expect("  10:\tret\n", 0x10, INSN_END, 0);
	expect("  10:\trepz ret\n", 0x10, INSN_END, 0);
	expect("  10:\tud2\n", 0x10, INSN_TRAP, 0);
	expect("  10:\tint3\n", 0x10, INSN_TRAP, 0);
	expect("  10:\tnop\n", 0x10, INSN_NOP, 0);
	expect("  10:\tdata16 cs nopw 0x0(%rax,%rax,1)\n", 0x10, INSN_NOP, 0);
	expect("  10:\txchg   %ax,%ax\n", 0x10, INSN_NOP, 0);
	expect("  10:\txchg   %eax,(%rdi)\n", 0x10, INSN_PLAIN, 0);
	expect("  10:\trep stos %rax,%es:(%rdi)\n", 0x10, INSN_PLAIN, 0);
	expect("  10:\tlock cmpxchg %rdx,(%rdi)\n", 0x10, INSN_PLAIN, 0);
}

Test(listing, other_lines_are_skipped)
{
	static const char *const lines[] = {
		"\n", "t.o:     file format elf64-x86-64\n", "\t...\n", "   \n", "  zz:\tnop\n",
		"\t\t\t1: R_X86_64_PLT32\tg-0x4\n", "", "  10:\n", "  10:\t\n",
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		cr_expect_eq(one(lines[i]).addr, 0, "%s", lines[i]);
}

Test(listing, symbols)
{
	struct listing l = { 0 };

	listing_line(&l, "0000000000000010 <plain>:\n");
	listing_line(&l, "  10:\tinc    %eax\n");
	listing_line(&l, "  12:\tret\n");
	listing_line(&l, "0000000000000020 <__traceiter_sched_switch>:\n");
	listing_line(&l, "  20:\tret\n");
	listing_line(&l, "0000000000000030 <plain.cold>:\n");
	listing_line(&l, "  30:\tret\n");
	listing_line(&l, "Disassembly of section .init.text:\n");
	listing_line(&l, "  40:\tret\n");
	cr_assert_eq(l.count, 5);
	cr_expect_eq(l.insns[0].flags, INSN_SYMBOL);
	cr_expect_eq(l.insns[1].flags, 0);
	cr_expect_eq(l.insns[2].flags, INSN_SYMBOL | INSN_FREE);
	cr_expect_eq(l.insns[3].flags, INSN_SYMBOL | INSN_COLD);
	cr_expect_eq(l.insns[4].flags, INSN_SYMBOL);
	cr_expect_eq(listing_find(&l, 0x30), &l.insns[3]);
	cr_expect_null(listing_find(&l, 0x31));
	cr_expect_eq(listing_line(&l, "  40:\tret\n"), -1, "the same address twice");
	listing_free(&l);
}
