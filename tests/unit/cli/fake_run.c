// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "fake_run.h"

#include <stdio.h>

struct fake_run fake_run;

int run_verb(const struct cli_run *run)
{
	fake_run.calls++;
	fake_run.run = *run;
	fake_run.nr_sets = run->nr_sets;
	snprintf(fake_run.scenario, sizeof(fake_run.scenario), "%s", run->scenario);
	snprintf(fake_run.root, sizeof(fake_run.root), "%s", run->root);
	for (size_t i = 0; i < run->nr_sets && i < 8; i++)
		snprintf(fake_run.sets[i], sizeof(fake_run.sets[i]), "%s", run->sets[i]);
	return fake_run.answer;
}

void needs_verb(const struct cli_run *run)
{
	printf("%s%s\n", run->scenario, run->check ? " is checked" : "");
}
