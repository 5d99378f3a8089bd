// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "report/opcode.h"
#include "report/table.h"
#include "report/units.h"
#include "report/utf8.h"

static char buf[UNITS_SIZE];

Test(units, times)
{
	static const struct {
		uint64_t ps;
		const char *text;
	} cases[] = {
		{0, "0 ps"},
		{999, "999 ps"},
		{1000, "1.000 ns"},
		{1234567, "1.235 us"},
		{999999499, "999.999 us"},
		{999999500, "1.000 ms"},
		{305000000, "305.000 us"},
		{1000000000000ULL, "1.000 s"},
		{86400000000000000ULL, "86400.000 s"},
		{UINT64_MAX, "18446744.074 s"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		cr_assert_str_eq(unit_time(buf, cases[i].ps), cases[i].text);
}

Test(units, others)
{
	cr_assert_str_eq(unit_hz(buf, 44000000), "44.000 MHz");
	cr_assert_str_eq(unit_hz(buf, 999), "999 Hz");
	cr_assert_str_eq(unit_percent(buf, 1, 3), "33.3 %");
	cr_assert_str_eq(unit_percent(buf, 2, 3), "66.7 %");
	cr_assert_str_eq(unit_percent(buf, 0, 0), "-");
	cr_assert_str_eq(unit_ratio(buf, 517, 517), "1.00");
	cr_assert_str_eq(unit_ratio(buf, 1, 3), "0.33");
	cr_assert_str_eq(unit_ratio(buf, 1, 0), "-");
	cr_assert_str_eq(unit_cost(buf, 100000, "ps"), "100.000 ns");
	cr_assert_str_eq(unit_cost(buf, 1894, "ps per instruction"), "1.894 ns per instruction");
	cr_assert_str_eq(unit_cost(buf, 500, "fs per byte"), "500 fs per byte");
	cr_assert_str_eq(unit_cost(buf, 2500000, "fs per byte"), "2.500 ns per byte");
	cr_assert_str_eq(unit_cost_alone(buf, 2500000, "fs per byte"), "2.500 ns");
	cr_assert_str_eq(unit_cost_alone(buf, 500, "fs per byte"), "500 fs");
	cr_assert_str_eq(unit_cost_alone(buf, 1894, "ps per instruction"), "1.894 ns");
	cr_assert_str_eq(unit_cost_alone(buf, 100000, "ps"), "100.000 ns");
	cr_assert_str_eq(unit_cost_alone(buf, 7, "words"), "7 words");
	cr_assert_str_eq(unit_cost_alone(buf, 7, ""), "7");
}

Test(units, an_absurd_unit_does_not_overflow)
{
	char unit[200] = "ps ";

	memset(unit + 3, 'x', 190);
	cr_assert_eq(strlen(unit_cost(buf, 1, unit)), UNITS_SIZE - 1);
}

Test(table, columns_are_aligned_without_trailing_blanks)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	struct table t;

	table_init(&t, "lrl");
	for (const char *const *c =
		     (const char *const[]){"a", "1", "x", "bbb", "222", "", "", "3", "yy", NULL};
	     *c; c++)
		table_cell(&t, "%s", *c);
	table_print(&t, f, 2);
	fclose(f);
	cr_assert_str_eq(text, "  a      1  x\n"
			       "  bbb  222\n"
			       "         3  yy\n");
	free(text);
}

Test(opcode, flash_commands_for_flashes_only)
{
	cr_assert_str_eq(opcode_name(0x13), "READ4");
	cr_assert_str_eq(opcode_name(0x9f), "RDID");
	cr_assert_null(opcode_name(0x00));
	cr_assert(opcode_applies("jedec,spi-nor"));
	cr_assert_not(opcode_applies("micrel,ks8851"));
	cr_assert_not(opcode_applies(NULL));
}

static void clean(const char *in, size_t len, const char *want)
{
	size_t n;
	char *out = utf8_clean(in, len, &n);

	cr_assert_eq(n, strlen(want));
	cr_assert_str_eq(out, want);
	free(out);
}

#define BAD "\xef\xbf\xbd"

Test(utf8, only_valid_text_passes)
{
	clean("", 0, "");
	clean("plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80", 17,
	      "plain \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
	clean("a\0b", 3, "a" BAD "b");
	clean("\xff", 1, BAD);
	clean("\xc3", 1, BAD);
	clean("\xc0\x80", 2, BAD BAD); /* overlong */
	clean("\xe0\x80\x80", 3, BAD BAD BAD);
	clean("\xed\xa0\x80", 3, BAD BAD BAD);	       /* surrogate */
	clean("\xf4\x90\x80\x80", 4, BAD BAD BAD BAD); /* above U+10FFFF */
	clean("\xe2\x82"
	      "a",
	      3, BAD BAD "a");
}
