/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* Files and one-line messages for the tests of this folder. */
#ifndef TEST_FILES_H
#define TEST_FILES_H

#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenario/diag.h"

static char test_folder[64];

/* A new folder; the test runs in it (.init), and it is removed afterwards (.fini). */
static inline void enter_new_folder(void)
{
	strcpy(test_folder, "/tmp/spitwin-test-XXXXXX");
	cr_assert_not_null(mkdtemp(test_folder));
	cr_assert_eq(chdir(test_folder), 0);
}

static inline int remove_entry(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	return remove(path);
}

static inline void remove_folder(void)
{
	cr_assert_eq(chdir("/"), 0);
	nftw(test_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void write_bytes(const char *path, const void *bytes, size_t len)
{
	FILE *file = fopen(path, "w");

	cr_assert_not_null(file);
	cr_assert_eq(fwrite(bytes, 1, len, file), len);
	cr_assert_eq(fclose(file), 0);
}

static inline void write_file(const char *path, const char *text)
{
	write_bytes(path, text, strlen(text));
}

/* The whole message must be `expected`. */
static inline void check_message(const struct diag *diag, const char *expected)
{
	char line[2048];

	diag_format(diag, line, sizeof(line));
	cr_assert_str_eq(line, expected, "\n  got:      %s\n  expected: %s", line, expected);
	cr_assert_null(strchr(line, '\n'));
}

#endif
