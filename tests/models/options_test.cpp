// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include <criterion/criterion.h>

#include <cinttypes>
#include <cstring>

#include "core/options.h"

static const tw_option_doc docs[] = {
	{"fill", "erased|counter|prng", "erased", ""},
	{"version", "NUMBER", "0x213", ""},
	{"t_pp", "time", "340 us", ""},
	{nullptr, nullptr, nullptr, nullptr},
};

static const struct {
	const char *text;
	uint64_t ps; /* 0: an error, whose line contains `error` */
	const char *error;
} times[] = {
	{"1 ps", 1, nullptr},
	{"340 us", 340000000, nullptr},
	{"340us", 340000000, nullptr},
	{"1.5 ns", 1500, nullptr},
	{"0.001 ns", 1, nullptr},
	{".5 s", 500000000000, nullptr},
	{"18446744 s", 18446744000000000000ULL, nullptr},
	{"0.0001 ns", 0, "finer than a picosecond"},
	{"18446745 s", 0, "too long"},
	{"340", 0, "needs a unit"},
	{"340 min", 0, "needs a unit"},
	{"-1 us", 0, "not a time"},
	{"us", 0, "not a time"},
	{"", 0, "not a time"},
	{"99999999999999999999 ps", 0, "not a time"},
};

Test(options, times)
{
	for (const auto &t : times) {
		tw_option given = {"t_pp", t.text};
		tw::options opts("flash0", docs, &given, 1);

		try {
			uint64_t ps = opts.time("t_pp");

			cr_assert(t.ps, "'%s' gave %" PRIu64, t.text, ps);
			cr_assert_eq(ps, t.ps, "'%s' gave %" PRIu64, t.text, ps);
		} catch (const tw::bad_input &e) {
			cr_assert(t.error && strstr(e.what(), t.error), "'%s': %s", t.text,
				  e.what());
			cr_assert(strstr(e.what(), "flash0"), "%s", e.what());
		}
	}
}

static const struct {
	tw_option given;
	const char *error;
} bad[] = {
	{{"fil", "erased"}, "flash0: no option 'fil'; did you mean 'fill'?"},
	{{"entirely", "erased"}, "flash0: no option 'entirely'"},
	{{"fill", "countr"}, "did you mean 'counter'?"},
	{{"version", "two"}, "'two' is not a number"},
	{{"version", "-1"}, "'-1' is not a number"},
	{{"version", "0x1000"}, "more than 4095"},
	{{"version", "99999999999999999999"}, "more than 4095"},
	{{"version", "12x"}, "'12x' is not a number"},
};

Test(options, what_is_wrong_is_said)
{
	for (const auto &b : bad) {
		std::string line;

		try {
			tw::options opts("flash0", docs, &b.given, 1);

			opts.choice("fill");
			opts.number("version", 4095);
		} catch (const tw::bad_input &e) {
			line = e.what();
		}
		cr_assert(strstr(line.c_str(), b.error), "%s=%s: '%s'", b.given.key, b.given.value,
			  line.c_str());
	}
}

Test(options, defaults_and_the_last_of_several)
{
	tw_option given[] = {{"fill", "prng"}, {"fill", "counter"}};

	cr_assert_eq(tw::options("d", docs, nullptr, 0).number("version", 4095), 0x213u);
	cr_assert_eq(tw::options("d", docs, nullptr, 0).choice("fill"), 0u);
	cr_assert_eq(tw::options("d", docs, given, 2).choice("fill"), 1u);
}
