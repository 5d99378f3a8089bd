// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* The program's reader of block tables: takes good ones, refuses damaged ones. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blocktable.h"
#include "image.h"

/* 13 bytes of code, so that there is padding, and two notes. */
struct file {
	struct blocktable_header header;
	uint8_t bytes[16];
	struct blocktable_note notes[2];
};

static struct file good(void)
{
	return (struct file){
		.header = { .magic = BLOCKTABLE_MAGIC, .version = BLOCKTABLE_VERSION,
			    .header_size = sizeof(struct blocktable_header), .text = 0x1000,
			    .text_size = 13, .blocks = 3, .nr_notes = 2 },
		.bytes = { 0, 3, 255, [12] = 255 },
		.notes = { { .index = 2, .insns = 700 }, { .index = 12, .insns = 5, .name = "f" } },
	};
}

/* Loads the first `size` bytes; what the program says, or "" when it took them. */
static const char *load(const struct file *file, size_t size, struct block_table *t)
{
	static char err[IMAGE_ERR];
	char path[] = "/tmp/blocktable-load-XXXXXX";
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, file, size), (ssize_t)size);
	close(fd);
	err[0] = 0;
	cr_expect_eq(block_table_load(t, path, err), err[0] ? -1 : 0);
	unlink(path);
	return err;
}

static void expect_refused(const struct file *file, size_t size, const char *words)
{
	struct block_table t;
	const char *said = load(file, size, &t);

	cr_expect(strstr(said, words), "said '%s', not '%s'", said, words);
	cr_expect_null(t.map);
}

Test(load, a_good_table)
{
	struct file file = good();
	struct block_table t;

	cr_assert_str_empty(load(&file, sizeof(file), &t));
	cr_expect_eq(t.text_start, 0x1000);
	cr_expect_eq(t.text_size, 13);
	cr_expect_eq(t.insns[1], 3);
	cr_assert_eq(t.nr_notes, 2);
	cr_expect_eq(t.notes[0].insns, 700);
	cr_expect_eq(t.notes[1].index, 12);
	cr_expect_str_eq(t.notes[1].name, "f");
	block_table_unload(&t);
}

Test(load, a_table_without_notes)
{
	struct file file = good();
	struct block_table t;

	file.header.nr_notes = 0;
	file.bytes[2] = file.bytes[12] = 254;
	cr_assert_str_empty(load(&file, offsetof(struct file, notes), &t));
	cr_expect_eq(t.nr_notes, 0);
	block_table_unload(&t);
}

Test(load, another_version)
{
	struct file file = good();

	file.header.version = 1;
	expect_refused(&file, sizeof(file), "this version");
	file = good();
	file.header.magic[0] ^= 1;
	expect_refused(&file, sizeof(file), "this version");
	expect_refused(&file, 20, "this version");
}

Test(load, every_truncation)
{
	struct file file = good();

	for (size_t size = sizeof(file.header); size < sizeof(file); size++)
		expect_refused(&file, size, "truncated");
}

Test(load, absurd_sizes)
{
	static const uint64_t sizes[] = { 0, 17, 200, UINT32_MAX, UINT64_MAX - 3, UINT64_MAX };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct file file = good();

		file.header.text_size = sizes[i];
		expect_refused(&file, sizeof(file), "truncated");
		file = good();
		file.header.nr_notes = sizes[i];
		expect_refused(&file, sizeof(file), "truncated");
	}
}

Test(load, damaged_notes)
{
	struct file file = good();

	file.notes[1].index = 13;
	expect_refused(&file, sizeof(file), "damaged note");
	file = good();
	file.notes[1].index = 2;
	expect_refused(&file, sizeof(file), "damaged note");
	file = good();
	file.notes[0].index = 12;
	file.notes[1].index = 2;
	expect_refused(&file, sizeof(file), "damaged note");
	file = good();
	memset(file.notes[1].name, 'x', sizeof(file.notes[1].name));
	expect_refused(&file, sizeof(file), "damaged note");
}

Test(load, a_byte_without_its_note)
{
	struct file file = good();

	file.bytes[1] = 255;
	expect_refused(&file, sizeof(file), "lacks a note");
	file = good();
	file.notes[0].index = 1;
	expect_refused(&file, sizeof(file), "lacks a note");
}
