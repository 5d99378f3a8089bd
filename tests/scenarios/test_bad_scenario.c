// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Scenario files that cannot be run: where the mistake is, what it is, and nothing else. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "place.h"
#include "program.h"

TestSuite(bad_scenario, .init = place_enter, .fini = place_leave);

struct mistake {
	const char *lines;   /* after HEAD, which is lines 1 and 2 */
	const char *message; /* behind "s.yaml:" */
};

#define TIME_HINT "; a time needs one of ps, ns, us, ms, s, min, h, as in \"1.5 us\""
#define NOT_YET " is not available in this version; "
#define NOTHING_ACTS "it belongs to the scenario schema, but nothing acts on it yet"

static void expect_mistake(const struct mistake *m)
{
	struct said s = SPITWIN("run", scenario("s.yaml", m->lines), "-o", "out", "--vcd", "p.vcd");

	expect_refused(&s, m->message ? text("s.yaml:%s", m->message) : NULL);
	cr_assert_eq(entries("."), 1, "files are left");
	s = SPITWIN("run", "s.yaml", "--json");
	expect_refused(&s, m->message ? text("s.yaml:%s", m->message) : NULL);
}

#define EXPECT_ALL(mistakes)                                                                       \
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++)                        \
	expect_mistake(&mistakes[i])

Test(bad_scenario, unknown_keys)
{
	static const struct mistake all[] = {
		{"devises: {}\n", "3:1: error: unknown key 'devises'; did you mean 'devices'?"},
		{"tasks:\n  - {run: dd, nise: 3}\n",
		 "4:15: error: unknown key 'nise' in tasks[0]; did you mean 'nice'?"},
		{"kernel: {imege: linux-6.1}\n",
		 "3:10: error: unknown key 'imege' in kernel; did you mean 'image'?"},
		{"zzzzzzzzzz: 1\n",
		 "3:1: error: unknown key 'zzzzzzzzzz'; known here: spitwin, board, kernel, "
		 "design, "
		 "overlays, devices, tasks, loads, runs, observe, expect, watchdog, wall_clock"},
		{"board: x\n",
		 "3:1: error: duplicate key 'board'; its first value is in line 2, column 1"},
	};

	EXPECT_ALL(all);
}

/*
 * Regression: one_image_of_several_is_named
 * Expected: the hint names all images of the board. Buggy: "it accepts linux-6.1".
 */
Test(bad_scenario, one_image_of_several_is_named)
{
	static const char yaml[] = "spitwin: 1\nboard: a53x4\nkernel: {image: linux-6.12}\n";
	struct said s;

	write_file("s.yaml", yaml, strlen(yaml));
	s = SPITWIN("run", "s.yaml");
	expect_refused(&s, "s.yaml:3:17: error: board a53x4 has no kernel image 'linux-6.12'; it "
			   "accepts linux-6.1, linux-6.1-none, linux-6.1-test, linux-6.12-rt");
}

/*
 * Regression: change_that_is_no_file
 * Expected: refused at its place. Buggy: handed on to the image's build.
 */
Test(bad_scenario, change_that_is_no_file)
{
	static const struct mistake all[] = {
		{"design: {change: [\"/\"]}\n", "3:19: error: '/' is not a file"},
		{"design: {change: [./sub.cocci]}\n", "3:19: error: './sub.cocci' is not a file"},
		{"design: {change: [./fifo]}\n", "3:19: error: './fifo' is not a file"},
	};

	cr_assert_eq(mkdir("sub.cocci", 0777) | mkfifo("fifo", 0666), 0);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct said s = SPITWIN("run", scenario("s.yaml", all[i].lines));

		expect_refused(&s, text("s.yaml:%s", all[i].message));
	}
}

Test(bad_scenario, quantities)
{
	static const struct mistake all[] = {
		{"watchdog: 30\n", "3:11: error: watchdog: '30' has no unit" TIME_HINT},
		{"watchdog: -3 s\n", "3:11: error: watchdog: '-3 s' is negative" TIME_HINT},
		{"watchdog: 99999999999999999999 s\n",
		 "3:11: error: watchdog: '99999999999999999999 s' is too large" TIME_HINT},
		{"tasks:\n  - {run: dd, at: 1 furlong}\n",
		 "4:19: error: tasks[0].at: '1 furlong' has an unknown unit" TIME_HINT},
		{"tasks:\n  - {run: dd, at: 1e9}\n", NULL},
		{"tasks:\n  - {run: dd, at: .nan}\n", NULL},
		{"wall_clock: 0 s\n", NULL},
	};

	EXPECT_ALL(all);
}

Test(bad_scenario, values)
{
	static const struct mistake all[] = {
		{"tasks:\n  - {run: dd, nice: 20}\n",
		 "4:21: error: tasks[0].nice: '20' is out of range; from -20 to 19"},
		{"tasks:\n  - {run: dd, policy: fifo:100}\n",
		 "4:23: error: tasks[0].policy: 'fifo:100' has no priority from 1 to 99; write it "
		 "as "
		 "in \"fifo:50\""},
		{"tasks:\n  - {run: dd, cpu: 1}\n",
		 "4:20: error: board sama5d36ek has CPUs 0 to 0"},
		{"tasks:\n  - {run: dd, name: ../x}\n", "4:21: error: tasks[0].name: '../x' is not "
							"a name; use letters, digits and . _ + -"},
		{"tasks:\n  - {}\n", "4:5: error: tasks[0] has no key 'run'; it is required"},
		{"tasks: 3\n", "3:8: error: tasks is a single value, not a list"},
		{"tasks:\n  - run: [a]\n",
		 "4:10: error: tasks[0].run is a list, not a single value"},
		{"runs: {seeds: 4294967296}\n", NULL},
		{"runs: {seeds: -1}\n", NULL},
	};

	EXPECT_ALL(all);
}

Test(bad_scenario, boards_and_images)
{
	static const struct mistake all[] = {
		{"kernel: {image: linux-6.2}\n",
		 "3:17: error: unknown kernel image 'linux-6.2'; did you mean 'linux-6.1'?"},
		{"kernel: {image: ../linux-6.1}\n", NULL},
	};
	static const char other[] = "spitwin: 1\nboard: sama5d36eq\n";
	struct said s;

	EXPECT_ALL(all);
	write_file("s.yaml", other, sizeof(other) - 1);
	s = SPITWIN("run", "s.yaml");
	expect_refused(&s, "s.yaml:2:8: error: unknown board 'sama5d36eq'; did you mean "
			   "'sama5d36ek'?");
}

Test(bad_scenario, keys_without_effect_yet)
{
	static const struct mistake all[] = {
		{"loads:\n  - {kind: x}\n", "4:3: error: loads" NOT_YET NOTHING_ACTS},
		{"design: {pump: fast}\n", "3:16: error: design.pump: 'fast'" NOT_YET NOTHING_ACTS},
		{"design: {driver: fast}\n", NULL},
		{"design: {anything: 1}\n", NULL},
		{"runs: {seeds: 1..3}\n",
		 "3:15: error: runs.seeds: '1..3'" NOT_YET "give a single seed"},
		{"runs: {warmup: 1}\n", "3:16: error: runs.warmup: '1'" NOT_YET "available is 0"},
		{"devices:\n  flash0: {fidelity: rtl}\n", NULL},
		{"devices:\n  flash0: {faults: [x]}\n", NULL},
	};

	EXPECT_ALL(all);
}

static void expect_bad_file(const char *data, size_t len, const char *message)
{
	struct said s;

	write_file("s.yaml", data, len);
	s = SPITWIN("run", "s.yaml", "-o", "out", "--vcd", "p.vcd");
	expect_refused(&s, message);
	cr_assert_eq(entries("."), 1, "files are left");
	cr_assert_lt(s.ms, 2000, "took %lu ms", (unsigned long)s.ms);
}

static void expect_bad_text(const char *data, const char *message)
{
	expect_bad_file(data, strlen(data), message);
}

Test(bad_scenario, truncated)
{
	expect_bad_text("", "s.yaml: error: is empty");
	expect_bad_text("spitwin: 1\n",
			"s.yaml:1:1: error: the scenario has no key 'board'; it is required");
	expect_bad_text(HEAD "tasks: [",
			"s.yaml:4:1: error: not valid YAML: flow sequence without a "
			"closing bracket");
	expect_bad_text(HEAD "tasks:\n  - run: \"dd if=/dev/m", NULL);
	expect_bad_text(HEAD "devices:\n  flash0: {fill", NULL);
}

Test(bad_scenario, first_key)
{
	expect_bad_text(
		"board: sama5d36ek\nspitwin: 1\n",
		"s.yaml:1:1: error: is not a scenario: its first key is not 'spitwin'; start the "
		"file with the line \"spitwin: 1\"");
	expect_bad_text("spitwin: 2\nboard: sama5d36ek\n",
			"s.yaml:1:10: error: spitwin: '2' is out of range; from 1 to 1");
	expect_bad_text("just text\n", NULL);
	expect_bad_text("- a\n- b\n", NULL);
}

/* Every prefix of a good file is either refused in one line or is a scenario. */
Test(bad_scenario, every_prefix)
{
	static const char whole[] = HEAD "devices:\n  flash0: {fill: prng}\ntasks:\n"
					 "  - {run: 'dd bs=1 count=0', nice: 1}\n";

	for (size_t len = 0; len < sizeof(whole) - 1; len += 3) {
		struct said s;

		write_file("s.yaml", whole, len);
		s = SPITWIN("run", "s.yaml");
		if (s.code)
			expect_refused(&s, NULL);
	}
}

Test(bad_scenario, binary)
{
	char data[3000];
	uint32_t x = 1;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (char)((x = x * 1664525 + 1013904223) >> 24);
	expect_bad_file(data, sizeof(data), NULL);
	expect_bad_file("spitwin: 1\nboard: \0sama5d36ek\n", 31,
			"s.yaml:2:8: error: byte 0x00 is not UTF-8 text; save the file as UTF-8");
	expect_bad_file("\x7f"
			"ELF\2\1\1\0\0\0\0\0\0",
			13, NULL);
}

Test(bad_scenario, deep_nesting)
{
	size_t head = strlen(HEAD "x: "), len = head + 100000;
	char *data = keep(malloc(len + 1));

	memcpy(data, HEAD "x: ", head);
	memset(data + head, '[', len - head);
	data[len] = '\0';
	expect_bad_file(data, len, "s.yaml:3:19: error: nested deeper than 16 levels");
}

Test(bad_scenario, alias_bomb)
{
	char *all = text(HEAD "a0: &a0 [x,x,x,x,x,x,x,x,x]\n");

	for (int i = 1; i < 12; i++)
		all = text("%sa%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", all, i,
			   i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	expect_bad_text(all,
			"s.yaml:3:6: error: YAML anchors (&) are not used here; write the value "
			"out");
}

/* HEAD, `before`, `nr` times `piece`, `after`. */
static char *absurd(const char *before, const char *piece, size_t nr, const char *after)
{
	size_t len = strlen(HEAD) + strlen(before), step = strlen(piece);
	char *data = keep(malloc(len + nr * step + strlen(after) + 1));

	strcat(strcpy(data, HEAD), before);
	for (size_t i = 0; i < nr; i++)
		memcpy(data + len + i * step, piece, step);
	strcpy(data + len + nr * step, after);
	return data;
}

Test(bad_scenario, absurd_structures)
{
	expect_bad_text(absurd("x: ", "{a: ", 50000, ""),
			"s.yaml:3:64: error: nested deeper than 16 levels");
	expect_bad_text(absurd("tasks:\n", "- ", 100000, "x\n"),
			"s.yaml:4:31: error: nested deeper than 16 levels");
	expect_bad_text(absurd("", "? ", 100000, "x\n"),
			"s.yaml:3:3: error: a key must be a single word, not a mapping or list");
	expect_bad_text(absurd("tasks: [", "],[", 100000, ""), NULL);
	expect_bad_text(absurd("", "---\n", 100000, ""),
			"s.yaml:3:1: error: a second YAML document in the same file");
	expect_bad_text(absurd("tasks:\n", "- {run: dd}\n", 60000, ""),
			"s.yaml:50002:3: error: more than 100000 values");
	expect_bad_text(absurd("tasks:\n", "- {run: dd}\n", 10000, ""), NULL);
	expect_bad_text(HEAD "kernel: {<<: {image: x}}\n", NULL);
}

Test(bad_scenario, absurd_texts)
{
	expect_bad_text(absurd("kernel: {cmdline: '", "x", 1000000, "'}\n"),
			"s.yaml:3:19: error: kernel.cmdline has 1000000 bytes, more than 1024");
	expect_bad_text(absurd("kernel:\n  cmdline: >\n", "    xxxxxxxxxxx\n", 60000, ""), NULL);
	expect_bad_text(absurd("", "x", 1000000, ": 1\n"), NULL);
	expect_bad_text(absurd("# ", "x", 1100000, "\n"),
			"s.yaml: error: is larger than the limit of 1 MiB");
	expect_bad_text(absurd("observe: [{name: a, from: '", "spi1 ", 50, "', to: x}]\n"),
			"s.yaml:3:33: error: 'spi1' is not expected here; name a pin: cs0, cs1, "
			"... or sck");
	expect_bad_text(absurd("observe: [{name: a, from: '", "x", 300, "', to: x}]\n"),
			"s.yaml:3:27: error: observe[0].from has 300 bytes, more than 256");
}

/* Megabytes of different keys, where they are refused and where any are taken. */
static char *many_keys(const char *before, const char *format, int nr)
{
	char *data = keep(malloc(strlen(HEAD) + strlen(before) + 24 * (size_t)nr + 3));
	size_t len = (size_t)sprintf(data, HEAD "%s", before);

	for (int i = 0; i < nr; i++)
		len += (size_t)sprintf(data + len, format, i);
	return data;
}

/*
 * Regression: very many keys in one mapping.
 * Expected: refused at once. Buggy: ten seconds for 80000 keys, an hour for as many devices.
 */
Test(bad_scenario, very_many_keys)
{
	expect_bad_text(many_keys("", "k%d: 0\n", 80000),
			"s.yaml:4097:1: error: more than 4096 keys in one mapping");
	expect_bad_text(many_keys("devices:\n  flash0:\n", "    k%d: 0\n", 70000),
			"s.yaml:4101:5: error: more than 4096 keys in one mapping");
	expect_bad_text(many_keys("devices:\n", "  l%d: {}\n", 70000),
			"s.yaml:4100:3: error: more than 4096 keys in one mapping");
	expect_bad_text(many_keys("devices:\n", "  l%d: {dma: off}\n", 4000), NULL);
}

Test(bad_scenario, not_a_file)
{
	struct said s = SPITWIN("run", "none.yaml");

	expect_refused(&s, "none.yaml: error: cannot open: No such file or directory");
	s = SPITWIN("run", ".");
	expect_refused(&s, ".: error: is a directory; name the file in it");
	s = SPITWIN("run", "/dev/zero");
	expect_refused(&s, NULL);
}

Test(bad_scenario, overrides)
{
	static const char *const all[][2] = {
		{"foo=1",
		 "1:1: error: unknown key 'foo'; known here: spitwin, board, kernel, design, "
		 "overlays, devices, tasks, loads, runs, observe, expect, watchdog, wall_clock"},
		{"tasks.5.run=dd", "1:7: error: '5' is no item of tasks; it has 1; 1 adds one"},
		{"tasks.0.run=ddd", "1:13: error: unknown command 'ddd'; did you mean 'dd'?"},
		{"tasks.0.at=3", "1:12: error: tasks[0].at: '3' has no unit" TIME_HINT},
		{"tasks.0.nise=3", NULL},
		{"=3", NULL},
		{"tasks..run=x", NULL},
	};

	scenario_of("s.yaml", "fill: prng", DD_512);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct said s = SPITWIN("run", "s.yaml", "--set", all[i][0]);

		expect_refused(&s, all[i][1] ? text("--set %s:%s", all[i][0], all[i][1]) : NULL);
	}
}
