// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "report/outfile.h"
#include "stream.h"

static char err[TRACE_ERR_SIZE];

TestSuite(outfile, .init = enter_scratch, .fini = leave_scratch);

static int entries(void)
{
	DIR *d = opendir(".");
	int n = -2;

	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static void expect_content(const char *name, const char *want)
{
	char *text = slurp(name, NULL);

	cr_assert(text, "no %s", name);
	cr_expect_str_eq(text, want);
	free(text);
}

static void write_now(const char *name, const char *text)
{
	struct outfile *f = outfile_open(name, err);

	cr_assert(f, "%s", err);
	cr_assert_eq(outfile_finish(f, text, err), 0, "%s", err);
}

Test(outfile, appears_at_the_end)
{
	struct outfile *f = outfile_open("x", err);

	cr_assert(f, "%s", err);
	cr_expect(access("x", F_OK));
	cr_assert_eq(outfile_finish(f, "one", err), 0);
	expect_content("x", "one");
	cr_expect_eq(entries(), 1);
	write_now("x", "two");
	expect_content("x", "two");
	cr_expect_eq(entries(), 1);
}

Test(outfile, abandoned)
{
	write_now("x", "old");
	outfile_abandon(outfile_open("x", err));
	outfile_abandon(NULL);
	expect_content("x", "old");
	cr_expect_eq(entries(), 1);
}

Test(outfile, no_such_directory)
{
	cr_expect_null(outfile_open("none/x", err));
	cr_expect_str_eq(err, "none/x: error: cannot write: No such file or directory; check the "
			      "directory");
	cr_expect_eq(entries(), 0);
}

/* As on a full disk: the earlier file stays, nothing half-written does. */
Test(outfile, no_room)
{
	const struct rlimit limit = {5000, 5000};
	char *big = calloc(1, 100001);
	struct outfile *f;

	memset(big, 'x', 100000);
	write_now("x", "old");
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	f = outfile_open("x", err);
	cr_assert(f, "%s", err);
	cr_expect_eq(outfile_finish(f, big, err), -1);
	cr_expect_str_eq(err, "x: error: cannot write: File too large; free some space");
	expect_content("x", "old");
	cr_expect_eq(entries(), 1);
	free(big);
}

/* The write that failed is long ago when the file ends; what it was is still said. */
Test(outfile, no_room_while_it_is_written)
{
	const struct rlimit limit = {5000, 5000};
	struct outfile *f;

	write_now("x", "old");
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	f = outfile_open("x", err);
	cr_assert(f, "%s", err);
	for (int i = 0; i < 10000; i++)
		fprintf(outfile_stream(f), "%d\n", i);
	fseek(outfile_stream(f), 0, SEEK_SET);
	cr_expect_eq(outfile_finish(f, "end", err), -1);
	cr_expect_str_eq(err, "x: error: cannot write: File too large; free some space");
	expect_content("x", "old");
	cr_expect_eq(entries(), 1);
}

/* The head is written again when the number of lines is known. */
Test(outfile, written_over_its_beginning)
{
	struct outfile *f = outfile_open("x", err);

	cr_assert(f, "%s", err);
	fputs("..... one two", outfile_stream(f));
	cr_assert_eq(fseek(outfile_stream(f), 0, SEEK_SET), 0);
	fputs("begin", outfile_stream(f));
	cr_assert_eq(outfile_finish(f, "", err), 0, "%s", err);
	expect_content("x", "begin one two");
}
