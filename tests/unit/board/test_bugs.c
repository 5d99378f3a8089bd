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
