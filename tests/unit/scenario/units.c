// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "scenario/units.h"

struct good {
	const char *text;
	enum unit_class class;
	uint64_t value;
};

static const struct good good[] = {
	{ "0 s", UNIT_TIME, 0 },
	{ "1 ps", UNIT_TIME, 1 },
	{ "1.5 us", UNIT_TIME, 1500000 },
	{ "1.5us", UNIT_TIME, 1500000 },
	{ "  1.5 us  ", UNIT_TIME, 1500000 },
	{ "1.5 \xc2\xb5s", UNIT_TIME, 1500000 },
	{ "1.5 \xce\xbcs", UNIT_TIME, 1500000 },
	{ "0.001 ns", UNIT_TIME, 1 },
	{ "1.893 ns", UNIT_TIME, 1893 },
	{ "0.000000000001 s", UNIT_TIME, 1 },
	{ "123.456789012 s", UNIT_TIME, 123456789012000 },
	{ "7 min", UNIT_TIME, 420000000000000 },
	{ "0.1 h", UNIT_TIME, 360000000000000 },
	{ "1.50000000000000000000000000000 us", UNIT_TIME, 1500000 },
	{ "00012 ns", UNIT_TIME, 12000 },
	{ "18446744073709551615 ps", UNIT_TIME, UINT64_MAX },
	{ "18446744.073709551615 s", UNIT_TIME, UINT64_MAX },
	{ "10 MHz", UNIT_FREQ, 10000000 },
	{ "44.000001 MHz", UNIT_FREQ, 44000001 },
	{ "132 MHz", UNIT_FREQ, 132000000 },
	{ "0.000000001 GHz", UNIT_FREQ, 1 },
	{ "512 B", UNIT_SIZE, 512 },
	{ "1.5 KiB", UNIT_SIZE, 1536 },
	{ "64 MiB", UNIT_SIZE, 67108864 },
	{ "1 kB", UNIT_SIZE, 1000 },
	{ "30 %", UNIT_RATIO, 300000 },
	{ "0.0001 %", UNIT_RATIO, 1 },
	{ "5 ppm", UNIT_RATIO, 5 },
	{ "3.6 ns/insn", UNIT_TIME_PER_INSN, 3600 },
	{ "60 ns/line", UNIT_TIME_PER_LINE, 60000 },
	{ "2 ns/B", UNIT_TIME_PER_BYTE, 2000000 },
	{ "1 fs/B", UNIT_TIME_PER_BYTE, 1 },
	{ "42", UNIT_NONE, 42 },
	{ "0xfffff000", UNIT_NONE, 0xfffff000 },
	{ "0xffffffffffffffff", UNIT_NONE, UINT64_MAX },
};

struct bad {
	const char *text;
	enum unit_class class;
	const char *wrong;
};

static const struct bad bad[] = {
	{ "", UNIT_TIME, "is not a number" },
	{ "us", UNIT_TIME, "is not a number" },
	{ "5", UNIT_TIME, "has no unit" },
	{ "0", UNIT_TIME, "has no unit" },
	{ "5 ", UNIT_TIME, "has no unit" },
	{ "-5 us", UNIT_TIME, "is negative" },
	{ "-0 us", UNIT_TIME, "is negative" },
	{ "+5 us", UNIT_TIME, "is not a number" },
	{ ".5 us", UNIT_TIME, "is not a number" },
	{ "5. us", UNIT_TIME, "has no digit after its decimal point" },
	{ "1.893939 ns", UNIT_TIME, "is finer than the grain it is kept in" },
	{ "0.5 ps", UNIT_TIME, "is finer than the grain it is kept in" },
	{ "1.2345678901234567890123 s", UNIT_TIME, "has more digits than can be kept exactly" },
	{ "0.00000000000000000000000000000001 s", UNIT_TIME,
	  "has more digits than can be kept exactly" },
	{ "18446744073709551616 ps", UNIT_TIME, "is too large" },
	{ "18446745 s", UNIT_TIME, "is too large" },
	{ "99999999999999999999999999 s", UNIT_TIME, "is too large" },
	{ "5 lightyears", UNIT_TIME, "has an unknown unit" },
	{ "5 US", UNIT_TIME, "has an unknown unit" },
	{ "1e3 us", UNIT_TIME, "has an unknown unit" },
	{ "1,5 us", UNIT_TIME, "has an unknown unit" },
	{ "5 MHz", UNIT_TIME, "has a unit of another kind" },
	{ "5 us us", UNIT_TIME, "has an unknown unit" },
	{ "10 mhz", UNIT_FREQ, "has an unknown unit" },
	{ "0.5 B", UNIT_SIZE, "is finer than the grain it is kept in" },
	{ "4 k", UNIT_SIZE, "has an unknown unit" },
	{ "0.00001 %", UNIT_RATIO, "is finer than the grain it is kept in" },
	{ "5 us", UNIT_NONE, "has a unit where none belongs" },
	{ "5.5", UNIT_NONE, "is not a whole number" },
	{ "18446744073709551616", UNIT_NONE, "is too large" },
	{ "0x10000000000000000", UNIT_NONE, "is too large" },
	{ "0x", UNIT_NONE, "is not a hexadecimal number" },
	{ "0x12g", UNIT_NONE, "is not a hexadecimal number" },
	{ "3 ns", UNIT_TIME_PER_INSN, "has a unit of another kind" },
};

Test(units, quantities_are_exact)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		const char *hint, *wrong;
		uint64_t value = 0;

		wrong = unit_parse(good[i].text, good[i].class, &value, &hint);
		cr_expect_null(wrong, "'%s' %s", good[i].text, wrong);
		cr_expect_eq(value, good[i].value, "'%s' is %" PRIu64, good[i].text, value);
	}
}

Test(units, what_is_no_quantity_says_why)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *hint = NULL, *wrong;
		uint64_t value;

		wrong = unit_parse(bad[i].text, bad[i].class, &value, &hint);
		cr_expect_not_null(wrong, "'%s' was accepted", bad[i].text);
		cr_expect_str_eq(wrong ? wrong : "", bad[i].wrong, "'%s' %s", bad[i].text, wrong);
		cr_expect_not_null(hint);
	}
}

Test(units, any_takes_the_class_of_the_unit)
{
	enum unit_class class = UNIT_NONE;
	const char *hint;
	uint64_t value;

	cr_assert_null(unit_parse_any("305 us", &class, &value, &hint));
	cr_expect_eq(class, UNIT_TIME);
	cr_expect_eq(value, 305000000);
	cr_assert_null(unit_parse_any("3 %", &class, &value, &hint));
	cr_expect_eq(class, UNIT_RATIO);
	cr_assert_null(unit_parse_any("7", &class, &value, &hint));
	cr_expect_eq(class, UNIT_NONE);
	cr_expect_not_null(unit_parse_any("7 apples", &class, &value, &hint));
}

Test(units, formatting_loses_nothing)
{
	static const struct good cases[] = {
		{ "1500 ns", UNIT_TIME, 1500000 },	{ "1 ps", UNIT_TIME, 1 },
		{ "30 s", UNIT_TIME, 30000000000000 },	{ "132 MHz", UNIT_FREQ, 132000000 },
		{ "1 KiB", UNIT_SIZE, 1024 },		{ "1000 B", UNIT_SIZE, 1000 },
		{ "30 %", UNIT_RATIO, 300000 },		{ "42", UNIT_NONE, 42 },
		{ "3600 ps/insn", UNIT_TIME_PER_INSN, 3600 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *hint;
		uint64_t back;
		char buf[40];

		unit_format(cases[i].value, cases[i].class, buf, sizeof(buf));
		cr_expect_str_eq(buf, cases[i].text);
		cr_expect_null(unit_parse(buf, cases[i].class, &back, &hint));
		cr_expect_eq(back, cases[i].value);
	}
}
