// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* Images: a good one runs at its address, and whatever is wrong with a file is said in one line. */
#include <criterion/criterion.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "board/image.h"

#define BASE(slot) (TWIN_SLOT_BASE + (slot) * TWIN_SLOT_SIZE + TWIN_SLOT_IMAGE)

struct file {
	uint8_t *bytes;
	size_t size;
};

static struct file read_image(const char *path)
{
	struct file file = { .bytes = malloc(1 << 20) };
	FILE *f = fopen(path, "rb");

	cr_assert(f && file.bytes);
	file.size = fread(file.bytes, 1, 1 << 20, f);
	fclose(f);
	return file;
}

/* Loads the bytes as a file; they must be refused with exactly these words. */
static void expect_refused(const void *bytes, size_t size, const char *what)
{
	char path[] = "/tmp/image-test-XXXXXX", err[IMAGE_ERR] = "", expected[IMAGE_ERR];
	struct image image;
	int fd = mkstemp(path);

	cr_assert_geq(fd, 0);
	cr_assert_eq(write(fd, bytes, size), (ssize_t)size);
	close(fd);
	snprintf(expected, sizeof(expected), "%s: error: not a kernel image: %s; rebuild it", path,
		 what);
	cr_expect_eq(image_load(&image, path, 0, err), -1, "taken: %s", what);
	unlink(path);
	cr_expect_str_eq(err, expected, "said %s, not %s", err, what);
	cr_expect_null(image.base);
}

static Elf64_Ehdr *header(struct file *f)
{
	return (Elf64_Ehdr *)f->bytes;
}

static Elf64_Phdr *segment(struct file *f, unsigned int type)
{
	Elf64_Phdr *ph = (Elf64_Phdr *)(f->bytes + header(f)->e_phoff);

	for (int i = 0; i < header(f)->e_phnum; i++)
		if (ph[i].p_type == type)
			return &ph[i];
	cr_assert_fail("the image has no segment of type %u", type);
	return NULL;
}

/* In a small image of one link, file offsets of the dynamic section are in its segment. */
static Elf64_Dyn *dynamic(struct file *f, int64_t tag)
{
	Elf64_Dyn *dyn = (Elf64_Dyn *)(f->bytes + segment(f, PT_DYNAMIC)->p_offset);

	for (; dyn->d_tag != DT_NULL; dyn++)
		if (dyn->d_tag == tag)
			return dyn;
	cr_assert_fail("the image has no dynamic tag %ld", (long)tag);
	return NULL;
}

Test(image, a_good_one_runs_at_its_address)
{
	for (unsigned int slot = 0; slot < 8; slot += 7) {
		struct image image;
		char err[IMAGE_ERR] = "";

		cr_assert_eq(image_load(&image, IMAGE_good, slot, err), 0, "%s", err);
		cr_expect_eq((uint64_t)image.base, BASE(slot));
		cr_expect_eq(image.size % 4096, 0);
		cr_expect_eq((const uint8_t *)image.entry - image.base < (long)image.size, 1);
		cr_expect_eq(image.entry->init(NULL), 42, "relocation or zeroed data is wrong");
		image_unload(&image);
		cr_expect_null(image.base);
		image_unload(&image);
	}
}

Test(image, taken_and_free_again)
{
	struct image first, second;
	char err[IMAGE_ERR] = "";

	for (int i = 0; i < 3; i++) {
		cr_assert_eq(image_load(&first, IMAGE_good, 0, err), 0, "%s", err);
		cr_expect_eq(image_load(&second, IMAGE_good, 0, err), -1);
		cr_expect(strstr(err, ": error: address 0x4600000000 is taken in this process"),
			  "%s", err);
		cr_expect_null(second.base);
		cr_expect_eq(first.entry->init(NULL), 42, "the first one suffered");
		image_unload(&first);
	}
}

Test(image, two_slots_at_once)
{
	struct image a, b;
	char err[IMAGE_ERR];

	cr_assert_eq(image_load(&a, IMAGE_good, 1, err), 0);
	cr_assert_eq(image_load(&b, IMAGE_good, 2, err), 0);
	cr_expect_eq(b.base - a.base, TWIN_SLOT_SIZE);
	image_unload(&a);
	cr_expect_eq(b.entry->init(NULL), 42);
	image_unload(&b);
}

static void expect_error(const char *path, const char *expected)
{
	struct image image;
	char err[IMAGE_ERR] = "";

	cr_expect_eq(image_load(&image, path, 0, err), -1);
	cr_expect_str_eq(err, expected, "%s", err);
	cr_expect_null(image.base);
}

Test(image, files_that_are_none)
{
	expect_error("/nonexistent/image.so",
		     "/nonexistent/image.so: error: No such file or directory");
	expect_error("/dev/null",
		     "/dev/null: error: not a kernel image: empty file; rebuild it");
	expect_refused("", 0, "empty file");
	expect_refused("hello\n", 6, "no x86-64 shared object");
	expect_refused("\177ELF", 4, "no x86-64 shared object");
}

Test(image, folders)
{
	struct image image;
	char err[IMAGE_ERR] = "";

	cr_expect_eq(image_load(&image, "/tmp", 0, err), -1);
	cr_expect(strstr(err, "/tmp: error: not a kernel image: "), "%s", err);
}

Test(image, another_interface_version)
{
	struct image image;
	char err[IMAGE_ERR] = "", expected[IMAGE_ERR];

	snprintf(expected, sizeof(expected),
		 "%s: error: image has interface version %d, this program %d; rebuild it", IMAGE_old,
		 TWIN_ABI_VERSION + 7, TWIN_ABI_VERSION);
	cr_expect_eq(image_load(&image, IMAGE_old, 0, err), -1);
	cr_expect_str_eq(err, expected, "%s", err);
}

Test(image, no_entry_and_foreign_symbols)
{
	char expected[IMAGE_ERR];

	snprintf(expected, sizeof(expected),
		 "%s: error: not a kernel image: no entry point; rebuild it", IMAGE_entryless);
	expect_error(IMAGE_entryless, expected);
	snprintf(expected, sizeof(expected),
		 "%s: error: not a kernel image: a relocation that is not relative; rebuild it",
		 IMAGE_relocated);
	expect_error(IMAGE_relocated, expected);
}

/* One field of the file header each. */
Test(image, foreign_headers)
{
	static const char what[] = "no x86-64 shared object";
	struct file f = read_image(IMAGE_good);
	Elf64_Ehdr *eh = header(&f), good = *eh;

	eh->e_machine = EM_ARM;
	expect_refused(f.bytes, f.size, what);
	*eh = good;
	eh->e_ident[EI_CLASS] = ELFCLASS32;
	expect_refused(f.bytes, f.size, what);
	*eh = good;
	eh->e_type = ET_EXEC;
	expect_refused(f.bytes, f.size, what);
	*eh = good;
	eh->e_phentsize = 32;
	expect_refused(f.bytes, f.size, what);
	*eh = good;
	eh->e_phoff = f.size - 8;
	expect_refused(f.bytes, f.size, what);
	eh->e_phoff = UINT64_MAX - 7;
	expect_refused(f.bytes, f.size, what);
	eh->e_phoff = good.e_phoff + 1;
	expect_refused(f.bytes, f.size, what);
	*eh = good;
	eh->e_phnum = 65535;
	expect_refused(f.bytes, f.size, what);
	eh->e_phnum = 0;
	expect_refused(f.bytes, f.size, "bad segments");
	free(f.bytes);
}

Test(image, segments_outside_the_file_or_the_image)
{
	struct file f = read_image(IMAGE_good);
	Elf64_Phdr *ph = segment(&f, PT_LOAD), good = *ph;

	ph->p_offset = f.size + 1;
	expect_refused(f.bytes, f.size, "bad segments");
	*ph = good;
	ph->p_filesz = ph->p_memsz = f.size + 1;
	expect_refused(f.bytes, f.size, "bad segments");
	*ph = good;
	ph->p_memsz = ph->p_filesz - 1;
	expect_refused(f.bytes, f.size, "bad segments");
	*ph = good;
	ph->p_memsz = UINT64_MAX;
	expect_refused(f.bytes, f.size, "bad segments");
	*ph = good;
	ph->p_vaddr = -4096ULL;		/* would be written before the image */
	ph->p_memsz = 8192;
	expect_refused(f.bytes, f.size, "bad segments");
	free(f.bytes);
}

/* Cut anywhere: refused, or good when only section headers are missing; never a crash. */
Test(image, every_truncation)
{
	struct file f = read_image(IMAGE_good);
	size_t used = 0;
	Elf64_Phdr *ph = (Elf64_Phdr *)(f.bytes + header(&f)->e_phoff);

	for (int i = 0; i < header(&f)->e_phnum; i++)
		if (ph[i].p_type == PT_LOAD && ph[i].p_offset + ph[i].p_filesz > used)
			used = ph[i].p_offset + ph[i].p_filesz;
	cr_assert_leq(used, f.size);
	for (size_t size = 1; size < used; size += size < 1024 ? 1 : 97)
		expect_refused(f.bytes, size, size < header(&f)->e_phoff +
			       header(&f)->e_phnum * sizeof(*ph) ? "no x86-64 shared object"
								 : "bad segments");
	free(f.bytes);
}

Test(image, damaged_dynamic_sections)
{
	struct file f = read_image(IMAGE_good);
	Elf64_Phdr *ph = segment(&f, PT_DYNAMIC), good = *ph;

	ph->p_vaddr = 1 << 29;
	expect_refused(f.bytes, f.size, "no dynamic section");
	ph->p_vaddr = -8ULL;
	expect_refused(f.bytes, f.size, "no dynamic section");
	*ph = good;
	ph->p_memsz = 32;	/* its end is not in it */
	expect_refused(f.bytes, f.size, "no dynamic section");
	ph->p_memsz = UINT64_MAX;
	expect_refused(f.bytes, f.size, "no dynamic section");
	*ph = good;
	ph->p_type = PT_NOTE;
	expect_refused(f.bytes, f.size, "no dynamic section");
	free(f.bytes);
}

Test(image, damaged_tables)
{
	static const struct {
		int64_t tag;
		const char *what;
	} tables[] = {
		{ DT_RELA, "bad relocation table" }, { DT_RELASZ, "bad relocation table" },
		{ DT_HASH, "no entry point" }, { DT_SYMTAB, "no entry point" },
		{ DT_STRTAB, "no entry point" },
	};

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		static const uint64_t values[] = { 1 << 29, UINT64_MAX - 7, UINT64_MAX };

		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++) {
			struct file f = read_image(IMAGE_good);

			dynamic(&f, tables[i].tag)->d_un.d_val = values[v];
			expect_refused(f.bytes, f.size, tables[i].what);
			free(f.bytes);
		}
	}
}

/* Tables with contents that lead out of the image. */
Test(image, damaged_contents)
{
	struct file f = read_image(IMAGE_good);
	/* tables are in the first segment, where file offset and address are equal */
	Elf64_Rela *rela = (Elf64_Rela *)(f.bytes + dynamic(&f, DT_RELA)->d_un.d_val);
	uint32_t *hash = (uint32_t *)(f.bytes + dynamic(&f, DT_HASH)->d_un.d_val);
	Elf64_Sym *sym = (Elf64_Sym *)(f.bytes + dynamic(&f, DT_SYMTAB)->d_un.d_val);
	uint32_t symbols = hash[1];

	rela->r_offset += 1ULL << 40;
	expect_refused(f.bytes, f.size, "bad relocation");
	rela->r_offset -= 1ULL << 40;
	hash[1] = UINT32_MAX;
	expect_refused(f.bytes, f.size, "no entry point");
	hash[1] = 0;
	expect_refused(f.bytes, f.size, "no entry point");
	hash[1] = symbols;
	for (uint32_t i = 0; i < symbols; i++)
		sym[i].st_value = 1ULL << 40;
	expect_refused(f.bytes, f.size, "no entry point");
	for (uint32_t i = 0; i < symbols; i++)
		sym[i].st_name = UINT32_MAX;
	expect_refused(f.bytes, f.size, "no entry point");
	free(f.bytes);
}
