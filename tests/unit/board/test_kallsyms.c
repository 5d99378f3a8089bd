// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Names of addresses from an image's symbol table; a damaged image has none. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/kallsyms.h"

#define BASE 0x4600000000ULL

/* Where a symbol of the image in miniature is, by the loader of the host. */
static uint64_t address_of(const char *name)
{
	void *image = dlopen(LINES, RTLD_NOW), *at = image ? dlsym(image, name) : NULL;
	Dl_info info;

	cr_assert(at && dladdr(at, &info), "no symbol %s", name);
	return (uint64_t)at - (uint64_t)info.dli_fbase;
}

static void expect_name(const struct kallsyms *k, uint64_t addr, const char *name, uint64_t offset)
{
	uint64_t got = ~0ULL;
	const char *is = kallsyms_name(k, addr, &got);

	cr_assert(is, "no name for %s+%lu", name, (unsigned long)offset);
	cr_expect_str_eq(is, name);
	cr_expect_eq(got, offset);
}

Test(kallsyms, functions_and_variables)
{
	struct kallsyms *k = kallsyms_load(LINES, BASE);
	uint64_t offset;

	expect_name(k, BASE + address_of("plain_function"), "plain_function", 0);
	expect_name(k, BASE + address_of("plain_function") + 3, "plain_function", 3);
	expect_name(k, BASE + address_of("counter"), "counter", 0);
	expect_name(k, BASE + address_of("counter") + 3, "counter", 3);
	cr_expect_null(kallsyms_name(k, BASE + address_of("counter") + (1 << 20), &offset));
	cr_expect_null(kallsyms_name(k, BASE - 1, &offset));
	cr_expect_null(kallsyms_name(k, 0, &offset));
	kallsyms_free(k);
}

static void expect_none(const char *path)
{
	struct kallsyms *k = kallsyms_load(path, BASE);
	uint64_t offset;

	for (uint64_t at = 0; at < 1 << 16; at += 16)
		kallsyms_name(k, BASE + at, &offset);
	kallsyms_free(k);
}

Test(kallsyms, no_image)
{
	expect_none("/nonexistent/vmlinux");
	expect_none("/dev/null");
	expect_none("/");
	kallsyms_free(NULL);
}

static uint8_t file[1 << 20];

/* Cut off anywhere, or with section headers of nonsense: no crash, whatever it then says. */
Test(kallsyms, damaged_images)
{
	char path[] = "/tmp/kallsyms-test-XXXXXX";
	FILE *f = fopen(LINES, "rb");
	size_t len;
	int fd = mkstemp(path);

	cr_assert(f && fd >= 0);
	len = fread(file, 1, sizeof(file), f);
	fclose(f);
	for (size_t cut = 1; cut < len; cut += len / 97) {
		cr_assert(!ftruncate(fd, 0) && pwrite(fd, file, cut, 0) == (ssize_t)cut);
		expect_none(path);
	}
	for (size_t at = ((Elf64_Ehdr *)file)->e_shoff; at + 8 < len; at += 8) {
		uint64_t before, bad = 0xfffffffffffffff8ULL;

		memcpy(&before, file + at, 8);
		memcpy(file + at, &bad, 8);
		cr_assert(!ftruncate(fd, 0) && pwrite(fd, file, len, 0) == (ssize_t)len);
		expect_none(path);
		memcpy(file + at, &before, 8);
	}
	close(fd);
	unlink(path);
}
