// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/*
 * `spitwin needs`: an image is minutes of work, so only a scenario and a board without mistakes
 * deserve one. Everything is checked that a run checks before it opens the image.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cli/verbs.h"
#include "judgement.h"
#include "machine.h"

/* "IMAGE BOARD", and for one that is not from a package alone, behind tabs, build-image's options. */
static void print_need(const struct machine *m, const struct scenario *s)
{
	printf("%s %s", s->kernel.image, s->board);
	if (m->need.tree || m->need.nr_changes)
		printf("\t--as\t%s", m->need.label);
	if (m->need.tree)
		printf("\t--kernel-tree\t%s", m->need.tree);
	for (size_t i = 0; i < m->need.nr_changes; i++)
		printf("\t--change\t%s", m->need.changes[i]);
	printf("\n");
}

static bool is_sound(const struct cli_run *run, struct machine *m, const struct scenario *s)
{
	struct judgement j = { 0 };
	struct diag diag;
	bool sound;

	sound = (!run->check || !judgement_demand(s, &diag)) && !judgement_read(&j, s, &diag) &&
		!machine_load(m, &diag) && !machine_tasks(m, &diag);
	judgement_close(&j);
	return sound;
}

void needs_verb(const struct cli_run *run)
{
	struct machine *m = calloc(1, sizeof(*m));
	struct scenario s;

	if (m && !scenario_load(run->scenario, run->sets, run->nr_sets, &s, NULL)) {
		m->memory.fd = -1;
		m->scenario = &s;
		m->root = run->root;
		if (is_sound(run, m, &s))
			print_need(m, &s);
		machine_free(m);
		scenario_free(&s);
	}
	free(m);
}
