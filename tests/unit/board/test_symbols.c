// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Addresses as functions and lines; without a name an address stays readable. */
#include <criterion/criterion.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/symbols.h"

#define BASE 0x4600000000ULL

/* Link address of a function, from the dynamic symbol table in the section headers. */
static uint64_t address_of(const char *name)
{
	static uint8_t file[1 << 20];
	FILE *f = fopen(LINES, "rb");
	Elf64_Ehdr *eh = (Elf64_Ehdr *)file;
	Elf64_Shdr *sh;

	cr_assert_not_null(f);
	cr_assert_gt(fread(file, 1, sizeof(file), f), sizeof(*eh));
	fclose(f);
	sh = (Elf64_Shdr *)(file + eh->e_shoff);
	for (int i = 0; i < eh->e_shnum; i++) {
		Elf64_Sym *sym = (Elf64_Sym *)(file + sh[i].sh_offset);
		const char *names = (const char *)file + sh[sh[i].sh_link].sh_offset;

		for (size_t k = 0; sh[i].sh_type == SHT_DYNSYM && k < sh[i].sh_size / sizeof(*sym);
		     k++)
			if (!strcmp(names + sym[k].st_name, name))
				return sym[k].st_value;
	}
	cr_assert_fail("no symbol %s", name);
	return 0;
}

static void skip_without_addr2line(void)
{
	if (system("addr2line --version >/dev/null 2>&1"))
		cr_skip_test("addr2line is not installed");
}

/* "function (.../file:line)" with any folder. */
static void expect_text(const char *text, const char *head, const char *tail)
{
	cr_expect_eq(strncmp(text, head, strlen(head)), 0, "'%s' does not begin with '%s'", text,
		     head);
	cr_expect(strlen(text) > strlen(tail) &&
		  !strcmp(text + strlen(text) - strlen(tail), tail),
		  "'%s' does not end with '%s'", text, tail);
}

Test(symbols, functions_lines_and_inlines)
{
	struct symbol s[4] = { { .addr = BASE + address_of("plain_function") },
			       { .addr = BASE + address_of("outer_function") },
			       { .addr = BASE + (1 << 24) },
			       { .addr = BASE + address_of("plain_function") } };

	skip_without_addr2line();
	symbols_resolve(LINES, BASE, s, 4);
	expect_text(s[0].text, "plain_function (", "lines.c:12)");
	expect_text(s[1].text, "inner_step (", "lines.c:7), inlined in outer_function");
	cr_expect_str_eq(s[2].text, "image+0x1000000");
	cr_expect_str_eq(s[3].text, s[0].text);
}

Test(symbols, no_such_image)
{
	struct symbol s[2] = { { .addr = BASE + 0x1234 }, { .addr = BASE } };

	symbols_resolve("/nonexistent/vmlinux", BASE, s, 2);
	cr_expect_str_eq(s[0].text, "image+0x1234");
	cr_expect_str_eq(s[1].text, "image+0x0");
}

Test(symbols, names_with_blanks_quotes_and_shell_syntax)
{
	static const char *const names[] = { "vm linux", "vm$(exit)`", "vm\"linux", "vm;linux" };
	char folder[] = "/tmp/symbols-test-XXXXXX", path[128];

	skip_without_addr2line();
	cr_assert_not_null(mkdtemp(folder));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct symbol s = { .addr = BASE + address_of("plain_function") };

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		cr_assert_eq(symlink(LINES, path), 0);
		symbols_resolve(path, BASE, &s, 1);
		expect_text(s.text, "plain_function (", "lines.c:12)");
		unlink(path);
	}
	rmdir(folder);
}

/* A quote would end the shell's word: such a name is not asked for. */
Test(symbols, a_name_with_a_quote)
{
	struct symbol s = { .addr = BASE + 16 };

	symbols_resolve("/tmp/x'; echo no; '", BASE, &s, 1);
	cr_expect_str_eq(s.text, "image+0x10");
}

Test(symbols, none)
{
	symbols_resolve(LINES, BASE, NULL, 0);
}
