// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "study.h"

#include <stdlib.h>
#include <string.h>

#include "hypercube.h"
#include "report/uncertainty.h"

static struct branch *plan(struct machine *m, size_t cost)
{
	struct branches *b = &m->branches;
	struct branch *item = &b->items[b->nr++];

	item->cost = cost;
	memcpy(item->values, m->cost_values, sizeof(item->values));
	return item;
}

static void plan_ends(struct machine *m)
{
	for (size_t i = 0; i < TWIN_COST_NR; i++) {
		const struct cost *c = &m->costs.entry[i];

		if (c->lo == c->hi)
			continue;
		plan(m, i)->values[i] = c->lo;
		plan(m, i)->values[i] = c->hi;
	}
}

static bool has_range(const struct machine *m)
{
	for (int i = 0; i < TWIN_COST_NR; i++)
		if (m->costs.entry[i].lo != m->costs.entry[i].hi)
			return true;
	return false;
}

/*
 * All constants at their low ends, all at their high ends: a figure that grows with each of them is
 * least and most there. The longest comes first, since it may be too long.
 */
static void plan_corners(struct machine *m)
{
	for (int upper = 1; upper >= 0; upper--) {
		struct branch *b = plan(m, BRANCH_ALL_COSTS);

		for (size_t i = 0; i < TWIN_COST_NR; i++)
			b->values[i] = upper ? m->costs.entry[i].hi : m->costs.entry[i].lo;
	}
}

/* A constant without a range is an axis of no length. */
static void plan_samples(struct machine *m)
{
	struct branch *first = &m->branches.items[m->branches.nr];
	uint32_t steps[STUDY_SAMPLES];

	for (int s = 0; s < STUDY_SAMPLES; s++)
		plan(m, BRANCH_ALL_COSTS);
	for (size_t i = 0; i < TWIN_COST_NR; i++) {
		const struct cost *c = &m->costs.entry[i];
		const struct hypercube_axis axis = { c->lo, c->value, c->hi };

		hypercube_order(i, STUDY_SAMPLES, steps);
		for (int s = 0; s < STUDY_SAMPLES; s++)
			first[s].values[i] = hypercube_value(&axis, STUDY_SAMPLES, steps[s]);
	}
}

void study_plan(struct machine *m)
{
	struct branches *b = &m->branches;

	b->items = calloc(2 * TWIN_COST_NR + 2 + STUDY_SAMPLES, sizeof(*b->items));
	if (!b->items) {
		snprintf(b->failure, sizeof(b->failure), "out of memory");
		return;
	}
	if (!has_range(m))
		return;
	plan_corners(m);
	plan_ends(m);
	plan_samples(m);
}

void study_deliver(struct machine *m, const struct run_report *r)
{
	struct measure_result few = *r->measure;
	struct run_report shorter = *r;
	char *json;

	if (m->result.why == TW_STOP_POLL && m->result.code == MACHINE_LONG_BRANCH)
		branch_give_up();
	if (few.nr_transactions > REPORT_TRANSACTIONS)
		few.nr_transactions = REPORT_TRANSACTIONS;
	shorter.measure = &few;
	json = report_json(&shorter);
	fputs(json, m->branches.out);
	branch_deliver(&m->branches);
}

static void bound_expectations(const struct uncertainty *u, struct check *check)
{
	uint64_t low, high;
	char path[64];

	for (size_t i = 0; i < check->nr; i++) {
		snprintf(path, sizeof(path), "expectations.%zu.predicted.value", i);
		if (uncertainty_of(u, path, &low, &high))
			check_interval(check, i, low, high);
	}
}

static const char *why_none(struct machine *m)
{
	struct branches *b = &m->branches;

	if (b->too_long)
		return "too long a run for intervals of its figures; --intervals=always computes them";
	if (!*b->failure)
		return NULL;
	snprintf(m->study_note, sizeof(m->study_note), "intervals not computed: %s", b->failure);
	return m->study_note;
}

/* What each branch wrote, as the report's part takes it. */
static struct uncertainty *evaluate(const struct branches *b, const struct run_report *r)
{
	struct uncertainty_variant *variants = calloc(b->nr, sizeof(*variants));
	char *own = report_json(r);
	struct uncertainty *u = NULL;

	for (size_t i = 0; variants && i < b->nr; i++)
		variants[i] = (struct uncertainty_variant){
			.cost = b->items[i].cost == BRANCH_ALL_COSTS ? UNCERTAINTY_JOINT
								     : b->items[i].cost,
			.values = b->items[i].values, .report = b->items[i].figures,
		};
	if (variants)
		u = uncertainty_new(own, variants, b->nr);
	free(own);
	free(variants);
	return u;
}

void study_conclude(struct machine *m, struct run_report *r, struct check *check,
		    const char **note)
{
	const struct branches *b = &m->branches;
	struct uncertainty *u;

	*note = why_none(m);
	if (*note || !b->nr || !m->boot_time)
		return;
	u = evaluate(b, r);
	if (!u) {
		*note = "intervals not computed: out of memory";
		return;
	}
	r->uncertainty = u;
	bound_expectations(u, check);
	if (!uncertainty_others(u))
		return;
	snprintf(m->study_note, sizeof(m->study_note),
		 "intervals are open: %zu of %zu variants ended in another way, see below",
		 uncertainty_others(u), uncertainty_variants(u));
	*note = m->study_note;
}
