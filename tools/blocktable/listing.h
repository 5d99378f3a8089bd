/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Reads `objdump -d --no-show-raw-insn` text of x86-64 code into an array of instructions. */
#ifndef BLOCKTABLE_LISTING_H
#define BLOCKTABLE_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum insn_kind {
	INSN_PLAIN,
	INSN_NOP,	/* padding or alignment: no instruction of the program */
	INSN_KEY_NOP,	/* a static branch that is not taken; set by blocks.c */
	INSN_TRACE,	/* call of the coverage function: a block starts behind it */
	INSN_CALL,
	INSN_BRANCH,	/* conditional, target known */
	INSN_JUMP,	/* unconditional; target 0 when indirect */
	INSN_END,	/* ret: nothing behind it is reached from here */
	INSN_TRAP,	/* ud2, int3, hlt: nor behind these */
};

enum insn_flag {
	INSN_SYMBOL = 1,	/* first instruction of a symbol or section */
	INSN_COLD = 2,		/* ... of a function's split-off cold part */
	INSN_FREE = 4,		/* inside a function that exists only for tracing */
	INSN_TARGET = 8,	/* a direct jump, branch or static key leads here */
	INSN_TRACE_TARGET = 16,	/* a tracepoint's static key leads here */
	INSN_LEAD_IN = 32,	/* belongs to the trace call that follows it */
	INSN_LIVE = 64,		/* reachable without any tracepoint */
	INSN_TRACED = 128,	/* reachable from a tracepoint's static key */
	INSN_TRACER = 256,	/* call of a function that exists only for tracing */
};

struct insn {
	uint64_t addr;
	uint64_t target;	/* of a jump or branch, else 0 */
	uint32_t charge;	/* of a trace call: what its block costs; set by blocks.c */
	uint16_t flags;		/* enum insn_flag */
	uint8_t kind;		/* enum insn_kind */
};

struct listing {
	struct insn *insns;
	size_t count, room;
	uint16_t symbol;	/* flags of the symbol being read */
	bool first;		/* the next instruction is its first */
};

/*
 * Takes one line of objdump's output; lines that are neither an instruction nor a symbol are
 * skipped. Returns 0, or -1 when memory is short or the addresses do not ascend.
 */
int listing_line(struct listing *l, const char *line);
/* Reads all lines of `in`. Returns 0, or -1 as listing_line() does. */
int listing_read(struct listing *l, FILE *in);
/* Frees what the listing holds. */
void listing_free(struct listing *l);
/* The instruction at exactly this address, or NULL. */
struct insn *listing_find(const struct listing *l, uint64_t addr);
/* Whether the instruction behind this one may be executed next. */
bool listing_falls_through(const struct insn *insn);

#endif
