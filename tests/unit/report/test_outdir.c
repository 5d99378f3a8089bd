// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/outdir.h"
#include "sample.h"
#include "stream.h"

static char err[TRACE_ERR_SIZE];
static const struct outdir_pair manifest[] = {{"board", "sama5d36ek"}, {"image_hash", "00ff"}};

TestSuite(outdir, .init = enter_scratch, .fini = leave_scratch);

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	cr_assert(f, "%s", path);
	fputs(text, f);
	fclose(f);
}

static int entries(const char *dir)
{
	DIR *d = opendir(dir);
	int n = -2;

	cr_assert(d, "%s", dir);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static void run_into(const char *path, const char *extra)
{
	struct outdir *o = outdir_prepare(path, err);
	struct run_report r = sample_report();

	cr_assert(o, "%s", err);
	put(outdir_file(o, "events.twe"), "events");
	put(outdir_file(o, "pins.vcd"), extra);
	cr_assert_eq(outdir_report(o, &r, manifest, 2, err), 0, "%s", err);
	cr_assert_eq(outdir_commit(o, err), 0, "%s", err);
	sample_free();
}

static void check_file(const char *path, const char *want)
{
	char *text = slurp(path, NULL);

	cr_assert(text, "%s", path);
	cr_assert_str_eq(text, want);
	free(text);
}

Test(outdir, a_new_run)
{
	struct run_report r;
	char *text;

	run_into("run", "pins");
	cr_assert_eq(entries("."), 1, "nothing temporary stays");
	cr_assert_eq(entries("run"), 6);
	check_file("run/pins.vcd", "pins");
	check_file("run/manifest.json", "{\n  \"board\": \"sama5d36ek\",\n  \"format\": "
					"\"spitwin-manifest\",\n  \"image_hash\": \"00ff\"\n}\n");
	check_file("run/tasks/dd.out",
		   "1+0 records in\n1+0 records out\nbad byte \xff, no newline");
	r = sample_report();
	text = report_json(&r);
	check_file("run/report.json", text);
	free(text);
	text = sample_text(&r);
	check_file("run/report.txt", text);
	free(text);
	sample_free();
}

Test(outdir, an_earlier_run_is_replaced_only_at_the_end)
{
	struct outdir *o;

	run_into("run", "old");
	o = outdir_prepare("run/", err);
	cr_assert(o, "%s", err);
	check_file("run/pins.vcd", "old");
	outdir_abort(o);
	check_file("run/pins.vcd", "old");
	cr_assert_eq(entries("."), 1);
	run_into("run", "new");
	check_file("run/pins.vcd", "new");
	cr_assert_eq(entries("."), 1);
}

Test(outdir, an_empty_directory_is_taken)
{
	mkdir("run", 0755);
	run_into("run", "x");
	check_file("run/pins.vcd", "x");
}

static void refused(const char *path, const char *why)
{
	struct outdir *o = outdir_prepare(path, err);

	cr_assert_null(o);
	cr_assert(strstr(err, why), "%s", err);
	cr_assert(strstr(err, "error: "));
	cr_assert_not(strchr(err, '\n'));
}

Test(outdir, what_is_no_run_is_not_touched)
{
	mkdir("home", 0755);
	put("home/thesis.tex", "precious");
	refused("home", "holds thesis.tex, which is no file of a run");
	put("file", "x");
	refused("file", "is not a directory");
	refused("", "has no name");
	refused("no/such/parent", "cannot write there: No such file or directory");
	check_file("home/thesis.tex", "precious");
	cr_assert_eq(entries("."), 2);
}

Test(outdir, a_run_with_a_users_file_is_not_replaced)
{
	run_into("run", "old");
	put("run/tasks/notes.txt", "mine");
	refused("run", "holds notes.txt");
	check_file("run/tasks/notes.txt", "mine");
}

Test(outdir, a_file_that_appears_meanwhile_saves_the_old_run)
{
	struct run_report r;
	struct outdir *o;

	run_into("run", "old");
	o = outdir_prepare("run", err);
	put("run/mine", "mine");
	r = sample_report();
	cr_assert_eq(outdir_report(o, &r, manifest, 2, err), 0);
	cr_assert_eq(outdir_commit(o, err), -1);
	check_file("run/mine", "mine");
	check_file("run/pins.vcd", "old");
	cr_assert_eq(entries("."), 1);
	sample_free();
}

Test(outdir, a_link_is_followed)
{
	mkdir("real", 0755);
	cr_assert_eq(symlink("real", "link"), 0);
	run_into("link", "x");
	check_file("real/pins.vcd", "x");
}

Test(outdir, a_task_name_that_is_no_file_name)
{
	struct report_task task = {.name = "../x", .command = "dd"};
	struct run_report r = sample_report();
	struct outdir *o = outdir_prepare("run", err);

	r.tasks = &task;
	r.nr_tasks = 1;
	cr_assert_eq(outdir_report(o, &r, manifest, 2, err), -1);
	cr_assert(strstr(err, "cannot be a file name"));
	outdir_abort(o);
	cr_assert_eq(entries("."), 0);
	sample_free();
}

/* "run.partial.Ab12Cd/x: error: ..." is about run/x. */
Test(outdir, errors_of_others_get_its_name)
{
	struct outdir *o = outdir_prepare("run", err);
	char line[TRACE_ERR_SIZE];

	snprintf(line, sizeof(line), "%s: error: no room", outdir_file(o, "events.twe"));
	outdir_name_error(o, line);
	cr_assert_str_eq(line, "run/events.twe: error: no room");
	outdir_name_error(o, line);
	cr_assert_str_eq(line, "run/events.twe: error: no room");
	outdir_abort(o);
}
