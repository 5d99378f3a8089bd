// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "files.h"

#include "scenario/costs.h"

static const char shipped[] = SOURCE_DIR "/boards/sama5d36ek/costs.yaml";

/* A board with several CPUs has them all; line.hit may be nothing. */
Test(costs, several_cpus_have_every_cost)
{
	struct costs costs;
	struct diag diag;

	cr_assert_eq(costs_load(SOURCE_DIR "/boards/a53x4/costs.yaml", true, &costs, &diag), 0,
		     "%s:%d:%d %s", diag.file, diag.line, diag.col, diag.what);
	for (int i = 0; i < TWIN_COST_NR; i++) {
		cr_expect(costs.entry[i].source, "%s", cost_key(i));
		cr_expect(costs.entry[i].value || i == TWIN_COST_LINE_HIT, "%s", cost_key(i));
		cr_expect_lt(costs.entry[i].lo, costs.entry[i].hi, "%s", cost_key(i));
	}
	costs_free(&costs);
	cr_assert_eq(costs_load(shipped, true, &costs, &diag), -1);
	cr_assert(strstr(diag.what, "cpu.sysreg_read"), "%s", diag.what);
}

Test(costs, shipped_file_has_every_cost_of_one_cpu)
{
	uint64_t values[TWIN_COST_NR];
	struct costs costs;
	struct diag diag;
	char buf[40];

	cr_assert_eq(costs_load(shipped, false, &costs, &diag), 0, "%s:%d:%d %s", diag.file, diag.line,
		     diag.col, diag.what);
	costs_values(&costs, values);
	for (int i = TWIN_COST_SMP_FIRST; i < TWIN_COST_NR; i++)
		cr_expect(!costs.entry[i].source && !values[i], "%s", cost_key(i));
	for (int i = 0; i < TWIN_COST_SMP_FIRST; i++) {
		const struct cost *cost = &costs.entry[i];

		cr_expect_eq(values[i], cost->value);
		cr_expect(cost->lo <= cost->value && cost->value <= cost->hi, "%s", cost_key(i));
		cr_expect_gt(cost->value, 0, "%s", cost_key(i));
		cr_expect_lt(cost->lo, cost->hi, "%s: an estimate has a range", cost_key(i));
		cr_expect_gt(strlen(cost->source), 10, "%s", cost_key(i));
	}
	cr_expect_eq(values[TWIN_COST_INSN], 2500, "2500 ps per instruction");
	cr_expect_eq(values[TWIN_COST_COPY_BYTE], 2000000, "2 ns in femtoseconds");
	cr_expect_eq(costs.entry[TWIN_COST_MMIO_APB_READ].lo, 60000);
	cost_format(TWIN_COST_INSN, 3600, buf, sizeof(buf));
	cr_expect_str_eq(buf, "3600 ps/insn");
	costs_free(&costs);
}

/* The shipped file with one text replaced. Returns: the line of the change. */
static int write_changed(const char *from, const char *to)
{
	int line = 1;

	FILE *file = fopen(shipped, "r");
	char *text = calloc(1, 1 << 17), *at;
	size_t len = fread(text, 1, 1 << 16, file);

	fclose(file);
	at = strstr(text, from);
	cr_assert_not_null(at, "%s", from);
	memmove(at + strlen(to), at + strlen(from), len - (size_t)(at - text) - strlen(from) + 1);
	memcpy(at, to, strlen(to));
	write_file("costs.yaml", text);
	for (char *c = text; c < at; c++)
		line += *c == '\n';
	free(text);
	return line;
}

static const struct {
	const char *from, *to, *message;
	int lines, col;	/* position: lines after the change, column */
} cases[] = {
	{ "cpu.irq_exit:", "cpu.irq_exitt:", "unknown key 'cpu.irq_exitt' in costs", 0, 3 },
	{ "  cpu.irq_exit:", "  cpu.irq_entry:", "duplicate key 'cpu.irq_entry'", 0, 3 },
	{ "value: 400 ns", "value: 901 ns", "cpu.irq_entry: the value is outside its range", 0,
	  12 },
	{ "value: 400 ns", "value: 149 ns", "cpu.irq_entry: the value is outside its range", 0,
	  12 },
	{ "value: 400 ns", "value: 400", "cpu.irq_entry.value: '400' has no unit", 0, 12 },
	{ "value: 400 ns", "value: -400 ns", "cpu.irq_entry.value: '-400 ns' is negative", 0, 12 },
	{ "value: 2500 ps/insn", "value: 3600 ps",
	  "cpu.insn.value: '3600 ps' has a unit of another kind", 0, 12 },
	{ "[150 ns, 900 ns]", "[900 ns, 150 ns]", "cpu.irq_entry.range ends before it starts", 0,
	  12 },
	{ "[150 ns, 900 ns]", "[150 ns]", "cpu.irq_entry.range has 1 values", 0, 12 },
	{ "[150 ns, 900 ns]", "900 ns", "cpu.irq_entry.range is a single value, not a list", 0,
	  12 },
	{ "kind: assumed", "kind: guessed", "cpu.insn.kind: 'guessed' is not one of its values", 0,
	  11 },
	{ "    kind: assumed\n", "", "cpu.insn has no key 'kind'", -2, 5 },
	{ "spitwin_costs: 1", "spitwin_costs: 2", "spitwin_costs: only version 1 is known", 0, 16 },
	{ "spitwin_costs: 1\n", "", "the file has no key 'spitwin_costs'", 0, 1 },
};

Test(costs, mistakes_have_their_place, .init = enter_new_folder,
     .fini = remove_folder)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct costs costs;
		struct diag diag;
		int line = write_changed(cases[i].from, cases[i].to) + cases[i].lines;

		cr_assert_neq(costs_load("costs.yaml", false, &costs, &diag), 0, "accepted: %s",
			      cases[i].to);
		cr_expect_str_eq(diag.what, cases[i].message);
		cr_expect(diag.line == line && diag.col == cases[i].col, "%s: %d:%d",
			  cases[i].to, diag.line, diag.col);
	}
}

Test(costs, a_missing_key_is_named, .init = enter_new_folder,
     .fini = remove_folder)
{
	struct costs costs;
	struct diag diag;

	write_file("costs.yaml", "spitwin_costs: 1\ncosts: {}\n");
	cr_assert_neq(costs_load("costs.yaml", false, &costs, &diag), 0);
	check_message(&diag, "costs.yaml:2:8: error: costs has no key 'cpu.insn'");
	cr_assert_neq(costs_load("none", false, &costs, &diag), 0);
	check_message(&diag, "none: error: cannot open: No such file or directory");
}
