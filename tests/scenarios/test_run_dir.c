// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The folder of a run: complete, replaced as a whole, never mixed with anything else. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "program.h"
#include "report.h"

TestSuite(run_dir, .init = place_enter, .fini = place_leave);

static struct said run_to(const char *dir, const char *command)
{
	struct said s =
		SPITWIN("run", scenario_of("s.yaml", "fill: prng", command), "-o", dir, "--json");

	expect_code(&s, 0);
	return s;
}

Test(run_dir, holds_everything)
{
	static const char *const names[] = {"report.txt",  "report.json",   "pins.vcd",
					    "events.twe",  "manifest.json", "kernel.log",
					    "costs.yaml",  "scenario.yaml", "tasks/dd.out"};
	size_t len;

	run_to("out", DD_512);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		read_file(text("out/%s", names[i]), &len);
		cr_assert_gt(len, 0, "%s is empty", names[i]);
	}
	cr_assert_eq(entries("out"), 9);
	cr_assert_eq(entries("out/tasks"), 1);
	cr_assert_eq(entries("."), 2);
}

Test(run_dir, same_as_stdout)
{
	struct said json = run_to("out", DD_512), plain;
	size_t len;
	char *file = read_file("out/report.json", &len);

	same_bytes(json.out, json.out_len, file, len, "JSON");
	plain = SPITWIN("run", "s.yaml", "-o", "out2");
	file = read_file("out2/report.txt", &len);
	same_bytes(plain.out, plain.out_len, file, len, "text");
	cr_assert_eq(json.err_len, 0, "stderr: %s", json.err);
	cr_assert_eq(plain.err_len, 0, "stderr: %s", plain.err);
}

Test(run_dir, vcd_option_gives_the_same_file)
{
	struct said s;

	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", DD_512), "-o", "out", "--vcd", "p");
	expect_code(&s, 0);
	same_files("p", "out/pins.vcd");
}

/*
 * Regression: a second run into the folder of an earlier one.
 * Expected: replaces it. Buggy: "holds kernel.log, which is no file of a run".
 */
Test(run_dir, second_run_replaces_the_first)
{
	run_to("out", DD_512);
	run_to("out", "dd if=/dev/mtd0 of=/dev/null bs=4 count=1");
	cr_assert_eq(report_int(report_file("out/report.json"), "transactions.0.bytes"), 9);
	cr_assert_eq(entries("out"), 9);
	cr_assert_eq(entries("."), 2);
}

Test(run_dir, second_run_drops_outputs_of_the_first)
{
	struct said s;

	s = SPITWIN("run", scenario("s.yaml", "tasks:\n  - {run: " DD_512 ", name: old}\n"), "-o",
		    "out");
	expect_code(&s, 0);
	run_to("out/", DD_512);
	cr_assert(!exists("out/tasks/old.out"));
	cr_assert(exists("out/tasks/dd.out"));
}

Test(run_dir, empty_folder_is_used)
{
	cr_assert(!mkdir("out", 0755));
	run_to("out", DD_512);
	cr_assert(exists("out/report.json"));
}

Test(run_dir, manifest_names_the_image)
{
	json_t *m;

	run_to("out", DD_512);
	m = report_file("out/manifest.json");
	cr_assert_str_eq(report_text_at(m, "image"), "linux-6.1");
	cr_assert_str_eq(report_text_at(m, "board"), "sama5d36ek");
	cr_assert(strstr(report_text_at(m, "package"), "linux-source-6.1"));
	cr_assert_eq(strlen(json_string_value(json_object_get(m, "image.so"))), 64);
}

/*
 * Regression: what was changed on the command line.
 * Expected: report and manifest say it, and the directory has what the run was made of.
 * Buggy: a run with --set devices.spi1.dma=on looked like one of the scenario as it is.
 */
Test(run_dir, changes_are_recorded)
{
	const char *overlay = "/dts-v1/;\n/plugin/;\n&spi1 { status = \"okay\"; };\n";
	struct said s;
	json_t *m;

	write_file("x.dtso", overlay, strlen(overlay));
	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", DD_512), "-o", "out", "--set",
		    "devices.spi1.dma=off", "--set", "overlays=[x.dtso]");
	expect_code(&s, 0);
	cr_assert(strstr(s.out, "note: changed on the command line: devices.spi1.dma=off; "
				"overlays=[x.dtso]\n"), "%s", s.out);
	m = report_file("out/manifest.json");
	cr_assert_str_eq(json_string_value(json_object_get(m, "set.0")),
			 "devices.spi1.dma=off");
	same_files("out/scenario.yaml", "s.yaml");
	same_files("out/overlay-0.dtso", "x.dtso");
	same_files("out/costs.yaml", text("%s/boards/sama5d36ek/costs.yaml", top()));
}

Test(run_dir, kernel_log_is_that_of_the_kernel)
{
	char *log;

	run_to("out", DD_512);
	log = read_file("out/kernel.log", NULL);
	cr_assert_eq(strncmp(log, "Linux version 6.1.", 18), 0);
	cr_assert(strstr(log, "spi-nor spi1.0: s25fl512s (65536 Kbytes)\n"));
}

/* Boot has no warning, no error and no crash in it. The board's own kernel has none either. */
Test(run_dir, kernel_boots_without_complaint)
{
	static const char *const words[] = {"WARNING",	"BUG:", "Oops",	 "Call Trace",
					    "cut here", "rror", "failed"};
	char *log;

	run_to("out", DD_512);
	log = read_file("out/kernel.log", NULL);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		cr_assert(!strstr(log, words[i]), "kernel.log has '%s'", words[i]);
}

/* The report and a failed task's log are kept for a run that failed, too. */
Test(run_dir, failed_run_is_kept)
{
	struct said s;

	s = SPITWIN("run", scenario_of("s.yaml", "fill: prng", "dd if=/none"), "-o", "out");
	expect_code(&s, 1);
	cr_assert_eq(report_int(report_file("out/report.json"), "result.exit_code"), 1);
}
