// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* File names as GNU dd 9.1 prints them: where it always quotes, and where only if it must. */
#include <criterion/criterion.h>

#include "task/gnu.h"

static const struct {
	const char *name, *quoted, *if_needed;
} names[] = {
	{ "/dev/mtd0", "'/dev/mtd0'", "/dev/mtd0" },
	{ "a b", "'a b'", "'a b'" },
	{ "a:b", "'a:b'", "'a:b'" },
	{ "a?b", "'a?b'", "'a?b'" },
	{ "a=b", "'a=b'", "'a=b'" },
	{ "a#b", "'a#b'", "a#b" },
	{ "#ab", "'#ab'", "'#ab'" },
	{ "~a", "'~a'", "'~a'" },
	{ "a~", "'a~'", "a~" },
	{ "a{b", "'a{b'", "a{b" },
	{ "{", "'{'", "'{'" },
	{ "a[b", "'a[b'", "'a[b'" },
	{ "a]b", "'a]b'", "a]b" },
	{ "a^b", "'a^b'", "'a^b'" },
	{ "a%b,c@d", "'a%b,c@d'", "a%b,c@d" },
	{ "it's", "\"it's\"", "\"it's\"" },
	{ "it's a", "\"it's a\"", "\"it's a\"" },
	{ "i't\"s", "'i'\\''t\"s'", "'i'\\''t\"s'" },
	{ "a\\b", "'a\\b'", "'a\\b'" },
	{ "a$b", "'a$b'", "'a$b'" },
	{ "(a&*`|<>;!)", "'(a&*`|<>;!)'", "'(a&*`|<>;!)'" },
};

Test(gnu, quoted_names)
{
	char text[GNU_QUOTED];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		cr_expect_str_eq(gnu_quote(text, names[i].name), names[i].quoted, "%s", text);
		cr_expect_str_eq(gnu_quote_if_needed(text, names[i].name), names[i].if_needed,
				 "%s", text);
	}
}
