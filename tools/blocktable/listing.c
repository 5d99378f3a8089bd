// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_FUNCTION "__sanitizer_cov_trace_pc"

/* Functions that exist only for tracing: reached by real code only while a tracepoint is on. */
static const char *const free_functions[] = { "__traceiter_", "trace_raw_", "__probestub_" };

static const char *const prefixes[] = {
	"bnd", "notrack", "data16", "addr32", "rex.W", "lock", "rep", "repz", "repe", "repnz",
	"repne", "cs", "ds", "es", "fs", "gs", "ss",
};

struct word {
	const char *text;
	size_t len;
};

static struct word next_word(const char **p)
{
	struct word w;

	while (isblank((unsigned char)**p))
		(*p)++;
	w.text = *p;
	while (**p && !isspace((unsigned char)**p))
		(*p)++;
	w.len = *p - w.text;
	return w;
}

static bool word_is(struct word w, const char *s)
{
	return w.len == strlen(s) && !memcmp(w.text, s, w.len);
}

static bool word_starts(struct word w, const char *s)
{
	return w.len >= strlen(s) && !memcmp(w.text, s, strlen(s));
}

static bool is_prefix(struct word w)
{
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (word_is(w, prefixes[i]))
			return true;
	}
	return false;
}

static enum insn_kind kind_of(struct word op, const char *operands)
{
	if (word_starts(op, "call"))
		return strstr(operands, "<" TRACE_FUNCTION) ? INSN_TRACE : INSN_CALL;
	if (word_starts(op, "jmp"))
		return INSN_JUMP;
	if (word_starts(op, "j") || word_starts(op, "loop") || word_is(op, "xbegin"))
		return INSN_BRANCH;
	if (word_starts(op, "nop") || (word_starts(op, "xchg") && strstr(operands, "%ax,%ax")))
		return INSN_NOP;
	if (word_starts(op, "ret") || word_starts(op, "iret"))
		return INSN_END;
	if (word_starts(op, "ud") || word_is(op, "int3") || word_is(op, "hlt"))
		return INSN_TRAP;
	return INSN_PLAIN;
}

/* Whether a name starts as those of functions that exist only for tracing do. */
static bool is_free_name(const char *name)
{
	for (size_t i = 0; i < sizeof(free_functions) / sizeof(free_functions[0]); i++) {
		if (!strncmp(name, free_functions[i], strlen(free_functions[i])))
			return true;
	}
	return false;
}

static bool calls_tracer(enum insn_kind kind, const char *operands)
{
	const char *name = strchr(operands, '<');

	return (kind == INSN_CALL || kind == INSN_JUMP) && name && is_free_name(name + 1);
}

/* Target of a direct jump: the operand is a bare hexadecimal address. */
static uint64_t target_of(enum insn_kind kind, const char *operands)
{
	char *end;
	uint64_t target;

	if (kind != INSN_JUMP && kind != INSN_BRANCH)
		return 0;
	while (isblank((unsigned char)*operands))
		operands++;
	if (!isxdigit((unsigned char)*operands))
		return 0;
	target = strtoull(operands, &end, 16);
	return *end && !isspace((unsigned char)*end) ? 0 : target;
}

static int append(struct listing *l, struct insn insn)
{
	if (l->count && l->insns[l->count - 1].addr >= insn.addr)
		return -1;
	if (l->count == l->room) {
		size_t room = l->room ? 2 * l->room : 4096;
		struct insn *grown = realloc(l->insns, room * sizeof(*grown));

		if (!grown)
			return -1;
		l->insns = grown;
		l->room = room;
	}
	l->insns[l->count++] = insn;
	return 0;
}

/* "  1139:\tcall   1030 <f>" */
static int instruction(struct listing *l, const char *line)
{
	char *p;
	const char *rest;
	struct insn insn = { .addr = strtoull(line, &p, 16) };
	struct word op;

	if (p == line || p[0] != ':' || p[1] != '\t')
		return 0;
	rest = p + 1;
	do
		op = next_word(&rest);
	while (is_prefix(op));
	if (!op.len)
		return 0;
	insn.kind = kind_of(op, rest);
	insn.target = target_of(insn.kind, rest);
	insn.flags = l->symbol & INSN_FREE;
	if (calls_tracer(insn.kind, rest))
		insn.flags |= INSN_TRACER;
	if (l->first)
		insn.flags |= INSN_SYMBOL | (l->symbol & INSN_COLD);
	l->first = false;
	return append(l, insn);
}

/* "0000000000001130 <name>:" */
static void symbol(struct listing *l, const char *line)
{
	const char *name = strchr(line, '<');
	size_t len = name ? strcspn(++name, ">") : 0;

	l->first = true;
	l->symbol = 0;
	if (len && is_free_name(name))
		l->symbol |= INSN_FREE;
	if (len && memmem(name, len, ".cold", 5))
		l->symbol |= INSN_COLD;
}

int listing_line(struct listing *l, const char *line)
{
	if (isblank((unsigned char)line[0]))
		return instruction(l, line);
	if (isxdigit((unsigned char)line[0]) && strstr(line, ">:"))
		symbol(l, line);
	else if (!strncmp(line, "Disassembly of section", 22))
		symbol(l, "");
	return 0;
}

int listing_read(struct listing *l, FILE *in)
{
	char *line = NULL;
	size_t room = 0;
	int result = 0;

	while (!result && getline(&line, &room, in) >= 0)
		result = listing_line(l, line);
	free(line);
	return result;
}

void listing_free(struct listing *l)
{
	free(l->insns);
	*l = (struct listing){ 0 };
}

static int compare_addr(const void *key, const void *insn)
{
	uint64_t a = *(const uint64_t *)key, b = ((const struct insn *)insn)->addr;

	return (a > b) - (a < b);
}

struct insn *listing_find(const struct listing *l, uint64_t addr)
{
	if (!l->count)
		return NULL;
	return bsearch(&addr, l->insns, l->count, sizeof(*l->insns), compare_addr);
}

bool listing_falls_through(const struct insn *insn)
{
	return insn->kind != INSN_JUMP && insn->kind != INSN_END && insn->kind != INSN_TRAP;
}
