// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "blocks.h"

#include <stdlib.h>

#include "traced.h"

/* Jumps that one block may follow; more are a loop. */
#define MAX_JUMPS 64

/* A jump or branch whose outcome a static key decides leads both ways, unless it traces. */
static void apply_key(struct listing *l, const struct static_key *key)
{
	struct insn *code = listing_find(l, key->code), *target = listing_find(l, key->target);

	if (!code || !target)
		return;
	if (key->tracepoint) {
		code->kind = INSN_KEY_NOP;
		code->target = 0;
		target->flags |= INSN_TRACE_TARGET;
	} else {
		code->kind = INSN_BRANCH;
		code->target = key->target;
	}
}

static void mark_targets(struct listing *l)
{
	for (size_t i = 0; i < l->count; i++) {
		struct insn *target = NULL;

		if (l->insns[i].target)
			target = listing_find(l, l->insns[i].target);
		if (target)
			target->flags |= INSN_TARGET;
	}
}

/*
 * Walks code from one instruction on, marking what it reaches with `mark`; a work list takes the
 * branches. A tracepoint's block is entered only by jumps, never by running into it.
 */
struct walk {
	struct listing *l;
	uint16_t mark;
	size_t *todo;
	size_t nr_todo, room;
};

static int walk_push(struct walk *w, size_t i)
{
	if (w->nr_todo == w->room) {
		size_t room = w->room ? 2 * w->room : 256;
		size_t *grown = realloc(w->todo, room * sizeof(*grown));

		if (!grown)
			return -1;
		w->todo = grown;
		w->room = room;
	}
	w->todo[w->nr_todo++] = i;
	return 0;
}

static int walk_run(struct walk *w, size_t i)
{
	struct insn *insns = w->l->insns;

	while (i < w->l->count && !(insns[i].flags & w->mark)) {
		struct insn *target = NULL;

		insns[i].flags |= w->mark;
		if (insns[i].target)
			target = listing_find(w->l, insns[i].target);
		if (target && walk_push(w, target - insns))
			return -1;
		if (!listing_falls_through(&insns[i++]))
			break;
		if (i < w->l->count && (insns[i].flags & (INSN_TRACE_TARGET | INSN_SYMBOL)))
			break;
	}
	return 0;
}

static int walk_from(struct walk *w, size_t i)
{
	int result = walk_run(w, i);

	while (!result && w->nr_todo)
		result = walk_run(w, w->todo[--w->nr_todo]);
	return result;
}

/*
 * Where code may be entered from outside: symbols but cold parts, and instructions that nothing
 * runs into or jumps to, which only a jump through a table can reach.
 */
static bool is_root(const struct listing *l, size_t i, bool reached)
{
	uint16_t flags = l->insns[i].flags;

	if ((flags & INSN_SYMBOL) && !(flags & INSN_COLD))
		return true;
	return !reached && l->insns[i].kind != INSN_NOP &&
	       !(flags & (INSN_TARGET | INSN_TRACE_TARGET));
}

static int mark_live(struct walk *w)
{
	bool reached = false;

	w->mark = INSN_LIVE;
	for (size_t i = 0; i < w->l->count; i++) {
		const struct insn *insn = &w->l->insns[i];

		if (is_root(w->l, i, reached) && walk_from(w, i))
			return -1;
		/* padding behind a jump is run into by nobody either */
		if (insn->kind != INSN_NOP)
			reached = listing_falls_through(insn);
	}
	return 0;
}

static int mark_traced(struct walk *w)
{
	w->mark = INSN_TRACED;
	for (size_t i = 0; i < w->l->count; i++) {
		if ((w->l->insns[i].flags & INSN_TRACE_TARGET) && walk_from(w, i))
			return -1;
	}
	return 0;
}

/* Start of the instructions that lead into the trace call i; i itself when there are none. */
static size_t lead_in(const struct listing *l, size_t i)
{
	size_t start = i;

	while (!(l->insns[start].flags & (INSN_TARGET | INSN_SYMBOL))) {
		if (!start)
			return i;
		start--;
		if (!listing_falls_through(&l->insns[start]))
			return start + 1;
		if (l->insns[start].kind != INSN_PLAIN && l->insns[start].kind != INSN_NOP)
			return i;
	}
	return start;
}

static void mark_lead_ins(struct listing *l)
{
	for (size_t i = 0; i < l->count; i++) {
		if (l->insns[i].kind != INSN_TRACE)
			continue;
		for (size_t j = lead_in(l, i); j < i; j++)
			l->insns[j].flags |= INSN_LEAD_IN;
	}
}

static unsigned int count_lead_in(const struct listing *l, size_t i)
{
	unsigned int n = 0;

	while (i-- && (l->insns[i].flags & INSN_LEAD_IN))
		n += l->insns[i].kind != INSN_NOP;
	return n;
}

/* Where the jump at i goes on inside the same function, or l->count. */
static size_t follow(const struct listing *l, size_t i)
{
	const struct insn *target = NULL;

	if (l->insns[i].kind == INSN_JUMP && l->insns[i].target)
		target = listing_find(l, l->insns[i].target);
	if (!target || ((target->flags & INSN_SYMBOL) && !(target->flags & INSN_COLD)))
		return l->count;
	return target - l->insns;
}

/* A block's instructions; each once, where a jump leads back into the block. */
static uint32_t count_block(const struct listing *l, size_t trace)
{
	size_t starts[MAX_JUMPS] = { trace + 1 }, ends[MAX_JUMPS];
	uint32_t n = count_lead_in(l, trace);
	unsigned int jumps = 0;

	for (size_t i = trace + 1; i < l->count;) {
		const struct insn *insn = &l->insns[i];

		if (insn->kind == INSN_TRACE || (insn->flags & INSN_LEAD_IN))
			break;
		if ((insn->flags & INSN_SYMBOL) && i != starts[jumps])
			break;
		n += insn->kind != INSN_NOP;
		if (listing_falls_through(insn)) {
			i++;
			continue;
		}
		ends[jumps] = i;
		i = follow(l, i);
		for (unsigned int k = 0; k <= jumps; k++) {
			if (i >= starts[k] && i <= ends[k])
				return n;
		}
		if (++jumps == MAX_JUMPS)
			break;
		starts[jumps] = i;
	}
	return n;
}

static bool is_traced_only(const struct insn *insn)
{
	return (insn->flags & INSN_TRACED) && !(insn->flags & INSN_LIVE);
}

static void count_blocks(struct listing *l)
{
	for (size_t i = 0; i < l->count; i++) {
		struct insn *insn = &l->insns[i];

		if (insn->kind == INSN_TRACE && !(insn->flags & INSN_FREE))
			insn->charge = count_block(l, i);
	}
}

static void fill(const struct listing *l, const struct image *image,
		 struct blocktable_header *header, uint8_t *table)
{
	for (size_t i = 0; i + 1 < l->count; i++) {
		const struct insn *insn = &l->insns[i];
		uint64_t at = insn[1].addr - image->text;

		if (insn->kind != INSN_TRACE || at >= image->text_size)
			continue;
		header->blocks++;
		if ((insn->flags & INSN_FREE) || is_traced_only(insn))
			header->free_blocks++;
		header->insns += insn->charge;
		table[at] = insn->charge < BLOCKTABLE_NOTED ? insn->charge : BLOCKTABLE_NOTED;
	}
}

int blocks_count(struct listing *l, const struct image *image, struct blocktable_header *header,
		 uint8_t *table, struct traced_stats *stats, FILE *log)
{
	struct walk walk = { .l = l };
	int result;

	for (size_t i = 0; i < image->nr_keys; i++)
		apply_key(l, &image->keys[i]);
	mark_targets(l);
	mark_lead_ins(l);
	result = mark_live(&walk);
	if (!result)
		result = mark_traced(&walk);
	free(walk.todo);
	count_blocks(l);
	if (!result)
		result = traced_charge(l, image, stats, log);
	if (!result)
		fill(l, image, header, table);
	return result;
}
