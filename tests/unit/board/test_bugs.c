// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Which lines of the kernel's log are bugs of drivers, and how they are shown. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/bug_text.h"
#include "board/machine.h"

/* Call chains need a kernel. */
char *machine_explain_here(struct machine *m)
{
	(void)m;
	return strdup("   in somebody (file.c:1)\n");
}

char *machine_explain_fault(struct machine *m)
{
	return machine_explain_here(m);
}

static void say(struct machine *m, const char *line)
{
	bugs_in_log(m, line, strlen(line));
}

/* As WARN() does it; text: the caller's, or NULL. */
static void warn(struct machine *m, const char *where, const char *text)
{
	char line[256];

	say(m, "------------[ cut here ]------------\n");
	snprintf(line, sizeof(line), "WARNING: CPU: 0 PID: 31 at %s 0x000000460028c2f1\n", where);
	say(m, line);
	if (text)
		say(m, text);
	say(m, "CPU: 0 PID: 31 Comm: dd Not tainted 6.1.0\n");
}

static struct machine *machine(void)
{
	return calloc(1, sizeof(struct machine));
}

static void release(struct machine *m)
{
	bugs_free(m);
	free(m);
}

Test(bugs, who_warns_decides)
{
	static const struct {
		const char *file;
		bool own;
	} cases[] = {
		{ "./drivers/spi/spi-atmel.c", true },
		{ "drivers/spi/spi-atmel.c", true },
		{ "./drivers/spi/spi-mux.c", true },
		{ "./drivers/dma/at_hdmac.c", true },
		{ "./drivers/clk/at91/sckc.c", true },
		{ "./drivers/clk/clk-si5351.c", true },
		{ "./drivers/mtd/spi-nor/core.c", true },
		{ "./drivers/pinctrl/pinctrl-at91.c", true },
		{ "./drivers/spi/spi.c", false },
		{ "./drivers/spi/spi-mem.c", false },
		{ "./drivers/clk/clk.c", false },
		{ "./drivers/clk/clk-divider.c", false },
		{ "./drivers/dma/dmaengine.c", false },
		{ "./drivers/gpio/gpiolib-devres.c", false },
		{ "./drivers/base/core.c", false },
		{ "./drivers/base/power/runtime.c", false },
		{ "./drivers/base/regmap/regmap.c", false },
		{ "./drivers/pinctrl/core.c", false },
		{ "./drivers/mtd/mtdcore.c", false },
		{ "drivers/mtd/mtdcore.c", false },
		{ "./kernel/irq/manage.c", false },
		{ "./kernel/dma/debug.c", false },
		{ "./arch/twin/testing/log.c", false },
		{ "./include/linux/spi/spi.h", false },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct machine *m = machine();

		warn(m, cases[i].file, NULL);
		cr_expect_eq(machine_is_driver_bug(m), !cases[i].own, "%s", cases[i].file);
		cr_expect_eq(m->nr_bugs, 1);
		release(m);
	}
}

/* Expected: file and line. Buggy: with the address of the code, which says nothing to anybody. */
Test(bugs, no_address)
{
	struct machine *m = machine();

	warn(m, "./kernel/irq/manage.c:790", "Unbalanced enable for IRQ 25\n");
	cr_expect_str_eq(m->bugs[0],
			 "driver bug: WARNING: CPU: 0 PID: 31 at ./kernel/irq/manage.c:790: "
			 "Unbalanced enable for IRQ 25\n   in somebody (file.c:1)\n");
	release(m);
	cr_expect_eq(bug_text_without_address("at f.c:7 0x00000000deadbeef", 27), 8);
	cr_expect_eq(bug_text_without_address("at f.c:7 0xdeadbeef", 19), 19);
	cr_expect_eq(bug_text_without_address("00000000deadbeef", 16), 16);
}

static void locks_in_two_orders(struct machine *m)
{
	say(m, "\n");
	say(m, "======================================================\n");
	say(m, "WARNING: possible circular locking dependency detected\n");
	say(m, "6.1.0 #1 Not tainted\n");
	say(m, "------------------------------------------------------\n");
	say(m, "dd/31 is trying to acquire lock:\n");
	say(m, "0000000460028c2f (a){+.+.}-{2:2}, at: probe+0x1/0x2\n");
	say(m, "\nbut task is already holding lock:\n");
	say(m, "0000000460028c8f (&(b)->lock#2){+.+.}-{2:2}, at: probe+0x3/0x4\n");
}

/* Expected: one statement with both locks. Buggy: the title alone. */
Test(bugs, lock_order)
{
	struct machine *m = machine();

	locks_in_two_orders(m);
	cr_expect_eq(m->nr_bugs, 0);
	say(m, "\nwhich lock already depends on the new lock.\n\n");
	say(m, "\nthe existing dependency chain (in reverse order) is:\n");
	say(m, "BUG: another\n");
	cr_assert_eq(m->nr_bugs, 2);
	cr_expect_str_eq(m->bugs[0],
			 "driver bug: WARNING: possible circular locking dependency detected: dd/31 "
			 "is trying to acquire lock: a, but task is\n    already holding lock: "
			 "&(b)->lock#2\n   in somebody (file.c:1)\n");
	release(m);
}

Test(bugs, lock_state)
{
	struct machine *m = machine();

	say(m, "================================\n");
	say(m, "WARNING: inconsistent lock state\n");
	say(m, "6.1.0 #1 Not tainted\n");
	say(m, "--------------------------------\n");
	say(m, "inconsistent {HARDIRQ-ON-W} -> {IN-HARDIRQ-W} usage.\n");
	say(m, "dd/31 [HC1[1]:SC0[0]:HE0:SE1] takes:\n");
	say(m, "0000000460028c2f (a){?.+.}-{2:2}, at: probe+0x1/0x2\n");
	say(m, "{HARDIRQ-ON-W} state was registered at:\n");
	cr_assert_eq(m->nr_bugs, 1);
	cr_expect_str_eq(m->bugs[0],
			 "driver bug: WARNING: inconsistent lock state: inconsistent {HARDIRQ-ON-W} "
			 "-> {IN-HARDIRQ-W} usage. dd/31\n    [HC1[1]:SC0[0]:HE0:SE1] takes: a\n"
			 "   in somebody (file.c:1)\n");
	release(m);
}

/* The list of held locks has no end of its own: the statement is made at its first. */
Test(bugs, lock_kept)
{
	struct machine *m = machine();

	say(m, "================================================\n");
	say(m, "WARNING: lock held when returning to user space!\n");
	say(m, "6.1.0 #1 Not tainted\n");
	say(m, "------------------------------------------------\n");
	say(m, "dd/31 is leaving the kernel with locks still held!\n");
	say(m, "1 lock held by dd/31:\n");
	say(m, " #0: 0000000460028c2f (a){+.+.}-{3:3}, at: probe+0x1/0x2\n");
	cr_assert_eq(m->nr_bugs, 1);
	cr_expect(strstr(m->bugs[0], "held by dd/31: a\n"), "%s", m->bugs[0]);
	release(m);
}

/* A report that the run's end cuts off, and one longer than any. */
Test(bugs, lock_report_without_an_end)
{
	struct machine *m = machine();
	const struct lost_irq none = { .line = -1 };

	locks_in_two_orders(m);
	for (int i = 0; i < 100; i++)
		say(m, "and another lock that has a rather long line of its own\n");
	bugs_at_end(m, &none);
	cr_assert_eq(m->nr_bugs, 1);
	cr_expect(machine_is_driver_bug(m));
	cr_expect_lt(strlen(m->bugs[0]), 700);
	release(m);
}

/*
 * Expected: eight warnings of drivers leave room for a bug. Buggy: they shared the places with it,
 * and the run was said to be fine.
 */
Test(bugs, warnings_displace_no_bug)
{
	struct machine *m = machine();
	char where[64];

	for (int i = 0; i < 20; i++) {
		snprintf(where, sizeof(where), "./drivers/spi/spi-atmel.c:%d", 1400 + i);
		warn(m, where, NULL);
	}
	cr_expect_not(machine_is_driver_bug(m));
	say(m, "BUG: scheduling while atomic: dd/31/0x00000002\n");
	cr_expect(machine_is_driver_bug(m));
	for (int i = 0; i < 20; i++) {
		snprintf(where, sizeof(where), "./kernel/irq/manage.c:%d", 700 + i);
		warn(m, where, NULL);
	}
	cr_expect_eq(m->nr_bugs, MACHINE_BUGS);
	release(m);
}

/*
 * Expected: the same statement once, another once more. Buggy: one that another begins with was
 * lost.
 */
Test(bugs, each_is_named_once)
{
	struct machine *m = machine();

	bugs_here(m, "double completion of it all", 27);
	bugs_here(m, "double completion of it all", 27);
	bugs_here(m, "double completion", 17);
	bugs_here(m, "double completion", 17);
	cr_expect_eq(m->nr_bugs, 2);
	release(m);
}

/* Expected: a long text is cut. Buggy: it was dropped. */
Test(bugs, a_long_text_of_a_warning)
{
	struct machine *m = machine();
	char text[2 * TW_ERR_SIZE];

	memset(text, 'x', sizeof(text));
	memcpy(text, "it begins", 9);
	memcpy(text + sizeof(text) - 2, "\n", 2);
	warn(m, "./kernel/irq/manage.c:790", text);
	cr_expect(strstr(m->bugs[0], ": it\n    beginsxxx"));
	cr_expect_lt(strlen(m->bugs[0]), TW_ERR_SIZE + 256);
	release(m);
}

/* No line of a report is longer than 120 columns, two of which are its own indent. */
Test(bugs, wide_lines_are_wrapped)
{
	char words[400] = "", *text;

	for (int i = 0; i < 60; i++)
		snprintf(words + strlen(words), sizeof(words) - strlen(words), "w%d ", 100 + i);
	words[strlen(words) - 1] = '\0';
	text = bug_text_wrap("driver bug: ", words, strlen(words));
	cr_expect(!strncmp(text, "driver bug: w100 w101 ", 22));
	for (char *line = text, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		cr_expect_leq(end - line, 118);
		cr_expect(line == text || !strncmp(line, "    w", 5));
		cr_expect_neq(end[-1], ' ');
	}
	/* 12 + 21 words of 4 and 20 spaces: the 22nd would end at column 120 */
	cr_expect(strstr(text, "w120\n    w121"));
	cr_expect(strstr(text, "w159\n"));
	free(text);

	text = bug_text_wrap("driver bug: ", "", 0);
	cr_expect_str_eq(text, "driver bug: \n");
	free(text);
	memset(words, 'y', sizeof(words));
	text = bug_text_wrap("driver bug: ", words, 300);
	cr_expect_eq(strlen(text), 12 + 300 + 1, "a word is not broken");
	free(text);
}
