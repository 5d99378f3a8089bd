// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "traced.h"

#include <stdlib.h>

#define FAR UINT32_MAX
#define MAX_NEXT 3

/* Places that are no instruction of the listing: a return, a trap, a jump to who knows where. */
enum outside { OUT_RETURN, OUT_TRAP, OUT_JUMP, NR_OUTSIDE };

struct place {
	uint32_t live;		/* charge of the cheapest live way from the key to here */
	uint32_t before;	/* charge of the region's way to here */
	uint32_t future;	/* least `live` of all exits that lie ahead */
	uint32_t direct;	/* the same, of those before the next trace call */
	bool tracer;		/* a call of the tracer lies ahead */
	bool boundary;		/* a live key leads here */
	bool loop;		/* a way leads from here back to here */
	bool decided;		/* its charge is set */
	bool seen, queued;
	uint32_t keys;		/* live keys that lead here through tracing alone */
	uint32_t visit;		/* the last search for a loop that came here */
};

struct work {
	struct listing *l;
	const struct image *image;
	struct traced_stats *stats;
	FILE *log;
	struct place *places;	/* one per instruction, then one per enum outside */
	uint32_t *key_target;	/* per instruction: 1 + where its tracepoint's key leads */
	uint32_t *order;	/* places reached, in order */
	size_t nr_order;
	uint32_t *todo;		/* of a search for a loop */
	uint32_t visits;
};

static bool is_live(const struct work *w, size_t i)
{
	return i >= w->l->count || (w->l->insns[i].flags & INSN_LIVE);
}

/* The first instruction of another function: reached by a tail call. */
static bool is_entry(const struct work *w, size_t i)
{
	return i < w->l->count &&
	       (w->l->insns[i].flags & (INSN_SYMBOL | INSN_COLD)) == INSN_SYMBOL;
}

static size_t outside_of(const struct work *w, const struct insn *insn)
{
	return w->l->count + (insn->kind == INSN_END	? OUT_RETURN :
			      insn->kind == INSN_TRAP ? OUT_TRAP :
						        OUT_JUMP);
}

/* The places that may follow instruction i; how many. */
static unsigned int next_of(const struct work *w, size_t i, size_t *next)
{
	const struct insn *insn = &w->l->insns[i], *target = NULL;
	unsigned int n = 0;

	if (insn->target)
		target = listing_find(w->l, insn->target);
	if (target)
		next[n++] = target - w->l->insns;
	if (w->key_target[i])
		next[n++] = w->key_target[i] - 1;
	if (listing_falls_through(insn)) {
		if (i + 1 < w->l->count && !(insn[1].flags & (INSN_TRACE_TARGET | INSN_SYMBOL)))
			next[n++] = i + 1;
	} else if (!target) {
		next[n++] = outside_of(w, insn);
	}
	return n;
}

static uint32_t charge_of(const struct work *w, size_t i)
{
	const struct insn *insn = &w->l->insns[i];

	return insn->kind == INSN_TRACE ? insn->charge : 0;
}

static void touch(struct work *w, size_t i)
{
	if (w->places[i].seen)
		return;
	w->places[i].seen = true;
	w->order[w->nr_order++] = i;
}

static void forget(struct work *w)
{
	while (w->nr_order) {
		struct place *p = &w->places[w->order[--w->nr_order]];

		p->live = p->before = p->future = p->direct = FAR;
		p->seen = p->queued = p->tracer = p->loop = false;
	}
}

/* Cheapest live way from behind the key at `key` to all places of its function. */
static void find_live_ways(struct work *w, size_t key)
{
	size_t nr = 0, next[MAX_NEXT];
	uint32_t *todo = w->todo;

	if (key + 1 >= w->l->count)
		return;
	touch(w, key + 1);
	w->places[key + 1].live = 0;
	todo[nr++] = key + 1;
	while (nr) {
		size_t i = todo[--nr];
		uint32_t after = w->places[i].live + charge_of(w, i);
		unsigned int n = next_of(w, i, next);

		w->places[i].queued = false;
		while (n--) {
			struct place *p = &w->places[next[n]];

			if (after >= p->live)
				continue;
			touch(w, next[n]);
			p->live = after;
			if (p->queued || next[n] >= w->l->count || !is_live(w, next[n]) ||
			    is_entry(w, next[n]))
				continue;
			p->queued = true;
			todo[nr++] = next[n];
		}
	}
}

/* Whether place i ends the region that key target `start` begins. */
static bool is_exit(const struct work *w, size_t i)
{
	return is_live(w, i) || w->places[i].boundary;
}

/* Lists the region's instructions behind what `order` holds already; where they begin. */
static size_t find_region(struct work *w, size_t start)
{
	size_t first = w->nr_order, next[MAX_NEXT];

	/* the key itself reached it as a live way; the region begins there all the same */
	w->order[w->nr_order++] = start;
	for (size_t done = first; done < w->nr_order; done++) {
		unsigned int n = next_of(w, w->order[done], next);

		while (n--) {
			if (next[n] != start && !is_exit(w, next[n]))
				touch(w, next[n]);
		}
	}
	return first;
}

static void lower(uint32_t *value, uint32_t to, bool *changed)
{
	if (to < *value) {
		*value = to;
		*changed = true;
	}
}

static bool look_ahead_one(struct work *w, size_t i)
{
	struct place *p = &w->places[i];
	bool changed = false, tracer = p->tracer || (w->l->insns[i].flags & INSN_TRACER);
	size_t next[MAX_NEXT];
	unsigned int n = next_of(w, i, next);

	while (n--) {
		const struct place *q = &w->places[next[n]];

		if (is_exit(w, next[n])) {
			lower(&p->future, q->live, &changed);
			lower(&p->direct, q->live, &changed);
			continue;
		}
		lower(&p->future, q->future, &changed);
		if (w->l->insns[next[n]].kind != INSN_TRACE || q->loop)
			lower(&p->direct, q->direct, &changed);
		if (q->keys > 1)
			lower(&p->direct, q->future, &changed);
		tracer |= q->tracer;
	}
	changed |= tracer != p->tracer;
	p->tracer = tracer;
	return changed;
}

static void look_ahead(struct work *w, size_t first)
{
	bool changed;

	do {
		changed = false;
		for (size_t k = w->nr_order; k-- > first;)
			changed |= look_ahead_one(w, w->order[k]);
	} while (changed);
}

static bool leads_back(struct work *w, size_t start)
{
	size_t nr = 0, next[MAX_NEXT];

	w->todo[nr++] = start;
	w->visits++;
	while (nr) {
		unsigned int n = next_of(w, w->todo[--nr], next);

		while (n--) {
			struct place *p = &w->places[next[n]];

			if (next[n] == start)
				return true;
			if (is_exit(w, next[n]) || p->visit == w->visits)
				continue;
			p->visit = w->visits;
			w->todo[nr++] = next[n];
		}
	}
	return false;
}

/* The tracer may be a loop over all probes right here; what leads to a loop leads to the tracer. */
static void find_loops(struct work *w, size_t first)
{
	for (size_t k = first; k < w->nr_order; k++) {
		struct place *p = &w->places[w->order[k]];

		if (w->l->insns[w->order[k]].kind == INSN_TRACE)
			p->loop = p->tracer = leads_back(w, w->order[k]);
	}
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * The charge of the region's block i. The last block before an exit makes the sum right; blocks up
 * to the tracer's call add nothing, for events to carry the key's time; the others are copies and
 * count as they are, as long as no exit ahead becomes too dear. A loop's blocks add nothing, for
 * its rounds are not known, nor do blocks that several keys lead to, each with another sum: the
 * block before them pays.
 */
static void decide(struct work *w, size_t i)
{
	struct insn *insn = &w->l->insns[i];
	struct place *p = &w->places[i];
	uint32_t own = insn->charge, aim = p->before;

	if (insn->kind != INSN_TRACE || p->decided)
		return;
	p->decided = true;
	if (p->loop || p->keys > 1)
		aim = p->before;
	else if (p->direct != FAR)
		aim = p->direct;
	else if (!p->tracer)
		aim = least(p->future, p->before + own);
	insn->charge = aim > p->before ? aim - p->before : 0;
}

static void check_exit(struct work *w, size_t key, size_t from, size_t to, uint32_t charged)
{
	const struct place *p = &w->places[to];

	w->stats->exits++;
	if (p->live == charged)
		return;
	w->stats->inexact++;
	if (!w->log)
		return;
	fprintf(w->log, "tracepoint at %lx, exit at %lx: ", w->l->insns[key].addr,
		w->l->insns[from].addr);
	if (p->live == FAR)
		fprintf(w->log, "no live way, charged %u\n", charged);
	else
		fprintf(w->log, "live %u, charged %u\n", p->live, charged);
}

/* Hands the charge so far on from the region's start, deciding block by block. */
static void charge_region(struct work *w, size_t key, size_t first)
{
	size_t next[MAX_NEXT];

	w->places[w->order[first]].before = 0;
	for (size_t k = first; k < w->nr_order; k++) {
		size_t i = w->order[k];
		unsigned int n = next_of(w, i, next);
		uint32_t after;

		decide(w, i);
		after = w->places[i].before + charge_of(w, i);
		while (n--) {
			struct place *p = &w->places[next[n]];

			if (is_exit(w, next[n]))
				check_exit(w, key, i, next[n], after);
			else if (p->before == FAR)
				p->before = after;
			else if (p->before != after)
				check_exit(w, key, i, next[n], after);
		}
	}
}

static void count_keys(struct work *w, size_t key)
{
	size_t start = w->key_target[key] - 1;

	if (is_live(w, start))
		return;
	for (size_t k = find_region(w, start); k < w->nr_order; k++)
		w->places[w->order[k]].keys++;
	forget(w);
}

static void do_key(struct work *w, size_t key)
{
	size_t start = w->key_target[key] - 1, first;

	find_live_ways(w, key);
	if (is_live(w, start)) {
		check_exit(w, key, key, start, 0);
	} else {
		first = find_region(w, start);
		find_loops(w, first);
		look_ahead(w, first);
		charge_region(w, key, first);
	}
	forget(w);
}

static void find_keys(struct work *w)
{
	for (size_t k = 0; k < w->image->nr_keys; k++) {
		const struct static_key *key = &w->image->keys[k];
		const struct insn *code = listing_find(w->l, key->code);
		const struct insn *target = listing_find(w->l, key->target);

		if (!key->tracepoint || !code || !target)
			continue;
		w->key_target[code - w->l->insns] = 1 + (target - w->l->insns);
		if (code->flags & INSN_LIVE)
			w->places[target - w->l->insns].boundary = true;
	}
}

/* Tracing's code that no live key leads to is not executed at all. */
static void free_the_rest(struct work *w)
{
	for (size_t i = 0; i < w->l->count; i++) {
		if ((w->l->insns[i].flags & INSN_TRACED) && !is_live(w, i) && !w->places[i].decided)
			w->l->insns[i].charge = 0;
	}
}

int traced_charge(struct listing *l, const struct image *image, struct traced_stats *stats,
		  FILE *log)
{
	size_t nr = l->count + NR_OUTSIDE;
	struct work w = { .l = l, .image = image, .stats = stats, .log = log };
	int result = -1;

	w.places = calloc(nr, sizeof(*w.places));
	w.key_target = calloc(nr, sizeof(*w.key_target));
	w.order = calloc(nr + 1, sizeof(*w.order));
	w.todo = calloc(nr + 1, sizeof(*w.todo));
	if (w.places && w.key_target && w.order && w.todo) {
		for (size_t i = 0; i < nr; i++)
			w.places[i].live = w.places[i].before = w.places[i].future =
				w.places[i].direct = FAR;
		find_keys(&w);
		result = 0;
		for (size_t i = 0; i < l->count; i++) {
			if (w.key_target[i] && (l->insns[i].flags & INSN_LIVE))
				count_keys(&w, i);
		}
		for (size_t i = 0; i < l->count; i++) {
			if (w.key_target[i] && (l->insns[i].flags & INSN_LIVE))
				do_key(&w, i);
		}
		free_the_rest(&w);
	}
	free(w.places);
	free(w.key_target);
	free(w.order);
	free(w.todo);
	return result;
}
