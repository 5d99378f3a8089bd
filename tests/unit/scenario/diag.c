// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include <criterion/redirect.h>

Test(diag, parts_that_are_not_known_are_left_out)
{
	struct diag diag;

	cr_expect_eq(diag_set(&diag, (struct src_pos){ "a.yaml", 3, 7 }, "bad %s", "thing"), -1);
	check_message(&diag, "a.yaml:3:7: error: bad thing");
	diag_hint(&diag, "try %d", 5);
	check_message(&diag, "a.yaml:3:7: error: bad thing; try 5");
	diag_set(&diag, (struct src_pos){ "a.yaml", 3, 0 }, "bad");
	check_message(&diag, "a.yaml:3: error: bad");
	diag_set(&diag, (struct src_pos){ "a.yaml", 0, 0 }, "bad");
	check_message(&diag, "a.yaml: error: bad");
	diag_set(&diag, (struct src_pos){ 0 }, "bad");
	check_message(&diag, "spitwin: error: bad");
}

Test(diag, is_one_line_whatever_it_quotes)
{
	struct diag diag;

	diag_set(&diag, (struct src_pos){ "a\nb", 1, 1 }, "key '%s'", "x\ny\033[31m\ttab");
	check_message(&diag, "a?b:1:1: error: key 'x?y?[31m?tab'");
}

Test(diag, long_texts_are_cut_between_characters)
{
	struct diag diag;
	char text[2000];

	for (size_t i = 0; i + 2 < sizeof(text); i += 2)
		memcpy(text + i, "\xc3\xa9", 3);
	diag_set(&diag, (struct src_pos){ "a", 1, 1 }, "x%s", text);
	cr_expect_lt(strlen(diag.what), sizeof(diag.what));
	cr_expect_eq(strlen(diag.what) % 2, 1, "x and whole characters of two bytes");
	cr_expect_gt(strlen(diag.what), 500);
}

Test(diag, long_paths_keep_their_end)
{
	struct diag diag;
	char path[3000];

	memset(path, 'd', sizeof(path));
	strcpy(path + 2900, "/end.yaml");
	diag_set(&diag, (struct src_pos){ path, 1, 1 }, "bad");
	cr_expect_lt(strlen(diag.file), sizeof(diag.file));
	cr_expect_str_eq(diag.file + strlen(diag.file) - 9, "/end.yaml");
	cr_expect(!strncmp(diag.file, "...", 3));
}

Test(diag, may_be_absent)
{
	cr_expect_eq(diag_set(NULL, (struct src_pos){ 0 }, "bad"), -1);
	cr_expect_eq(diag_hint(NULL, "hint"), -1);
}

Test(diag, is_printed_on_stderr_without_colour_to_a_file, .init = cr_redirect_stderr)
{
	struct diag diag;

	diag_set(&diag, (struct src_pos){ "a.yaml", 3, 7 }, "bad");
	diag_hint(&diag, "good");
	diag_print(&diag);
	fflush(stderr);
	cr_assert_stderr_eq_str("a.yaml:3:7: error: bad; good\n");
}
