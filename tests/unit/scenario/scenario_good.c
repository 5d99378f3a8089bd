// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/scenario.h"

static void load(const char *text, struct scenario *s)
{
	struct diag diag;
	char line[2048];

	if (scenario_load_text("s.yaml", text, strlen(text), NULL, 0, s, &diag)) {
		diag_format(&diag, line, sizeof(line));
		cr_assert_fail("%s", line);
	}
}

Test(scenario_good, defaults_are_those_of_the_table)
{
	struct scenario s;

	load("spitwin: 1\nboard: b\n", &s);
	cr_expect_eq(s.version, 1);
	cr_expect_str_eq(s.board, "b");
	cr_expect_str_eq(s.kernel.image, "linux-6.1");
	cr_expect_str_eq(s.kernel.cmdline, "");
	cr_expect_str_eq(s.design.pump, "");
	cr_expect_eq(s.design.change.nr, 0);
	cr_expect_eq(s.nr_devices + s.nr_tasks + s.nr_loads + s.nr_observe + s.nr_expect, 0);
	cr_expect_eq(s.runs.seeds.first, 1);
	cr_expect_eq(s.runs.seeds.last, 1);
	cr_expect_eq(s.runs.warmup, 0);
	cr_expect_eq(s.watchdog, 30000000000000);
	cr_expect_eq(s.wall_clock, 600000000000000);
	scenario_free(&s);
}

Test(scenario_good, every_available_key_is_kept)
{
	struct scenario s;

	load("spitwin: 1\n"
	     "board: sama5d36ek\n"
	     "kernel: {image: linux-6.1, cmdline: \"quiet loglevel=7\"}\n"
	     "design: {pump: \"\", driver: '', client:, cmdq: ~, change: []}\n"
	     "devices: {flash0: {image: flash.bin, size: 64 MiB}, "
	     "spi1: {dma: off, fidelity: tlm}}\n"
	     "tasks:\n"
	     "- {run: 'dd if=/dev/mtd0 bs=512', at: 1.5 us, cpu: 3, policy: fifo:50, nice: -5}\n"
	     "- run: /bin/averylongcommandname -x\n"
	     "- {run: cat, name: kitty, policy: idle, cpu: any}\n"
	     "runs: {seeds: 7}\n"
	     "watchdog: 2 s\n"
	     "wall_clock: 1 min\n"
	     "loads: []\n"
	     "observe: [{name: read, from: spi1 cs0 fall op=05, to: spi1 cs0 rise}]\n"
	     "expect:\n"
	     "- {what: read.mean, value: 305 us, tol: 3 %, source: a scope}\n"
	     "- {what: read.n, at_least: 1, at_most: 20}\n",
	     &s);
	cr_expect_str_eq(s.kernel.cmdline, "quiet loglevel=7");
	cr_assert_eq(s.nr_devices, 2);
	cr_expect_str_eq(s.devices[0].label, "flash0");
	cr_assert_eq(s.devices[0].nr_options, 2);
	cr_expect_str_eq(scenario_option(scenario_device(&s, "flash0"), "image"), "flash.bin");
	cr_expect_str_eq(scenario_option(scenario_device(&s, "flash0"), "size"), "64 MiB");
	cr_expect_null(scenario_option(scenario_device(&s, "flash0"), "dma"));
	cr_expect_null(scenario_device(&s, "flash1"));
	cr_expect_eq(s.devices[1].nr_options, 0, "dma and fidelity are no options of the model");
	cr_expect_eq(s.devices[1].dma, SCENARIO_DMA_OFF);
	cr_expect_eq(s.devices[0].dma, SCENARIO_DMA_DEVICETREE);
	cr_assert_eq(s.nr_tasks, 3);
	cr_expect_eq(s.tasks[0].at, 1500000);
	cr_expect_eq(s.tasks[0].cpu, 3);
	cr_expect_eq(s.tasks[0].policy.policy, 1);
	cr_expect_eq(s.tasks[0].policy.prio, 50);
	cr_expect_eq(s.tasks[0].nice, -5);
	cr_expect_str_eq(s.tasks[0].name, "dd");
	cr_expect_str_eq(s.tasks[1].name, "averylongcomman", "15 bytes, without its folder");
	cr_expect_eq(s.tasks[1].cpu, -1);
	cr_expect_str_eq(s.tasks[2].name, "kitty");
	cr_expect_eq(s.tasks[2].policy.policy, 5);
	cr_expect_eq(s.runs.seeds.first, 7);
	cr_expect_eq(s.watchdog, 2000000000000);
	cr_expect_eq(s.wall_clock, 60000000000000);
	cr_assert_eq(s.nr_observe, 1);
	cr_expect_str_eq(s.observe[0].from, "spi1 cs0 fall op=05");
	cr_assert_eq(s.nr_expect, 2);
	cr_expect(s.expect[0].value.given && s.expect[0].value.unit == UNIT_TIME);
	cr_expect_eq(s.expect[0].value.value, 305000000);
	cr_expect_eq(s.expect[0].tol, 30000);
	cr_expect_str_eq(s.expect[0].source, "a scope");
	cr_expect_not(s.expect[0].at_least.given || s.expect[0].at_most.given);
	cr_expect_not(s.expect[1].value.given);
	cr_expect(s.expect[1].at_least.given && s.expect[1].at_least.unit == UNIT_NONE);
	cr_expect_eq(s.expect[1].at_most.value, 20);
	scenario_free(&s);
}

Test(scenario_good, positions_can_be_asked_for)
{
	struct scenario s;
	struct src_pos pos;

	load("spitwin: 1\nboard: b\ntasks:\n- run: dd\n  cpu: 2\n"
	     "devices:\n  flash0:\n    image: x\n", &s);
	pos = scenario_where(&s, "tasks.%d.run", 0);
	cr_expect_str_eq(pos.file, "s.yaml");
	cr_expect(pos.line == 4 && pos.col == 8, "%d:%d", pos.line, pos.col);
	pos = scenario_where(&s, "tasks.0.cpu");
	cr_expect(pos.line == 5 && pos.col == 8, "%d:%d", pos.line, pos.col);
	pos = scenario_where(&s, "tasks.0.nice");
	cr_expect(pos.line == 4 && pos.col == 3, "a default is where its task is: %d:%d", pos.line,
		  pos.col);
	pos = scenario_where(&s, "devices.flash0.image");
	cr_expect(pos.line == 8 && pos.col == 12, "%d:%d", pos.line, pos.col);
	scenario_free(&s);
}

/* A place inside a text: behind its quote, in whatever the text was written. */
Test(scenario_good, positions_inside_a_text)
{
	const char *sets[] = { "observe.1.to=abc" };
	struct scenario s;
	struct diag diag;
	struct src_pos pos;
	const char *text = "spitwin: 1\nboard: b\nobserve:\n- {name: a, from: abc, to: 'abc'}\n"
			   "- {name: b, from: \"abc\", to: x}\n";

	cr_assert_eq(scenario_load_text("s", text, strlen(text), sets, 1, &s, &diag), 0);
	pos = scenario_inside(&s, 0, "observe.0.from");
	cr_expect(pos.line == 4 && pos.col == 19, "%d:%d", pos.line, pos.col);
	pos = scenario_inside(&s, 2, "observe.0.to");
	cr_expect(pos.line == 4 && pos.col == 31, "%d:%d", pos.line, pos.col);
	pos = scenario_inside(&s, 1, "observe.%d.from", 1);
	cr_expect(pos.line == 5 && pos.col == 21, "%d:%d", pos.line, pos.col);
	pos = scenario_inside(&s, 2, "observe.1.to");
	cr_expect(pos.line == 1 && pos.col == 16, "%d:%d", pos.line, pos.col);
	cr_expect_str_eq(pos.file, "--set observe.1.to=abc");
	scenario_free(&s);
}

Test(scenario_good, file_names_are_relative_to_where_they_were_written)
{
	const char *text = "spitwin: 1\nboard: b\ndevices: {f: {image: x.bin, other: /y.bin}}\n";
	const char *sets[] = { "devices.g.image=z.bin" };
	struct scenario s;
	struct diag diag;
	char *path;

	cr_assert_eq(scenario_load_text("some/where/s.yaml", text, strlen(text), sets, 1, &s,
					&diag), 0);
	path = scenario_file(&s, "x.bin", "devices.%s.image", "f");
	cr_expect_str_eq(path, "some/where/x.bin");
	free(path);
	path = scenario_file(&s, "/y.bin", "devices.f.other");
	cr_expect_str_eq(path, "/y.bin");
	free(path);
	path = scenario_file(&s, "z.bin", "devices.g.image");
	cr_expect_str_eq(path, "z.bin");
	free(path);
	scenario_free(&s);
}

/* The scenarios of the repository stay loadable. */
Test(scenario_good, shipped_scenario_loads)
{
	struct scenario s;
	struct diag diag;

	cr_assert_eq(scenario_load(SOURCE_DIR "/scenarios/sama5d36ek-dd-512.yaml", NULL, 0, &s,
				   &diag), 0,
		     "%s", diag.what);
	cr_expect_str_eq(s.board, "sama5d36ek");
	cr_assert_eq(s.nr_tasks, 1);
	cr_expect_str_eq(s.tasks[0].run, "dd if=/dev/mtd0 of=/dev/null bs=512 count=1");
	scenario_free(&s);
}
