// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "study.h"

#include <stdlib.h>
#include <string.h>

#include "report/uncertainty.h"

static void plan(struct machine *m, enum twin_cost cost, uint64_t value)
{
	struct branches *b = &m->branches;

	b->items[b->nr++] = (struct branch){ .cost = cost, .value = value };
}

void study_plan(struct machine *m)
{
	m->branches.items = calloc(2 * TWIN_COST_NR, sizeof(*m->branches.items));
	for (int i = 0; m->branches.items && i < TWIN_COST_NR; i++) {
		const struct cost *c = &m->costs.entry[i];

		if (c->lo == c->hi)
			continue;
		plan(m, i, c->lo);
		plan(m, i, c->hi);
	}
}

void study_deliver(struct machine *m, const struct run_report *r)
{
	struct branch *me = &m->branches.items[m->branches.index];
	struct measure_result few = *r->measure;
	struct run_report shorter = *r;
	char *json;

	if (few.nr_transactions > REPORT_TRANSACTIONS)
		few.nr_transactions = REPORT_TRANSACTIONS;
	shorter.measure = &few;
	json = report_json(&shorter);
	fputs(json, me->figures);
	branch_exit(&m->branches, m->result.why != TW_STOP_POLL);
}

/* What a branch wrote, with a NUL behind; NULL: nothing. */
static char *read_all(FILE *f)
{
	char *text = NULL;
	size_t len = 0;

	if (!f || getdelim(&text, &len, '\0', f) <= 0) {
		free(text);
		return NULL;
	}
	return text;
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

void study_conclude(struct machine *m, struct run_report *r, struct check *check,
		    const char **note)
{
	const struct branches *b = &m->branches;
	struct uncertainty_variant *variants;
	char *own;

	*note = NULL;
	if (b->too_long)
		*note = "too long a run for intervals of its figures; --intervals=always computes them";
	if (!b->nr || b->too_long || !m->boot_time)
		return;
	variants = calloc(b->nr, sizeof(*variants));
	if (!variants)
		return;
	for (size_t i = 0; i < b->nr; i++)
		variants[i] = (struct uncertainty_variant){ b->items[i].cost, b->items[i].value,
							    read_all(b->items[i].figures) };
	own = report_json(r);
	r->uncertainty = uncertainty_new(own, variants, b->nr);
	bound_expectations(r->uncertainty, check);
	free(own);
	for (size_t i = 0; i < b->nr; i++)
		free((char *)variants[i].report);
	free(variants);
}
