// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Places that cannot be written. Root may write anywhere, so these are no matter of permissions. */
#include <criterion/criterion.h>
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "program.h"
#include "report.h"

/* A disk of that many kB for this test's process and its children; skips the test where it may not.
 */
static void small_disk(unsigned int kb)
{
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    (mkdir("disk", 0755) && errno != EEXIST) ||
	    mount("spitwin-test", "disk", "tmpfs", 0, text("size=%uk", kb)))
		cr_skip_test("cannot mount a file system here");
}

static void enter(void)
{
	place_enter();
	scenario_of("s.yaml", "fill: prng", DD_512);
}

TestSuite(bad_output, .init = enter, .fini = place_leave);

static void expect_unwritable(const char *option, const char *where, const char *line)
{
	int before = entries(".");
	struct said s = SPITWIN("run", "s.yaml", option, where);

	expect_refused(&s, line);
	cr_assert_eq(entries("."), before, "files are left");
	s = SPITWIN("run", "s.yaml", option, where, "--json");
	expect_refused(&s, line);
}

/*
 * Regression: the place of an error of an output.
 * Expected: "none/x: error: cannot write there: ...".
 * Buggy: "spitwin: error: none/x: error: cannot write there: ...".
 */
Test(bad_output, run_directories)
{
	expect_unwritable("-o", "s.yaml/x", "s.yaml/x: error: Not a directory; give another -o");
	expect_unwritable("-o", "none/x",
			  "none/x: error: cannot write there: No such file or "
			  "directory; give another -o");
	expect_unwritable("-o", "/proc/x",
			  "/proc/x: error: cannot write there: No such file or "
			  "directory; give another -o");
	expect_unwritable("-o", "/dev/full",
			  "/dev/full: error: is not a directory; give another -o");
	expect_unwritable("-o", "s.yaml", NULL);
	expect_unwritable("-o", "/", NULL);
	expect_unwritable("-o", ".", NULL);
}

Test(bad_output, waveforms)
{
	expect_unwritable("--vcd", "s.yaml/x",
			  "s.yaml/x: error: cannot write: Not a directory; check the directory");
	expect_unwritable("--vcd", "none/x",
			  "none/x: error: cannot write: No such file or directory; "
			  "check the directory");
	expect_unwritable("--vcd", "/proc/x",
			  "/proc/x: error: cannot write: No such file or "
			  "directory; check the directory");
}

/*
 * Regression: --vcd names what is no regular file.
 * Expected: refused before the run, and left alone.
 * Buggy: a device, pipe or socket was replaced by the file (as root even /dev/null); a directory
 * was noticed after the run only.
 */
Test(bad_output, waveforms_over_no_regular_file)
{
	struct stat st;

	cr_assert(!mkfifo("pipe", 0600) && !mkdir("dir", 0755));
	expect_unwritable("--vcd", "pipe",
			  "pipe: error: is not a regular file; give --vcd another name");
	cr_assert(!stat("pipe", &st) && S_ISFIFO(st.st_mode), "the pipe was replaced");
	expect_unwritable("--vcd", "dir",
			  "dir: error: is not a regular file; give --vcd another name");
	expect_unwritable("--vcd", ".", ".: error: is not a regular file; give --vcd another name");
}

Test(bad_output, waveforms_replace_a_file)
{
	struct said s;

	write_file("p.vcd", "old", 3);
	s = SPITWIN("run", "s.yaml", "--vcd", "p.vcd");
	expect_code(&s, 0);
	cr_assert_eq(strncmp(read_file("p.vcd", NULL), "$version", 8), 0);
	cr_assert_eq(entries("."), 2);
}

/* What is no run is never replaced. */
Test(bad_output, foreign_directory)
{
	char *here = keep(getcwd(NULL, 0));

	cr_assert(!mkdir("other", 0755));
	write_file("other/precious", "hi", 2);
	expect_unwritable("-o", "other",
			  text("%s/other: error: holds precious, which is no file of a "
			       "run; give another -o",
			       here));
	same_bytes(read_file("other/precious", NULL), 2, "hi", 2, "precious");
	cr_assert_eq(entries("other"), 1);
}

/* A file of the user's in the folder of a run is kept too. */
Test(bad_output, run_directory_with_a_note)
{
	struct said s = SPITWIN("run", "s.yaml", "-o", "out");

	expect_code(&s, 0);
	write_file("out/notes.txt", "mine", 4);
	expect_unwritable("-o", "out", NULL);
	cr_assert(exists("out/notes.txt") && exists("out/report.json"));
}

/* Nothing is left behind on a disk that is too small, whichever file meets its end. */
static void expect_no_room(const char *option, const char *name)
{
	const char *file = text("disk/%s", name);
	const char *verb = strcmp(option, "--junit") ? "run" : "check";
	struct said s = SPITWIN(verb, "s.yaml", option, file);

	expect_refused(&s, NULL);
	cr_assert_eq(strncmp(s.err, file, strlen(file)), 0, "%s", s.err);
	cr_assert(strstr(s.err, "cannot write: No space left on device; "), "%s", s.err);
	cr_assert_not(strstr(s.err, "partial"), "%s", s.err);
	cr_assert_eq(entries("disk"), 0, "files are left");
}

/*
 * Regression: the place of an error inside the run directory.
 * Expected: "disk/out/events.twe: error: ...". Buggy: "disk/out.partial.hP7Z8T/events.twe: ...".
 */
Test(bad_output, full_disk)
{
	for (unsigned int kb = 8; kb <= 128; kb *= 2) {
		small_disk(kb);
		expect_no_room("-o", "out");
		cr_assert(!umount("disk"));
	}
	small_disk(8);
	expect_no_room("--vcd", "p.vcd");
	expect_no_room("--ftrace", "t.txt");
	expect_no_room("--perfetto", "t.json");
}

#define EXPECT "expect: [{what: tasks.dd.took, at_most: 1 s}]\n"

/* The verdicts are small: the disk is full before. An earlier file of the name stays. */
Test(bad_output, full_disk_for_verdicts)
{
	struct said s;
	char *before;

	scenario("s.yaml", "tasks: [{run: " DD_512 "}]\n" EXPECT);
	small_disk(16);
	s = SPITWIN("check", "s.yaml", "--junit", "disk/j.xml");
	expect_code(&s, 0);
	before = read_file("disk/j.xml", NULL);
	s = program(NULL, (const char *const[]){"sh", "-c", "cat /dev/zero >disk/zero", NULL});
	s = SPITWIN("check", "s.yaml", "--junit", "disk/j.xml");
	expect_refused(&s, "disk/j.xml: error: cannot write: No space left on device; free some "
			   "space");
	cr_assert_str_eq(read_file("disk/j.xml", NULL), before);
	cr_assert_eq(entries("disk"), 2);
}

Test(bad_output, verdicts)
{
	scenario("s.yaml", "tasks: [{run: " DD_512 "}]\n" EXPECT);
	for (int i = 0; i < 4; i++) {
		static const char *const all[][2] = {
			{"none/x",
			 "none/x: error: cannot write: No such file or directory; check the "
			 "directory"},
			{"/dev/full",
			 "/dev/full: error: is not a regular file; give --junit another name"},
			{".", ".: error: is not a regular file; give --junit another name"},
			{"s.yaml",
			 "s.yaml: error: is an input of this run and would be overwritten"},
		};
		struct said s = SPITWIN("check", "s.yaml", "--junit", all[i][0]);

		expect_refused(&s, all[i][1]);
		cr_assert_eq(entries("."), 1, "files are left");
	}
}

Test(bad_output, full_disk_behind_stdout)
{
	struct how how = {.out_to = "/dev/full"};
	struct said s = SPITWIN_HOW(&how, "run", "s.yaml");

	expect_refused(&s, "spitwin: error: cannot write the report: No space left on device");
	s = SPITWIN_HOW(&how, "run", "s.yaml", "--json");
	expect_refused(&s, "spitwin: error: cannot write the report: No space left on device");
	s = SPITWIN_HOW(&how, "list");
	expect_refused(&s, NULL);
}

/*
 * Regression: standard streams that are closed.
 * Expected: no file gets their numbers; a report that cannot be written is an error.
 * Buggy: the first file opened became standard output, and the report went into it.
 */
Test(bad_output, closed_streams)
{
	const char *const run[] = {"sh", "-c", "\"$0\" run s.yaml -o out >&- 2>err", spitwin_bin(),
				   NULL};
	struct how how = {.closed_stdin = 1};
	struct said s = program(NULL, run);

	expect_code(&s, 2);
	cr_assert_str_eq(read_file("err", NULL),
			 "spitwin: error: cannot write the report: Bad file descriptor\n");
	s = SPITWIN_HOW(&how, "run", "s.yaml", "-o", "out2");
	expect_code(&s, 0);
	same_files("out/events.twe", "out2/events.twe");
}

/*
 * Regression: `save` of a flash that cannot be written.
 * Expected: one line, exit code 2, no other output. Buggy: silently nothing.
 */
Test(bad_output, flash_content)
{
	struct said s;

	s = SPITWIN("run", scenario_of("t.yaml", "save: none/x", DD_512), "-o", "out", "--vcd",
		    "p");
	expect_refused(&s, NULL);
	cr_assert(strstr(s.err, "none/x': No such file or directory"), "%s", s.err);
	cr_assert(!exists("out") && !exists("p"));
}

Test(bad_output, flash_content_is_saved)
{
	size_t len;
	char *data;
	struct said s;

	write_file("f.bin", "hello", 5);
	s = SPITWIN("run", scenario_of("t.yaml", "image: f.bin, save: g.bin", DD_512));
	expect_code(&s, 0);
	data = read_file("g.bin", &len);
	cr_assert_eq(len, 64u << 20);
	cr_assert_eq(memcmp(data, "hello\xff\xff", 7), 0);
}

/*
 * Regression: `save` of a run that is refused.
 * Expected: no file. Buggy: the content was written although the scenario was wrong.
 */
Test(bad_output, flash_content_of_a_refused_run)
{
	struct said s;

	s = SPITWIN("run", scenario("t.yaml", "devices:\n  flash0: {save: g.bin}\n  flash9: {}\n"));
	expect_refused(&s, NULL);
	cr_assert(!exists("g.bin"));
}

/*
 * Regression: vcd_replaces_an_input
 * Expected: an output that is an input of the run, or the run directory itself, is refused before
 * anything is simulated. Buggy: the scenario or the flash's image was replaced by the waveform.
 */
Test(bad_output, vcd_replaces_an_input)
{
	char *before = read_file("s.yaml", NULL);
	struct said s = SPITWIN("run", "s.yaml", "--vcd", "./s.yaml");

	expect_refused(&s, "./s.yaml: error: is an input of this run and would be overwritten");
	cr_assert_str_eq(read_file("s.yaml", NULL), before);
	write_file("flash.bin", "content", 7);
	s = SPITWIN("run", "s.yaml", "--set", "devices.flash0={image: flash.bin}", "--vcd",
		    "flash.bin");
	expect_refused(&s, "flash.bin: error: is an input of this run and would be overwritten");
	cr_assert_str_eq(read_file("flash.bin", NULL), "content");
	s = SPITWIN("run", "s.yaml", "-o", "x", "--vcd", "x");
	expect_refused(&s, "x: error: is also the run directory; give --vcd another name");
	cr_assert(!exists("x"));
}

/*
 * Regression: names that lead elsewhere.
 * Expected: a symbolic link is refused, /dev/stdout among them.
 * Buggy: the finished file was renamed over the link: as root, over the machine's /dev/stdout.
 */
Test(bad_output, symbolic_links)
{
	cr_assert_eq(symlink("elsewhere", "link"), 0);
	expect_unwritable("--vcd", "link",
			  "link: error: is a symbolic link, which would be replaced; give --vcd "
			  "another name");
	expect_unwritable("--vcd", "/dev/stdout",
			  "/dev/stdout: error: is a symbolic link, which would be replaced; give "
			  "--vcd another name");
}

/*
 * Regression: what a run reads, and the program's own files.
 * Expected: refused before anything runs.
 * Buggy: overlays, the board's costs and the image could be overwritten.
 */
Test(bad_output, inputs)
{
	const char *costs = text("%s/boards/sama5d36ek/costs.yaml", top());
	const char *image = text("%s/build/images/linux-6.1-sama5d36ek/board.dtb", top());
	const char *overlay = "/dts-v1/;\n/plugin/;\n&spi1 { status = \"okay\"; };\n";
	struct said s;

	write_file("x.dtso", overlay, strlen(overlay));
	s = SPITWIN("run", "s.yaml", "--set", "overlays=[x.dtso]", "--vcd", "x.dtso");
	expect_refused(&s, "x.dtso: error: is an input of this run and would be overwritten");
	s = SPITWIN("run", "s.yaml", "--set", "devices.flash0.save=s.yaml");
	expect_refused(&s, "s.yaml: error: is an input of this run and would be overwritten");
	expect_unwritable("--vcd", costs,
			  text("%s: error: lies among the files of boards and kernels; give --vcd "
			       "another folder", costs));
	expect_unwritable("--vcd", image,
			  text("%s: error: lies among the files of boards and kernels; give --vcd "
			       "another folder", image));
}

/*
 * Regression: two outputs of one name.
 * Expected: refused. Buggy: the later one silently replaced the content of the flash.
 */
Test(bad_output, written_twice)
{
	struct said s =
		SPITWIN("run", "s.yaml", "--vcd", "./both", "--set", "devices.flash0.save=both");

	expect_refused(&s, "both: error: would be written twice, by --vcd and by "
			   "devices.flash0.save; give one of them another name");
}

/*
 * Regression: a task that writes for ever.
 * Expected: what is kept ends after 16 MiB and says so. Buggy: gigabytes of memory and of report.
 */
Test(bad_output, endless_task_output)
{
	struct said s = SPITWIN("run", "s.yaml", "--set", "tasks.0.run=cat /dev/zero", "--set",
				"wall_clock=3 s");

	cr_assert_eq(s.code, 3);
	cr_assert_lt(s.out_len, (size_t)17 << 20);
}
