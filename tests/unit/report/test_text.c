// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"
#include "stream.h"

static void expect(const char *text, const char *part)
{
	cr_assert(strstr(text, part), "'%s' is not in:\n%s", part, text);
}

Test(text, sample)
{
	struct run_report r = sample_report();
	char *text = sample_text(&r);

	if (getenv("SPITWIN_SHOW"))
		fputs(text, stderr);
	expect(text, "sama5d36ek-dd-512 on sama5d36ek, image linux-6.1, Linux 6.1.192-3, seed 1\n"
		     "result: ok, exit code 0\n");
	expect(text, "  $ dd if=/dev/mtd0 of=/dev/null bs=512 count=1\n  | 1+0 records in\n");
	expect(text, "start 10.000 us after reset, took 15.400 us, exit status 0\n");
	expect(text, "did not end\n");
	expect(text, "spi1 cs0: flash0 (jedec,spi-nor), peripheral clock 50.000 MHz "
		     "/ 1 = SCK 50.000 MHz\n");
	expect(text, "2.000 us    2.160 us  610.000 ns  13h READ4      4  13 00 00 00  "
		     "ff ff de ad\n");
	expect(text, "10.160 us  240.000 ns  150.000 ns  05h RDSR");
	expect(text, "1 datasheet, 1 measured, 1 fitted, 1 assumed");
	expect(text, "CS low 2.400 us = clocked 760.000 ns + clock stands 1.640 us\n");
	expect(text, "note: 3 records came late\n");
	free(text);
	sample_free();
}

/*
 * Regression: range_without_a_unit
 * Expected: the range of a constant is in the unit of its value.
 * Buggy: "2.000 ns per byte  500000 .. 5000000".
 */
Test(text, constants_have_ranges_in_the_unit_of_their_value)
{
	struct run_report r = sample_report();
	char *text = sample_text(&r);

	expect(text,
	       "\n  cpu.insn       1.894 ns per instruction  1.500 ns .. 4.000 ns     assumed\n");
	expect(text, "\n  bus.apb_read   100.000 ns                80.000 ns .. 150.000 ns  "
		     "datasheet\n");
	expect(text, "\n  mem.copy_byte  2.000 ns per byte         500 ps .. 5.000 ns       "
		     "measured\n");
	free(text);
	sample_free();
}

static void check_width(char *text)
{
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
		cr_assert_leq(end - line, 100, "%.*s", (int)(end - line), line);
}

Test(text, lines_fit_100_columns)
{
	struct run_report r = sample_report();
	char *text = sample_text(&r);

	check_width(text);
	free(text);
	sample_free();
}

/* A long name, 600 bytes and six-digit times are the widest row there is. */
Test(text, a_long_flash_read_fits_too)
{
	static const struct report_device flash = {"flash0", "/x", "jedec,spi-nor", "m", 1, 0};
	const struct word_shape w = {.controller = 1, .bits = 8, .hz = 50000000, .scbr = 25};
	struct run_report r = sample_empty();
	struct measure *m = measure_new(&(struct measure_options){.whole_run = true});
	struct reducer red = measure_reducer(m);
	struct trace *t = trace_new();
	struct stream s = {0};
	char err[TRACE_ERR_SIZE], *text;

	trace_add(t, &red);
	stream_clock(&s, 1, w.hz);
	stream_cs(&s, 123456 * NS, 0x100, 0);
	for (uint64_t i = 0; i < 150; i++)
		stream_word(&s, &w, 12400 + 402 * i, i ? i : 0x0c, 255 - i);
	stream_cs(&s, 923456 * NS, 0x100, 1);
	stream_push(&s, t);
	trace_end(t, 999 * US, err);
	r.measure = measure_result(m);
	r.devices = &flash;
	r.nr_devices = 1;
	text = sample_text(&r);
	expect(text, "  123.456 us  800.000 us  562.500 us  0Ch FAST_READ4    150  "
		     "0c 01 02 03 04 ..  .. 6d 6c 6b 6a\n");
	check_width(text);
	free(text);
	trace_free(t);
	measure_free(m);
	stream_free(&s);
	sample_free();
}

Test(text, nothing_happened)
{
	struct run_report r = sample_empty();
	char *text = sample_text(&r);

	expect(text, "Nothing happened on any SPI pin.\n");
	expect(text, "Tasks\n  none\n");
	free(text);
	sample_free();
}

/* 25 transactions: 20 are shown, the rest is counted. */
Test(text, long_lists_are_cut)
{
	struct run_report r = sample_empty();
	struct measure *m = measure_new(NULL);
	struct reducer red = measure_reducer(m);
	struct trace *t = trace_new();
	struct stream s = {0};
	char err[TRACE_ERR_SIZE], *text;

	trace_add(t, &red);
	stream_add(&s, 0, TWIN_EV_WINDOW, 1, 1);
	for (uint64_t i = 0; i < 25; i++) {
		stream_cs(&s, US * (2 * i + 1), 0x100, 0);
		stream_cs(&s, US * (2 * i + 2), 0x100, 1);
	}
	stream_push(&s, t);
	trace_end(t, 100 * US, err);
	r.measure = measure_result(m);
	text = sample_text(&r);
	expect(text, "    and 5 more, see the JSON report\n");
	expect(text, "39.000 us  1.000 us");
	cr_assert_not(strstr(text, "41.000 us"));
	free(text);
	trace_free(t);
	measure_free(m);
	stream_free(&s);
	sample_free();
}
