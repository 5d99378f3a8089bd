// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096ULL
#define IMAGE_MAX (1ULL << 30)

struct elf_file {
	const uint8_t *data;
	size_t size;
	const char *path;
	char *err;
};

static int elf_fail(const struct elf_file *f, const char *what)
{
	snprintf(f->err, IMAGE_ERR, "%s: error: not a kernel image: %s; rebuild it", f->path, what);
	return -1;
}

static int elf_map(struct elf_file *f)
{
	struct stat st;
	int fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	void *map;

	if (fd < 0 || fstat(fd, &st)) {
		snprintf(f->err, IMAGE_ERR, "%s: error: %s", f->path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	f->size = st.st_size;
	map = f->size ? mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
	close(fd);
	if (map == MAP_FAILED)
		return elf_fail(f, f->size ? "not a regular file" : "empty file");
	f->data = map;
	return 0;
}

static const Elf64_Phdr *elf_header(const struct elf_file *f, int *count)
{
	const Elf64_Ehdr *eh = (const void *)f->data;

	if (f->size < sizeof(*eh) || memcmp(eh->e_ident, ELFMAG, SELFMAG) ||
	    eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_type != ET_DYN ||
	    eh->e_machine != EM_X86_64 || eh->e_phoff % 8 ||
	    eh->e_phentsize != sizeof(Elf64_Phdr) ||
	    eh->e_phoff > f->size || eh->e_phnum * sizeof(Elf64_Phdr) > f->size - eh->e_phoff)
		return NULL;
	*count = eh->e_phnum;
	return (const void *)(f->data + eh->e_phoff);
}

/* Bytes from link address 0 to the end of the last segment; 0 when a segment is not in the file. */
static uint64_t elf_extent(const struct elf_file *f, const Elf64_Phdr *ph, int n)
{
	uint64_t end = 0;

	for (int i = 0; i < n; i++) {
		if (ph[i].p_type != PT_LOAD)
			continue;
		if (ph[i].p_offset > f->size || ph[i].p_filesz > f->size - ph[i].p_offset ||
		    ph[i].p_memsz < ph[i].p_filesz || ph[i].p_vaddr > IMAGE_MAX ||
		    ph[i].p_memsz > IMAGE_MAX - ph[i].p_vaddr)
			return 0;
		if (ph[i].p_vaddr + ph[i].p_memsz > end)
			end = ph[i].p_vaddr + ph[i].p_memsz;
	}
	return (end + PAGE - 1) & ~(PAGE - 1);
}

static bool in_image(const struct image *image, uint64_t at, uint64_t size)
{
	return at <= image->size && size <= image->size - at;
}

/* The dynamic section, when it is in the image and ends there; else NULL. */
static const Elf64_Dyn *image_dynamic(const struct image *image, const Elf64_Phdr *ph, int n)
{
	const Elf64_Dyn *dyn;

	while (n && ph->p_type != PT_DYNAMIC)
		ph++, n--;
	if (!n || ph->p_vaddr % 8 || !in_image(image, ph->p_vaddr, ph->p_memsz))
		return NULL;
	dyn = (const void *)(image->base + ph->p_vaddr);
	for (size_t i = 0; i < ph->p_memsz / sizeof(*dyn); i++)
		if (dyn[i].d_tag == DT_NULL)
			return dyn;
	return NULL;
}

static uint64_t dynamic_value(const Elf64_Dyn *dyn, int64_t tag)
{
	for (; dyn->d_tag != DT_NULL; dyn++)
		if (dyn->d_tag == tag)
			return dyn->d_un.d_val;
	return 0;
}

static int image_relocate(const struct elf_file *f, struct image *image, const Elf64_Dyn *dyn)
{
	uint64_t at = dynamic_value(dyn, DT_RELA), size = dynamic_value(dyn, DT_RELASZ);
	const Elf64_Rela *rela = (const void *)(image->base + at);

	if (at % 8 || !in_image(image, at, size))
		return elf_fail(f, "bad relocation table");
	for (size_t i = 0; i < size / sizeof(*rela); i++) {
		uint64_t value = (uint64_t)image->base + rela[i].r_addend;

		if (ELF64_R_TYPE(rela[i].r_info) != R_X86_64_RELATIVE)
			return elf_fail(f, "a relocation that is not relative");
		if (rela[i].r_offset > image->size - sizeof(value))
			return elf_fail(f, "bad relocation");
		memcpy(image->base + rela[i].r_offset, &value, sizeof(value));
	}
	return 0;
}

/* The second word of a SysV hash table is the number of symbols; 0: no table in the image. */
static uint64_t symbol_count(const struct image *image, const Elf64_Dyn *dyn)
{
	uint64_t hash = dynamic_value(dyn, DT_HASH);

	if (!hash || hash % 4 || !in_image(image, hash, 8))
		return 0;
	return ((const uint32_t *)(image->base + hash))[1];
}

static const struct twin_image *image_entry(const struct image *image, const Elf64_Dyn *dyn)
{
	static const char name[] = "twin_image_entry";
	uint64_t symbols = dynamic_value(dyn, DT_SYMTAB), names = dynamic_value(dyn, DT_STRTAB);
	uint64_t count = symbol_count(image, dyn);
	const Elf64_Sym *sym = (const void *)(image->base + symbols);

	if (symbols % 8 || !in_image(image, symbols, count * sizeof(*sym)) ||
	    !in_image(image, names, 0))
		return NULL;
	for (; count; count--, sym++)
		if (in_image(image, names + sym->st_name, sizeof(name)) &&
		    !memcmp(image->base + names + sym->st_name, name, sizeof(name)) &&
		    sym->st_value % 8 == 0 &&
		    in_image(image, sym->st_value, sizeof(struct twin_image)))
			return (const void *)(image->base + sym->st_value);
	return NULL;
}

static int image_map(const struct elf_file *f, struct image *image, const Elf64_Phdr *ph, int n)
{
	void *want = image->base;

	/* a host kernel that does not know NOREPLACE leaves the map elsewhere */
	image->base = mmap(want, image->size, PROT_READ | PROT_WRITE | PROT_EXEC,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (image->base != want) {
		if (image->base != MAP_FAILED)
			munmap(image->base, image->size);
		snprintf(f->err, IMAGE_ERR, "%s: error: address %p is taken in this process",
			 f->path, want);
		return -1;
	}
	for (int i = 0; i < n; i++)
		if (ph[i].p_type == PT_LOAD)
			memcpy(image->base + ph[i].p_vaddr, f->data + ph[i].p_offset,
			       ph[i].p_filesz);
	return 0;
}

static int image_check(const struct elf_file *f, const struct image *image)
{
	const struct twin_image *entry = image->entry;

	if (!entry || entry->magic != TWIN_ABI_MAGIC)
		return elf_fail(f, "no entry point");
	if (entry->version != TWIN_ABI_VERSION || entry->boot_size != sizeof(struct twin_boot)) {
		snprintf(f->err, IMAGE_ERR,
			 "%s: error: image has interface version %u, this program %u; rebuild it",
			 f->path, entry->version, TWIN_ABI_VERSION);
		return -1;
	}
	return 0;
}

static int image_fill(struct elf_file *f, struct image *image, unsigned int slot)
{
	const Elf64_Dyn *dyn;
	const Elf64_Phdr *ph;
	int n;

	ph = elf_header(f, &n);
	if (!ph)
		return elf_fail(f, "no x86-64 shared object");
	image->size = elf_extent(f, ph, n);
	if (!image->size)
		return elf_fail(f, "bad segments");
	image->base = (uint8_t *)(TWIN_SLOT_BASE + slot * TWIN_SLOT_SIZE + TWIN_SLOT_IMAGE);
	if (image_map(f, image, ph, n)) {
		image->base = NULL;
		return -1;
	}
	dyn = image_dynamic(image, ph, n);
	if (!dyn)
		return elf_fail(f, "no dynamic section");
	if (image_relocate(f, image, dyn))
		return -1;
	image->entry = image_entry(image, dyn);
	return image_check(f, image);
}

int image_load(struct image *image, const char *path, unsigned int slot, char *err)
{
	struct elf_file f = { .path = path, .err = err };
	int ret;

	*image = (struct image){ 0 };
	if (elf_map(&f))
		return -1;
	ret = image_fill(&f, image, slot);
	munmap((void *)f.data, f.size);
	if (ret)
		image_unload(image);
	return ret;
}

void image_unload(struct image *image)
{
	if (image->base)
		munmap(image->base, image->size);
	*image = (struct image){ 0 };
}
