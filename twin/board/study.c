// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "study.h"

#include <stdarg.h>
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

static const char *none_since(struct machine *m, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static const char *none_since(struct machine *m, const char *fmt, ...)
{
	int n = snprintf(m->study_note, sizeof(m->study_note), "intervals not computed: ");
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->study_note + n, sizeof(m->study_note) - n, fmt, ap);
	va_end(ap);
	return m->study_note;
}

/*
 * Did the run come to an end of its own? Up to a fault, its figures predict nothing; and variants
 * do not look for stale data.
 */
static bool is_complete(const struct run_report *r)
{
	return !strcmp(r->outcome, "ok") || !strcmp(r->outcome, "task-failed") ||
	       !strcmp(r->outcome, "expectation-failed");
}

/* Before anything is compared; NULL: all variants have figures. */
static const char *why_none(struct machine *m, const struct run_report *r)
{
	const struct branches *b = &m->branches;

	if (*b->failure)
		return none_since(m, "%s", b->failure);
	if (!b->nr)
		return none_since(m, "no constant of the board has a range");
	if (!m->boot_time)
		return none_since(m, "no task started");
	if (!is_complete(r))
		return none_since(m, "the run ended as %s, and only complete runs are compared",
				  r->outcome);
	if (b->too_long)
		return "too long a run for intervals of its figures; --intervals=always computes "
		       "them";
	return NULL;
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

/* NULL: all variants ended as the run did. */
static const char *note_others(struct machine *m, const struct uncertainty *u)
{
	size_t others = uncertainty_others(u), nr = uncertainty_variants(u);

	if (!others)
		return NULL;
	if (others == nr)
		return none_since(m, "no variant ended as the run did; the first ended as %s",
				  uncertainty_other(u, 0).outcome);
	snprintf(m->study_note, sizeof(m->study_note),
		 "intervals are open: %zu of %zu variants ended in another way, see below", others,
		 nr);
	return m->study_note;
}

static bool is_asked_for(const struct branches *b)
{
	return b->items || *b->failure;
}

void study_conclude(struct machine *m, struct run_report *r, struct check *check,
		    const char **note)
{
	struct uncertainty *u;

	*note = is_asked_for(&m->branches) ? why_none(m, r) : NULL;
	if (*note || !is_asked_for(&m->branches))
		return;
	u = evaluate(&m->branches, r);
	if (!u) {
		*note = none_since(m, "out of memory");
		return;
	}
	*note = note_others(m, u);
	if (uncertainty_others(u) == uncertainty_variants(u)) {
		uncertainty_free(u);
		return;
	}
	r->uncertainty = u;
	bound_expectations(u, check);
}
