// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <string.h>

#include "observe/pattern.h"
#include "twin_abi.h"
#include "watch.h"

static const struct src_pos at = {"f", 3, 20};

static struct pattern good(const char *text)
{
	struct pattern p;
	struct diag diag = {0};

	cr_assert_eq(pattern_parse(text, at, &p, &diag), 0, "%s: %s", text, diag.what);
	return p;
}

Test(pattern, pins)
{
	struct pattern p = good("spi1 cs0 fall op=05");

	cr_assert_eq(p.kind, PATTERN_CS);
	cr_assert_eq(p.verb, PATTERN_FALL);
	cr_assert_eq(p.controller, 1);
	cr_assert_eq(p.cs, 0);
	cr_assert_eq(p.op, 5);
	cr_assert_eq(p.bytes, PATTERN_ANY_BYTES);
	p = good("  spi12\tcs3 edge bytes>=0x10 op=0xEb ");
	cr_assert_eq(p.verb, PATTERN_EDGE);
	cr_assert_eq(p.controller, 12);
	cr_assert_eq(p.cs, 3);
	cr_assert_eq(p.op, 0xeb);
	cr_assert_eq(p.bytes, PATTERN_BYTES_OR_MORE);
	cr_assert_eq(p.nr_bytes, 16);
	p = good("spi0 cs1 rise bytes=517");
	cr_assert_eq(p.verb, PATTERN_RISE);
	cr_assert_eq(p.bytes, PATTERN_BYTES);
	cr_assert_eq(p.nr_bytes, 517);
	cr_assert_eq(p.op, -1);
	p = good("spi1 sck last op=f");
	cr_assert_eq(p.kind, PATTERN_SCK);
	cr_assert_eq(p.verb, PATTERN_LAST);
	cr_assert_eq(p.cs, -1);
	cr_assert_eq(p.op, 15);
	cr_assert_eq(pattern_classes(&p), TWIN_CLASS_PIN);
}

Test(pattern, software)
{
	struct pattern p = good("message spi1 submit");

	cr_assert_eq(p.kind, PATTERN_MESSAGE);
	cr_assert_eq(p.verb, PATTERN_SUBMIT);
	cr_assert_eq(p.cs, -1);
	p = good("message spi1 cs2 done");
	cr_assert_eq(p.verb, PATTERN_DONE);
	cr_assert_eq(p.cs, 2);
	p = good("transfer spi0 stop");
	cr_assert_eq(p.kind, PATTERN_TRANSFER);
	cr_assert_eq(p.verb, PATTERN_STOP);
	cr_assert_eq(pattern_classes(&p), TWIN_CLASS_SPI);
	p = good("task dd-2 end");
	cr_assert_eq(p.kind, PATTERN_TASK);
	cr_assert_eq(p.verb, PATTERN_END);
	cr_assert_str_eq(p.name, "dd-2");
	p = good("function schedule_timeout");
	cr_assert_eq(p.kind, PATTERN_FUNCTION);
	cr_assert_eq(pattern_classes(&p), TWIN_CLASS_SCHED);
	p = good("mmio spi1+0x0c write");
	cr_assert_eq(p.kind, PATTERN_MMIO);
	cr_assert_eq(p.offset, 12);
	cr_assert_str_eq(p.name, "spi1");
	cr_assert_eq(pattern_classes(&p), TWIN_CLASS_MMIO);
	p = good("irq tcb0 raise");
	cr_assert_eq(p.kind, PATTERN_IRQ);
	cr_assert_str_eq(p.name, "tcb0");
	p = good("irq 255 fall");
	cr_assert_eq(p.values[0], 255);
	cr_assert_str_eq(p.name, "");
	pattern_free(&p);
}

#define FILTERS "what may follow is op=05, bytes=5 or bytes>=5, each once and without blanks"
#define BEGINS                                                                                     \
	"it is spi0, spi1, ..., irq, task, message, transfer, function or mmio; see "              \
	"docs/observe.md"

/* The pattern stands in column 20. */
static const struct {
	const char *text;
	int col;
	const char *what, *hint;
} mistakes[] = {
	{"", 20, "'' begins no event", BEGINS},
	{"i2c1 cs0 fall", 20, "'i2c1' begins no event", BEGINS},
	{"spi cs0 fall", 20, "'spi' begins no event", BEGINS},
	{"spi1x cs0 fall", 20, "'spi1x' begins no event", BEGINS},
	{"spi300 cs0 fall", 20, "'spi300' begins no event", BEGINS},
	{"tsk dd start", 20, "'tsk' begins no event", "did you mean 'task'?"},
	{"spi1", 24, "the pattern ends too early", "name a pin: cs0, cs1, ... or sck"},
	{"spi1 mosi rise", 25, "'mosi' is not expected here", "name a pin: cs0, cs1, ... or sck"},
	{"spi1 cs fall", 25, "'cs' is not expected here", "name a pin: cs0, cs1, ... or sck"},
	{"spi1 cs0", 28, "the pattern ends too early", "expected is fall, rise or edge"},
	{"spi1 cs0 fal", 29, "'fal' is not expected here", "did you mean 'fall'?"},
	{"spi1 cs0 first", 29, "'first' is not expected here", "expected is fall, rise or edge"},
	{"spi1 sck fall", 29, "'fall' is not expected here", "expected is first or last"},
	{"spi1 cs0 fall 05", 34, "'05' is not expected here", FILTERS},
	{"spi1 cs0 fall op = 05", 34, "'op' is not expected here", FILTERS},
	{"spi1 cs0 fall op=05 op=06", 40, "'op=06' is not expected here", FILTERS},
	{"spi1 cs0 fall bytes=1 bytes>=2", 42, "'bytes>=2' is not expected here", FILTERS},
	{"spi1 cs0 fall op=", 34, "'op=' is not expected here",
	 "op is the first byte in hexadecimal, as in op=05"},
	{"spi1 cs0 fall op=105", 34, "'op=105' is not expected here",
	 "op is the first byte in hexadecimal, as in op=05"},
	{"spi1 cs0 fall op=-5", 34, "'op=-5' is not expected here",
	 "op is the first byte in hexadecimal, as in op=05"},
	{"spi1 cs0 fall bytes=x", 34, "'bytes=x' is not expected here",
	 "write a number of bytes, as in bytes=517 or bytes>=5"},
	{"spi1 cs0 fall bytes>=-1", 34, "'bytes>=-1' is not expected here",
	 "write a number of bytes, as in bytes=517 or bytes>=5"},
	{"irq", 23, "the pattern ends too early",
	 "name a device, or the number of an interrupt line"},
	{"irq 256 raise", 24, "'256' is not expected here",
	 "interrupt lines are numbered 0 to 255"},
	{"irq 2x raise", 24, "'2x' is not expected here", "interrupt lines are numbered 0 to 255"},
	{"irq spi1 rise", 29, "'rise' is not expected here", "did you mean 'raise'?"},
	{"irq spi1 raise now", 35, "'now' is not expected here",
	 "the pattern is complete before it"},
	{"task", 24, "the pattern ends too early", "name a task"},
	{"task dd stop", 28, "'stop' is not expected here", "expected is start or end"},
	{"message start", 28, "'start' is not expected here", "name a controller: spi0, spi1, ..."},
	{"message spi1 stop", 33, "'stop' is not expected here",
	 "expected is submit, start or done"},
	{"transfer spi1 cs0", 37, "the pattern ends too early", "expected is start or stop"},
	{"function", 28, "the pattern ends too early", "name a function of kernel/watch"},
	{"function a b", 31, "'b' is not expected here", "the pattern is complete before it"},
	{"mmio spi1 read", 25, "'spi1' is not expected here",
	 "name a register as LABEL+0xOFFSET, as in spi1+0x0c"},
	{"mmio spi1+0xzz read", 25, "'spi1+0xzz' is not expected here",
	 "name a register as LABEL+0xOFFSET, as in spi1+0x0c"},
	{"mmio spi1+4 poke", 32, "'poke' is not expected here", "expected is read or write"},
	{"task aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa end", 25,
	 "the word is too long", "a word has at most 63 bytes"},
};

Test(pattern, mistakes_point_into_the_text)
{
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		struct pattern p;
		struct diag d = {0};

		cr_assert_neq(pattern_parse(mistakes[i].text, at, &p, &d), 0, "accepted: %s",
			      mistakes[i].text);
		cr_expect_str_eq(d.what, mistakes[i].what);
		cr_expect_str_eq(d.hint, mistakes[i].hint, "%s: %s", mistakes[i].text, d.hint);
		cr_expect_eq(d.col, mistakes[i].col, "%s: %d", mistakes[i].text, d.col);
		cr_expect_eq(d.line, 3);
	}
}

/* A name that is unknown: its place, and the nearest of its kind. */
static const struct {
	const char *text;
	int col;
	const char *what, *hint;
} unknown[] = {
	{"irq spi2 raise", 24, "no device with an interrupt is called 'spi2'",
	 "did you mean 'spi1'?"},
	{"irq flash0 raise", 24, "no device with an interrupt is called 'flash0'",
	 "name a devicetree label, or a line's number"},
	{"function schedule_timeuot", 29, "no watched function is called 'schedule_timeuot'",
	 "did you mean 'schedule_timeout'?"},
	{"function printk", 29, "no watched function is called 'printk'",
	 "kernel/watch lists them"},
	{"mmio tcb0+0 read", 25, "no device with registers is called 'tcb0'",
	 "name a devicetree label"},
	{"task ddd start", 25, "no task is called 'ddd'",
	 "tasks[].name, or the name of its command"},
};

Test(pattern, unknown_names_point_into_the_text)
{
	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		struct pattern p = good(unknown[i].text);
		struct diag d = {0};

		cr_assert_eq(pattern_resolve(&p, watch_symbols, watch_nr_symbols, at, &d), -1);
		cr_expect_str_eq(d.what, unknown[i].what);
		cr_expect_str_eq(d.hint, unknown[i].hint, "%s: %s", unknown[i].text, d.hint);
		cr_expect_eq(d.col, unknown[i].col, "%s: %d", unknown[i].text, d.col);
		pattern_free(&p);
	}
}

/*
 * Regression: a controller or chip select that the board has not.
 * Expected: refused before the run, as an unknown interrupt or task is. Buggy: a whole run, at whose
 * end the span had never occurred.
 */
Test(pattern, devices_on_spi)
{
	static const struct observe_symbol board[] = {
		{OBSERVE_IRQ, "spi2", 25},
		{OBSERVE_SPI, "flash0", 1 << 16 | 0},
		{OBSERVE_SPI, "adc0", 3 << 16 | 2},
	};
	static const struct {
		const char *text, *what; /* NULL: fine */
	} all[] = {
		{"spi1 cs0 fall", NULL},
		{"spi3 sck first", NULL},
		{"message spi1 submit", NULL},
		{"transfer spi3 cs2 start", NULL},
		{"spi2 cs0 fall", "the board has no controller spi2 with a device"},
		{"spi2 sck last", "the board has no controller spi2 with a device"},
		{"message spi0 done", "the board has no controller spi0 with a device"},
		{"spi1 cs2 rise", "the board has no device at spi1 cs2"},
		{"transfer spi3 cs0 stop", "the board has no device at spi3 cs0"},
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		struct pattern p = good(all[i].text);
		struct diag d = {0};

		cr_expect_eq(pattern_resolve(&p, board, 3, at, &d), all[i].what ? -1 : 0, "%s",
			     all[i].text);
		cr_expect_str_eq(d.what, all[i].what ? all[i].what : "", "%s", all[i].text);
		/* whoever does not know what is on SPI cannot refuse it */
		cr_expect_eq(pattern_resolve(&p, board, 1, at, &d), 0, "%s", all[i].text);
		pattern_free(&p);
	}
}

Test(pattern, names_mean_numbers)
{
	struct pattern p = good("mmio spi1+0x0c write");

	cr_assert_eq(pattern_resolve(&p, watch_symbols, watch_nr_symbols, at, NULL), 0);
	cr_assert_eq(p.nr_values, 1);
	cr_assert_eq(p.values[0], 0xf800800c);
	pattern_free(&p);
	p = good("function wait_for_completion");
	cr_assert_eq(pattern_resolve(&p, watch_symbols, watch_nr_symbols, at, NULL), 0);
	cr_assert_eq(p.nr_values, 2);
	cr_assert_eq(p.values[1], 7 | 1u << 31);
	pattern_free(&p);
}

/* Where a scenario's pattern begins: behind its quote, of whichever kind, or right there. */
Test(pattern, places_in_a_scenario)
{
	static const struct {
		const char *item;
		int col;
	} cases[] = {
		{"{name: x, from: spi1 cs0 fal, to: spi1 cs0 rise}", 30},
		{"{name: x, from: \"spi1 cs0 fal\", to: spi1 cs0 rise}", 31},
		{"{name: x, from: spi1 cs0 rise, to: 'spi1 cs0 ris'}", 50},
	};

	for (size_t i = 0; i < 3; i++) {
		struct scenario s;
		struct diag d = {0};
		char text[256];

		snprintf(text, sizeof(text), "spitwin: 1\nboard: b\nobserve:\n  - %s\n",
			 cases[i].item);
		cr_assert_eq(scenario_load_text("s", text, strlen(text), NULL, 0, &s, &d), 0);
		cr_assert_null(observe_new(&s, &d));
		cr_expect_eq(d.line, 4);
		cr_expect_eq(d.col, cases[i].col, "%s: %d", cases[i].item, d.col);
		scenario_free(&s);
	}
}

Test(pattern, place_in_an_override)
{
	const char *const set = "observe=[{name: x, from: \"spi1 cs0 fall\", to: tsk}]";
	struct scenario s;
	struct diag d = {0};

	cr_assert_eq(scenario_load_text("s", "spitwin: 1\nboard: b\n", 20, &set, 1, &s, &d), 0);
	cr_assert_null(observe_new(&s, &d));
	cr_expect_str_eq(d.file, "--set observe=[{name: x, from: \"spi1 cs0 fall\", to: tsk}]");
	cr_expect_eq(d.line, 1);
	cr_expect_eq(d.col, (int)(strstr(set, "tsk") - set) + 1);
	scenario_free(&s);
}

Test(pattern, two_spans_of_one_name)
{
	static const char text[] = "spitwin: 1\nboard: b\nobserve:\n"
				   "  - {name: x, from: task dd start, to: task dd end}\n"
				   "  - {name: x, from: task dd start, to: task dd end}\n";
	struct scenario s;
	struct diag d = {0};

	cr_assert_eq(scenario_load_text("s", text, sizeof(text) - 1, NULL, 0, &s, &d), 0);
	cr_assert_null(observe_new(&s, &d));
	cr_expect_str_eq(d.what, "observe[0] already has the name 'x'");
	cr_expect_eq(d.line, 5);
	cr_expect_eq(d.col, 12);
	scenario_free(&s);
}
