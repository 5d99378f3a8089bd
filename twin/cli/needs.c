// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <stdio.h>

#include "cli/verbs.h"
#include "scenario/board_desc.h"
#include "scenario/images.h"
#include "scenario/scenario.h"

/* An image is minutes of work: only a scenario without mistakes deserves one. */
int needs_verb(const struct cli_run *run)
{
	struct board_desc board;
	struct src_pos nowhere = { 0 };
	struct scenario s;

	if (scenario_load(run->scenario, run->sets, run->nr_sets, &s, NULL))
		return EXIT_FINE;
	if (!images_check(run->root, s.kernel.image, nowhere, NULL) &&
	    !board_desc_load(run->root, s.board, nowhere, &board, NULL)) {
		printf("%s %s\n", s.kernel.image, s.board);
		board_desc_free(&board);
	}
	scenario_free(&s);
	return EXIT_FINE;
}
