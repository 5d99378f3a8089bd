// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <string.h>

#include "scenario/nearest.h"

Test(nearest, distance_counts_edits)
{
	cr_expect_eq(edit_distance("", ""), 0);
	cr_expect_eq(edit_distance("abc", ""), 3);
	cr_expect_eq(edit_distance("kitten", "sitting"), 3);
	cr_expect_eq(edit_distance("pump", "pmup"), 1, "a swap is one edit");
	cr_expect_eq(edit_distance("Board", "board"), 0, "case does not matter");
}

Test(nearest, long_words_are_far_and_harmless)
{
	char word[300];

	memset(word, 'a', sizeof(word));
	word[299] = '\0';
	cr_expect_eq(edit_distance(word, "a"), 299);
	word[63] = '\0';
	cr_expect_eq(edit_distance(word, "a"), 62);
}

Test(nearest, offers_the_first_of_the_nearest)
{
	struct nearest near;

	nearest_start(&near, "tasts");
	nearest_offer(&near, "board");
	cr_expect_null(near.best);
	nearest_offer(&near, "tasks");
	nearest_offer(&near, "tests");
	cr_expect_str_eq(near.best, "tasks");
}

Test(nearest, nothing_like_it_offers_nothing)
{
	struct nearest near;

	nearest_start(&near, "xyzzy");
	nearest_offer(&near, "board");
	nearest_offer(&near, "runs");
	cr_expect_null(near.best);
}
