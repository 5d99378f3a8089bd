// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/scenario.h"

static const char text[] = "spitwin: 1\n"
			   "board: b\n"
			   "devices: {flash0: {fill: prng}}\n"
			   "tasks:\n"
			   "- run: dd\n";

static int load(const char *const *sets, size_t nr, struct scenario *s, struct diag *diag)
{
	return scenario_load_text("s.yaml", text, strlen(text), sets, nr, s, diag);
}

static void load_ok(const char *const *sets, size_t nr, struct scenario *s)
{
	struct diag diag;

	cr_assert_eq(load(sets, nr, s, &diag), 0, "%s:%d:%d %s", diag.file, diag.line, diag.col,
		     diag.what);
}

Test(overrides, scalars_are_taken_literally)
{
	const char *sets[] = {
		"tasks.0.run=dd if=/dev/mtd0 of=/dev/null bs=512 # not: a {comment}",
		"devices.flash0.image=a=b.bin",
		"kernel.cmdline=",
		"tasks.0.at=1.5 us",
		"board=other",
	};
	struct scenario s;

	load_ok(sets, 5, &s);
	cr_expect_str_eq(s.tasks[0].run, "dd if=/dev/mtd0 of=/dev/null bs=512 # not: a {comment}");
	cr_expect_str_eq(scenario_option(&s.devices[0], "image"), "a=b.bin");
	cr_expect_str_eq(scenario_option(&s.devices[0], "fill"), "prng");
	cr_expect_eq(s.tasks[0].at, 1500000);
	cr_expect_str_eq(s.board, "other");
	scenario_free(&s);
}

Test(overrides, later_ones_win_and_parts_are_made)
{
	const char *sets[] = {
		"runs.seeds=3", "runs.seeds=4", "tasks.1.run=cat", "tasks.1.nice=5",
		"devices.spi1.dma=off",
	};
	struct scenario s;

	load_ok(sets, 5, &s);
	cr_expect_eq(s.runs.seeds.first, 4);
	cr_assert_eq(s.nr_tasks, 2);
	cr_expect_str_eq(s.tasks[1].run, "cat");
	cr_expect_eq(s.tasks[1].nice, 5);
	cr_expect_not_null(scenario_device(&s, "spi1"));
	scenario_free(&s);
}

Test(overrides, lists_and_mappings_are_yaml)
{
	const char *sets[] = {
		"tasks=[{run: a}, {run: b, nice: 3}]", "devices.flash0={fill: counter}",
		"tasks.1.nice=4", "design.change=[]",
	};
	struct scenario s;

	load_ok(sets, 4, &s);
	cr_assert_eq(s.nr_tasks, 2);
	cr_expect_eq(s.tasks[1].nice, 4);
	cr_expect_str_eq(scenario_option(&s.devices[0], "fill"), "counter");
	scenario_free(&s);
}

static const struct {
	const char *set;
	const char *message;
} cases[] = {
	{ "board", "--set board:1:6: error: no '=' in it; write --set KEY=VALUE" },
	{ "=x",
	  "--set =x:1:1: error: a part of the key is empty; write it as in --set tasks.0.run=..." },
	{ "kernel.=x",
	  "--set kernel.=x:1:8: error: a part of the key is empty; write it as in "
	  "--set tasks.0.run=..." },
	{ "kernel..image=x",
	  "--set kernel..image=x:1:8: error: a part of the key is empty; write it as in --set "
	  "tasks.0.run=..." },
	{ "desing.pump=x",
	  "--set desing.pump=x:1:1: error: unknown key 'desing'; did you mean 'design'?" },
	{ "design.pmup=x",
	  "--set design.pmup=x:1:8: error: unknown key 'pmup' in design; did you mean 'pump'?" },
	{ "design.pump=x",
	  "--set design.pump=x:1:13: error: design.pump: 'x' is not available in this version; it "
	  "belongs to the scenario schema, but nothing acts on it yet" },
	{ "tasks.0.at=5",
	  "--set tasks.0.at=5:1:12: error: tasks[0].at: '5' has no unit; a time needs one of ps, "
	  "ns, us, ms, s, min, h, as in \"1.5 us\"" },
	{ "tasks.2.run=x",
	  "--set tasks.2.run=x:1:7: error: '2' is no item of tasks; it has 1; 1 adds one" },
	{ "tasks.first.run=x",
	  "--set tasks.first.run=x:1:7: error: 'first' is no item of tasks; it has 1; 1 adds one" },
	{ "tasks.0.rnu=x",
	  "--set tasks.0.rnu=x:1:9: error: unknown key 'rnu' in tasks[0]; did you mean 'run'?" },
	{ "tasks.0.run.x=y", "--set tasks.0.run.x=y:1:13: error: tasks[0].run has no parts" },
	{ "tasks.1.nice=1",
	  "--set tasks.1.nice=1:1:7: error: tasks[1] has no key 'run'; it is required" },
	{ "tasks=", "--set tasks=:1:7: error: tasks has no value; write a list as [a, b], a "
		    "mapping as {key: value}" },
	{ "tasks=[{run: [}]", "" },
	{ "tasks=[{rnu: a}]",
	  "--set tasks=[{rnu: a}]:1:9: error: unknown key 'rnu' in tasks[0]; did you mean 'run'?" },
	{ "tasks=dd", "--set tasks=dd:1:7: error: tasks is a single value, not a list" },
	{ "devices.a b.image=x",
	  "--set devices.a b.image=x:1:9: error: devices: 'a b' is not a devicetree label; up to "
	  "31 letters, digits and _" },
	{ "spitwin=2", "--set spitwin=2:1:9: error: spitwin: '2' is out of range; from 1 to 1" },
	{ "board=\xff",
	  "--set board=\xff:1:7: error: byte 0xff is not UTF-8 text; save the file as UTF-8" },
};

Test(overrides, mistakes_name_the_override_and_the_column)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scenario s;
		struct diag diag;

		cr_assert_neq(load(&cases[i].set, 1, &s, &diag), 0, "accepted: %s", cases[i].set);
		if (*cases[i].message)
			check_message(&diag, cases[i].message);
		cr_expect_eq(diag.line, 1);
		cr_expect_gt(diag.col, 0);
	}
}

Test(overrides, an_override_does_not_repair_a_broken_file)
{
	const char *broken = "spitwin: 1\nboard: b\nkernel: linux\n";
	const char *sets[] = { "kernel.image=linux-6.1" };
	struct scenario s;
	struct diag diag;

	cr_assert_neq(scenario_load_text("s.yaml", broken, strlen(broken), sets, 1, &s, &diag), 0);
	check_message(&diag, "s.yaml:3:9: error: kernel is a single value, not a mapping");
}
