// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Every way to get a scenario wrong: one line, with the exact position. */
#include "files.h"

#include <criterion/redirect.h>

#include "scenario/scenario.h"

#define HEAD "spitwin: 1\nboard: b\n"

struct bad {
	const char *text;
	const char *message;
};

static const struct bad cases[] = {
	/* the file as a whole */
	{ "", "s.yaml: error: is empty" },
	{ "# only a comment\n", "s.yaml:1:1: error: holds no YAML value, only comments or blanks" },
	{ "board: b\n",
	  "s.yaml:1:1: error: is not a scenario: its first key is not 'spitwin'; start the file "
	  "with the line \"spitwin: 1\"" },
	{ "just text\n",
	  "s.yaml:1:1: error: is not a scenario: its first key is not 'spitwin'; start the file "
	  "with the line \"spitwin: 1\"" },
	{ "board: b\nspitwin: 1\n",
	  "s.yaml:1:1: error: is not a scenario: its first key is not 'spitwin'; start the file "
	  "with the line \"spitwin: 1\"" },
	{ "spitwin: 2\nboard: b\n",
	  "s.yaml:1:10: error: spitwin: '2' is out of range; from 1 to 1" },
	{ "spitwin: 1\n", "s.yaml:1:1: error: the scenario has no key 'board'; it is required" },
	{ HEAD "---\nspitwin: 1\n", "s.yaml:3:1: error: a second YAML document in the same file" },
	/* keys */
	{ HEAD "taks: []\n", "s.yaml:3:1: error: unknown key 'taks'; did you mean 'tasks'?" },
	{ HEAD "xyzzy: 1\n",
	  "s.yaml:3:1: error: unknown key 'xyzzy'; known here: spitwin, board, kernel, design, "
	  "overlays, devices, tasks, loads, runs, observe, expect, watchdog, wall_clock" },
	{ HEAD "kernel: {imgae: x}\n",
	  "s.yaml:3:10: error: unknown key 'imgae' in kernel; did you mean 'image'?" },
	{ HEAD "tasks:\n- run: dd\n  nicee: 3\n",
	  "s.yaml:5:3: error: unknown key 'nicee' in tasks[0]; did you mean 'nice'?" },
	{ HEAD "board: c\n",
	  "s.yaml:3:1: error: duplicate key 'board'; its first value is in line 2, column 1" },
	{ HEAD "kernel:\n  cmdline: a\n  image: b\n  cmdline: c\n",
	  "s.yaml:6:3: error: duplicate key 'cmdline'; its first value is in line 4, column 3" },
	{ HEAD "? [a, b]\n: 1\n",
	  "s.yaml:3:3: error: a key must be a single word, not a mapping or list" },
	/* kinds */
	{ HEAD "kernel: linux\n", "s.yaml:3:9: error: kernel is a single value, not a mapping" },
	{ HEAD "tasks: {run: dd}\n", "s.yaml:3:8: error: tasks is a mapping, not a list" },
	{ HEAD "tasks: [dd]\n", "s.yaml:3:9: error: tasks[0] is a single value, not a mapping" },
	{ HEAD "tasks: [{}]\n", "s.yaml:3:9: error: tasks[0] has no key 'run'; it is required" },
	{ HEAD "tasks: [{run: [dd]}]\n",
	  "s.yaml:3:15: error: tasks[0].run is a list, not a single value" },
	{ HEAD "devices: {f: {image: [a]}}\n",
	  "s.yaml:3:22: error: devices.f.image is a list, not a single value" },
	{ HEAD "devices: {f: {image:}}\n",
	  "s.yaml:3:15: error: devices.f.image has no value; give one, or leave the key out if it "
	  "is optional" },
	{ HEAD "devices: {'a b': {}}\n",
	  "s.yaml:3:11: error: devices: 'a b' is not a devicetree label; up to 31 letters, "
	  "digits and _" },
	/* quantities */
	{ HEAD "watchdog: 5\n",
	  "s.yaml:3:11: error: watchdog: '5' has no unit; a time needs one of ps, ns, us, ms, s, "
	  "min, h, as in \"1.5 us\"" },
	{ HEAD "tasks: [{run: a, at: -5 us}]\n",
	  "s.yaml:3:22: error: tasks[0].at: '-5 us' is negative; a time needs one of ps, ns, us, "
	  "ms, s, min, h, as in \"1.5 us\"" },
	{ HEAD "watchdog: 99999999999999999999 s\n",
	  "s.yaml:3:11: error: watchdog: '99999999999999999999 s' is too large; a time needs one "
	  "of ps, ns, us, ms, s, min, h, as in \"1.5 us\"" },
	{ HEAD "watchdog: 18446744 s\n",
	  "s.yaml:3:11: error: watchdog: '18446744 s' is out of range; from 1 us to 5000 h" },
	{ HEAD "watchdog: 1 ns\n",
	  "s.yaml:3:11: error: watchdog: '1 ns' is out of range; from 1 us to 5000 h" },
	{ HEAD "watchdog: 1.0000000000001 s\n",
	  "s.yaml:3:11: error: watchdog: '1.0000000000001 s' is finer than the grain it is kept "
	  "in; a time needs one of ps, ns, us, ms, s, min, h, as in \"1.5 us\"" },
	{ HEAD "watchdog: 10 MHz\n",
	  "s.yaml:3:11: error: watchdog: '10 MHz' has a unit of another kind; a time needs one of "
	  "ps, ns, us, ms, s, min, h, as in \"1.5 us\"" },
	/* numbers, names, choices */
	{ HEAD "tasks: [{run: a, nice: 20}]\n",
	  "s.yaml:3:24: error: tasks[0].nice: '20' is out of range; from -20 to 19" },
	{ HEAD "tasks: [{run: a, nice: -21}]\n",
	  "s.yaml:3:24: error: tasks[0].nice: '-21' is out of range; from -20 to 19" },
	{ HEAD "tasks: [{run: a, nice: -99999999999999999999}]\n",
	  "s.yaml:3:24: error: tasks[0].nice: '-99999999999999999999' is too large; a whole "
	  "number, without a unit" },
	{ HEAD "tasks: [{run: a, cpu: -1}]\n",
	  "s.yaml:3:23: error: tasks[0].cpu: '-1' is negative; a whole number, without a unit" },
	{ HEAD "tasks: [{run: a, cpu: 64}]\n",
	  "s.yaml:3:23: error: tasks[0].cpu: '64' is out of range; from 0 to 63" },
	{ HEAD "tasks: [{run: a, policy: fifo}]\n",
	  "s.yaml:3:26: error: tasks[0].policy: 'fifo' is not a scheduling policy; it takes other, "
	  "fifo:N, rr:N, batch or idle" },
	{ HEAD "tasks: [{run: a, policy: 'rr:100'}]\n",
	  "s.yaml:3:26: error: tasks[0].policy: 'rr:100' has no priority from 1 to 99; write it as "
	  "in \"fifo:50\"" },
	{ HEAD "tasks: [{run: '  '}]\n", "s.yaml:3:15: error: tasks[0].run is empty" },
	{ HEAD "tasks: [{run: a, name: sixteen-bytes-xx}]\n",
	  "s.yaml:3:24: error: tasks[0].name has 16 bytes, more than 15" },
	{ "spitwin: 1\nboard: ../../etc\n",
	  "s.yaml:2:8: error: board: '../../etc' is not a name; use letters, digits and . _ + -" },
	{ "spitwin: 1\nboard: ..\n",
	  "s.yaml:2:8: error: board: '..' is not a name; start it with a letter or digit" },
	{ HEAD "devices: {spi1: {dma: maybe}}\n",
	  "s.yaml:3:23: error: devices.spi1.dma: 'maybe' is not one of its values; it takes "
	  "devicetree|off|on" },
	{ HEAD "runs: {seeds: 20..1}\n",
	  "s.yaml:3:15: error: runs.seeds: '20..1' is an empty range; write the smaller "
	  "number first" },
	{ HEAD "runs: {seeds: 1..}\n",
	  "s.yaml:3:15: error: runs.seeds: '1..' is not a number; write a number or a range, as in "
	  "1..20" },
	{ HEAD "expect: [{what: a.b, value: 3 apples}]\n",
	  "s.yaml:3:29: error: expect[0].value: '3 apples' has an unknown unit; write a number "
	  "with its unit, as in \"305 us\", \"44 MHz\", \"512 B\" or \"3 %\"" },
	/* YAML beyond its plain part */
	{ HEAD "kernel: &k {image: x}\n",
	  "s.yaml:3:10: error: YAML anchors (&) are not used here; write the value out" },
	{ HEAD "a: &a [1, 1]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\n",
	  "s.yaml:3:5: error: YAML anchors (&) are not used here; write the value out" },
	{ HEAD "kernel: *k\n",
	  "s.yaml:3:10: error: YAML aliases (*) are not used here; write the value out" },
	{ HEAD "kernel: !!map {}\n",
	  "s.yaml:3:9: error: YAML tags (!) are not used here; write the value out" },
	{ HEAD "a: [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]\n",
	  "s.yaml:3:19: error: nested deeper than 16 levels" },
	{ HEAD "kernel: {cmdline: \"a\\0b\"}\n",
	  "s.yaml:3:19: error: a NUL character inside a text" },
};

static int load_file(const char *path, struct diag *diag)
{
	struct scenario s;
	int ret;

	memset(diag, 0, sizeof(*diag));
	ret = scenario_load(path, NULL, 0, &s, diag);
	if (!ret)
		scenario_free(&s);
	return ret;
}

Test(scenario_bad, each_mistake_has_one_line_with_its_place, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct diag diag;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		write_file("s.yaml", cases[i].text);
		cr_assert_neq(load_file("s.yaml", &diag), 0, "accepted: %s", cases[i].text);
		check_message(&diag, cases[i].message);
	}
}

#define LATER "it belongs to the scenario schema, but nothing acts on it yet"

static const struct bad later[] = {
	{ HEAD "design: {pump: atmel-kworker}\n",
	  "s.yaml:3:16: error: design.pump: 'atmel-kworker' is not available in this version; "
	  LATER },
	{ HEAD "design: {driver: spi-atmel}\n",
	  "s.yaml:3:18: error: design.driver: 'spi-atmel' is not available in this version; "
	  LATER },
	{ HEAD "design: {client: m25p80}\n",
	  "s.yaml:3:18: error: design.client: 'm25p80' is not available in this version; " LATER },
	{ HEAD "design: {cmdq: x}\n",
	  "s.yaml:3:16: error: design.cmdq: 'x' is not available in this version; " LATER },
	{ HEAD "design: {quantum-depth: 3}\n",
	  "s.yaml:3:10: error: design.quantum-depth is not available in this version; " LATER },
	{ HEAD "design: {pmup: x}\n",
	  "s.yaml:3:10: error: unknown key 'pmup' in design; did you mean 'pump'?" },
	{ HEAD "devices: {spi1: {fidelity: rtl}}\n",
	  "s.yaml:3:28: error: devices.spi1.fidelity: 'rtl' is not available in this version; "
	  "available is tlm" },
	{ HEAD "devices: {spi1: {faults: [x]}}\n",
	  "s.yaml:3:26: error: devices.spi1.faults is not available in this version; " LATER },
	{ HEAD "loads: [{kind: cpu-hog, nice: 0, duty: 30 %}]\n",
	  "s.yaml:3:8: error: loads is not available in this version; " LATER },
	{ HEAD "loads: [{kind: cpu-hog, duty: 130 %}]\n",
	  "s.yaml:3:31: error: loads[0].duty: '130 %' is out of range; from 0 ppm to 100 %" },
	{ HEAD "runs: {seeds: 1..20}\n",
	  "s.yaml:3:15: error: runs.seeds: '1..20' is not available in this version; give a "
	  "single seed" },
	{ HEAD "runs: {warmup: 1}\n",
	  "s.yaml:3:16: error: runs.warmup: '1' is not available in this version; available is 0" },
};

Test(scenario_bad, too_many_keys_in_a_mapping, .init = enter_new_folder, .fini = remove_folder)
{
	static char text[200000] = HEAD "devices:\n  flash0:\n";
	size_t len = strlen(text);
	struct diag diag;

	for (int i = 0; i <= 4096; i++)
		len += sprintf(text + len, "    k%d: 1\n", i);
	write_file("s.yaml", text);
	cr_assert_neq(load_file("s.yaml", &diag), 0);
	check_message(&diag, "s.yaml:4101:5: error: more than 4096 keys in one mapping");
	sprintf(strstr(text, "    k4096"), "\n");
	write_file("s.yaml", text);
	cr_assert_eq(load_file("s.yaml", &diag), 0, "%s", diag.what);
}

/*
 * Regression: an error that libfyaml knows no place of.
 * Expected: one line, with the place of the last thing that was understood.
 * Buggy: libfyaml's own line on stderr as well, and no line or column.
 */
Test(scenario_bad, an_error_without_a_place, .init = enter_new_folder, .fini = remove_folder)
{
	struct diag diag;

	cr_redirect_stderr();
	write_file("s.yaml", HEAD "kernel:\n  cmdline: |0\n    x\n");
	cr_assert_neq(load_file("s.yaml", &diag), 0);
	check_message(&diag, "s.yaml:4:3: error: not valid YAML: indentation indicator 0");
	fflush(stderr);
	cr_assert_stderr_eq_str("");
}

Test(scenario_bad, known_keys_without_effect_are_refused, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct diag diag;

	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		write_file("s.yaml", later[i].text);
		cr_assert_neq(load_file("s.yaml", &diag), 0, "accepted: %s", later[i].text);
		check_message(&diag, later[i].message);
	}
}

Test(scenario_bad, files_that_are_none, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct diag diag;
	char *huge;

	cr_expect_neq(load_file("none.yaml", &diag), 0);
	check_message(&diag, "none.yaml: error: cannot open: No such file or directory");
	mkdir("folder.yaml", 0777);
	cr_expect_neq(load_file("folder.yaml", &diag), 0);
	check_message(&diag, "folder.yaml: error: is a directory; name the file in it");
	cr_assert_eq(mkfifo("pipe.yaml", 0666), 0);
	cr_expect_neq(load_file("pipe.yaml", &diag), 0, "must not wait for a writer");
	check_message(&diag, "pipe.yaml: error: is not a regular file");
	cr_expect_neq(load_file("/dev/zero", &diag), 0);
	check_message(&diag, "/dev/zero: error: is not a regular file");
	huge = calloc(1, 2 << 20);
	memset(huge, '#', 2 << 20);
	write_bytes("huge.yaml", huge, 2 << 20);
	free(huge);
	cr_expect_neq(load_file("huge.yaml", &diag), 0);
	check_message(&diag, "huge.yaml: error: is larger than the limit of 1 MiB");
}

Test(scenario_bad, bytes_that_are_no_text, .init = enter_new_folder,
     .fini = remove_folder)
{
	static const struct {
		const char bytes[16];
		size_t len;
		const char *message;
	} binary[] = {
		{ "spitwin: \xff\n", 11,
		  "b: error: byte 0xff is not UTF-8 text; save the file as UTF-8" },
		{ "a: 1\nb: \xc0\x80", 10, "" },	/* overlong */
		{ "a: 1\nb: \xed\xa0\x80", 11, "" },	/* surrogate */
		{ "a: 1\nb: \xc3", 9, "" },		/* cut off */
		{ "a: 1\nb: \0", 9, "" },
	};
	struct diag diag;

	for (size_t i = 0; i < sizeof(binary) / sizeof(binary[0]); i++) {
		write_bytes("b", binary[i].bytes, binary[i].len);
		cr_assert_neq(load_file("b", &diag), 0, "case %zu", i);
		cr_expect_eq(diag.line, i ? 2 : 1, "case %zu: line %d", i, diag.line);
		cr_expect_eq(diag.col, i ? 4 : 10, "case %zu: column %d", i, diag.col);
		cr_expect_not_null(strstr(diag.what, "is not UTF-8 text"), "%s", diag.what);
	}
}

/* A file cut anywhere is refused with one line, or is by chance a smaller scenario. */
Test(scenario_bad, truncation_is_never_silent_damage, .init = enter_new_folder,
     .fini = remove_folder)
{
	const char *whole = HEAD "kernel: {image: linux-6.1, cmdline: \"quiet\"}\n"
			    "devices:\n  flash0: {fill: prng}\n"
			    "tasks:\n- {run: 'dd bs=512', at: 1 us}\n";
	struct diag diag;
	size_t refused = 0;

	for (size_t len = 1; len < strlen(whole); len++) {
		write_bytes("t.yaml", whole, len);
		if (!load_file("t.yaml", &diag))
			continue;
		refused++;
		cr_expect_str_eq(diag.file, "t.yaml");
		cr_expect_gt(diag.line, 0, "%zu bytes: %s", len, diag.what);
		cr_expect_gt(diag.col, 0, "%zu bytes: %s", len, diag.what);
		cr_expect_neq(diag.what[0], '\0');
	}
	cr_expect_gt(refused, 80);
}

Test(scenario_bad, deep_nesting_costs_nothing, .init = enter_new_folder,
     .fini = remove_folder, .timeout = 5)
{
	size_t len = 1000000;
	char *deep = malloc(len);
	struct diag diag;

	memset(deep, '[', len);
	write_bytes("deep.yaml", deep, len);
	cr_expect_neq(load_file("deep.yaml", &diag), 0);
	check_message(&diag, "deep.yaml:1:17: error: nested deeper than 16 levels");
	free(deep);
}
