// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* An ELF file in memory. Every access goes through at(), which checks the bounds. */
struct elf {
	const uint8_t *bytes;
	size_t size;
	const Elf64_Shdr *sections;
	unsigned int nr_sections;
	const Elf64_Sym *symbols;
	size_t nr_symbols;
	const char *names;
	size_t names_size;
};

struct object {
	uint64_t start, end;
};

/* A relative jump table entry: distances from each field's own address. */
struct raw_entry {
	int32_t code, target;
	int64_t key;
};

static const void *at(const struct elf *elf, uint64_t offset, uint64_t size)
{
	if (offset > elf->size || size > elf->size - offset)
		return NULL;
	return elf->bytes + offset;
}

static int map_file(struct elf *elf, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *map = MAP_FAILED;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && st.st_size > 0)
		map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		return -1;
	elf->bytes = map;
	elf->size = st.st_size;
	return 0;
}

static const char *check_header(struct elf *elf)
{
	const Elf64_Ehdr *eh = at(elf, 0, sizeof(*eh));

	if (!eh || memcmp(eh->e_ident, ELFMAG, SELFMAG))
		return "not an ELF file";
	if (eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_machine != EM_X86_64)
		return "not x86-64 code";
	if (eh->e_shentsize != sizeof(Elf64_Shdr) || !eh->e_shnum)
		return "no section headers";
	elf->nr_sections = eh->e_shnum;
	elf->sections = at(elf, eh->e_shoff, (uint64_t)eh->e_shnum * sizeof(Elf64_Shdr));
	return elf->sections ? NULL : "file is truncated";
}

static const char *find_symbols(struct elf *elf)
{
	for (unsigned int i = 0; i < elf->nr_sections; i++) {
		const Elf64_Shdr *sh = &elf->sections[i], *str;

		if (sh->sh_type != SHT_SYMTAB || sh->sh_link >= elf->nr_sections)
			continue;
		str = &elf->sections[sh->sh_link];
		elf->symbols = at(elf, sh->sh_offset, sh->sh_size);
		elf->nr_symbols = sh->sh_size / sizeof(Elf64_Sym);
		elf->names = at(elf, str->sh_offset, str->sh_size);
		elf->names_size = str->sh_size;
		if (!elf->symbols || !elf->names || !str->sh_size ||
		    elf->names[str->sh_size - 1])
			return "symbol table is damaged";
		return NULL;
	}
	return "no symbol table (stripped?)";
}

static const char *symbol_name(const struct elf *elf, const Elf64_Sym *sym)
{
	return sym->st_name < elf->names_size ? elf->names + sym->st_name : "";
}

static const char *find_text(const struct elf *elf, struct image *image)
{
	uint64_t start = UINT64_MAX, end = 0;

	for (unsigned int i = 0; i < elf->nr_sections; i++) {
		const Elf64_Shdr *sh = &elf->sections[i];

		if (!(sh->sh_flags & SHF_EXECINSTR) || !sh->sh_size)
			continue;
		if (sh->sh_addr < start)
			start = sh->sh_addr;
		if (sh->sh_addr + sh->sh_size > end)
			end = sh->sh_addr + sh->sh_size;
	}
	if (start >= end)
		return "no code in it";
	if (end - start > UINT32_MAX)
		return "its code spans more than 4 GiB";
	image->text = start;
	image->text_size = end - start;
	return NULL;
}

static uint64_t symbol_value(const struct elf *elf, const char *name)
{
	for (size_t i = 0; i < elf->nr_symbols; i++) {
		if (!strcmp(symbol_name(elf, &elf->symbols[i]), name))
			return elf->symbols[i].st_value;
	}
	return 0;
}

/* Bytes at a link address, or NULL when no section with contents holds all of them. */
static const void *contents(const struct elf *elf, uint64_t addr, uint64_t size)
{
	for (unsigned int i = 0; i < elf->nr_sections; i++) {
		const Elf64_Shdr *sh = &elf->sections[i];

		if (!(sh->sh_flags & SHF_ALLOC) || sh->sh_type == SHT_NOBITS)
			continue;
		if (addr >= sh->sh_addr && addr - sh->sh_addr <= sh->sh_size &&
		    size <= sh->sh_size - (addr - sh->sh_addr))
			return at(elf, sh->sh_offset + (addr - sh->sh_addr), size);
	}
	return NULL;
}

static int compare_objects(const void *a, const void *b)
{
	const struct object *x = a, *y = b;

	return (x->start > y->start) - (x->start < y->start);
}

/* All __tracepoint_* objects, sorted by address. */
static struct object *tracepoints(const struct elf *elf, size_t *count)
{
	struct object *objects = malloc((elf->nr_symbols + 1) * sizeof(*objects));

	*count = 0;
	for (size_t i = 0; objects && i < elf->nr_symbols; i++) {
		const Elf64_Sym *sym = &elf->symbols[i];

		if (ELF64_ST_TYPE(sym->st_info) == STT_OBJECT &&
		    !strncmp(symbol_name(elf, sym), "__tracepoint_", 13))
			objects[(*count)++] = (struct object){ sym->st_value,
							       sym->st_value + sym->st_size };
	}
	if (objects)
		qsort(objects, *count, sizeof(*objects), compare_objects);
	return objects;
}

static int compare_inside(const void *key, const void *object)
{
	uint64_t addr = *(const uint64_t *)key;
	const struct object *o = object;

	return addr < o->start ? -1 : addr >= o->end;
}

static struct static_key decode(uint64_t addr, const struct raw_entry *raw,
				const struct object *points, size_t nr_points)
{
	uint64_t key = addr + offsetof(struct raw_entry, key) + (raw->key & ~(int64_t)3);

	return (struct static_key){
		.code = addr + offsetof(struct raw_entry, code) + raw->code,
		.target = addr + offsetof(struct raw_entry, target) + raw->target,
		.tracepoint = nr_points && bsearch(&key, points, nr_points, sizeof(*points),
						   compare_inside),
	};
}

static const char *read_keys(const struct elf *elf, struct image *image)
{
	uint64_t start = symbol_value(elf, "__start___jump_table");
	uint64_t stop = symbol_value(elf, "__stop___jump_table");
	const struct raw_entry *raw;
	struct object *points;
	size_t nr_points;

	if (!start || stop <= start)
		return NULL;
	raw = contents(elf, start, stop - start);
	if (!raw || (stop - start) % sizeof(*raw))
		return "its jump table is damaged";
	image->nr_keys = (stop - start) / sizeof(*raw);
	image->keys = calloc(image->nr_keys, sizeof(*image->keys));
	points = tracepoints(elf, &nr_points);
	if (!image->keys || !points) {
		free(points);
		return "out of memory";
	}
	for (size_t i = 0; i < image->nr_keys; i++)
		image->keys[i] = decode(start + i * sizeof(*raw), &raw[i], points, nr_points);
	free(points);
	return NULL;
}

int image_read(struct image *image, const char *path, const char **why)
{
	struct elf elf = { 0 };

	*image = (struct image){ 0 };
	if (map_file(&elf, path)) {
		*why = errno ? strerror(errno) : "empty file";
		return -1;
	}
	*why = check_header(&elf);
	if (!*why)
		*why = find_symbols(&elf);
	if (!*why)
		*why = find_text(&elf, image);
	if (!*why)
		*why = read_keys(&elf, image);
	image->elf = malloc(sizeof(elf));
	if (image->elf)
		*image->elf = elf;
	else
		munmap((void *)elf.bytes, elf.size);
	if (!*why && !image->elf)
		*why = "out of memory";
	if (*why)
		image_free(image);
	return *why ? -1 : 0;
}

size_t image_functions(const struct image *image, const char *name, uint64_t *addrs, size_t room)
{
	const struct elf *elf = image->elf;
	size_t n = 0;

	for (size_t i = 0; elf && i < elf->nr_symbols && n < room; i++) {
		const Elf64_Sym *sym = &elf->symbols[i];
		bool known = false;

		if (ELF64_ST_TYPE(sym->st_info) != STT_FUNC || sym->st_shndx == SHN_UNDEF ||
		    strcmp(symbol_name(elf, sym), name))
			continue;
		for (size_t k = 0; k < n; k++)
			known |= addrs[k] == sym->st_value;
		if (!known)
			addrs[n++] = sym->st_value;
	}
	return n;
}

void image_free(struct image *image)
{
	if (image->elf)
		munmap((void *)image->elf->bytes, image->elf->size);
	free(image->elf);
	free(image->keys);
	*image = (struct image){ 0 };
}
