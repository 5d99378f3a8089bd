// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "kallsyms.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/mem.h"

struct sym {
	uint64_t addr, size;	/* addr: link address */
	const char *name;
	bool global;
};

struct kallsyms {
	uint64_t base;
	char *file;
	size_t file_size;
	struct sym *syms;	/* by address, then as by_address() */
	size_t nr, room;
};

/* A part of the file, or NULL when it is not all there. */
static const void *part(const struct kallsyms *k, uint64_t offset, uint64_t size)
{
	return offset <= k->file_size && size <= k->file_size - offset ? k->file + offset : NULL;
}

static void map_file(struct kallsyms *k, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0)
		return;
	if (!fstat(fd, &st) && st.st_size > 0) {
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (p != MAP_FAILED) {
			k->file = p;
			k->file_size = (size_t)st.st_size;
		}
	}
	close(fd);
}

/* Not the labels that only the compiler uses. */
static bool is_named(const Elf64_Sym *s, const char *name)
{
	unsigned int type = ELF64_ST_TYPE(s->st_info);

	return s->st_shndx != SHN_UNDEF && s->st_shndx < SHN_LORESERVE && *name &&
	       (type == STT_FUNC || type == STT_OBJECT || type == STT_NOTYPE) && *name != '.' &&
	       *name != '$';
}

static void read_table(struct kallsyms *k, const Elf64_Shdr *table, const Elf64_Shdr *strings)
{
	size_t n = table->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *syms = part(k, table->sh_offset, n * sizeof(*syms));
	const char *text = part(k, strings->sh_offset, strings->sh_size);

	if (!syms || !text || !strings->sh_size || text[strings->sh_size - 1])
		return;
	for (size_t i = 0; i < n; i++) {
		if (syms[i].st_name >= strings->sh_size || !is_named(&syms[i], text + syms[i].st_name))
			continue;
		k->syms = mem_grow(k->syms, k->nr, &k->room, sizeof(*k->syms));
		k->syms[k->nr++] = (struct sym){
			.addr = syms[i].st_value, .size = syms[i].st_size,
			.name = text + syms[i].st_name,
			.global = ELF64_ST_BIND(syms[i].st_info) != STB_LOCAL,
		};
	}
}

static void read_tables(struct kallsyms *k)
{
	const Elf64_Ehdr *head = part(k, 0, sizeof(*head));
	const Elf64_Shdr *s = NULL;

	if (head && !memcmp(head->e_ident, ELFMAG, SELFMAG) &&
	    head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_shentsize == sizeof(*s))
		s = part(k, head->e_shoff, head->e_shnum * sizeof(*s));
	for (unsigned int i = 0; s && i < head->e_shnum; i++)
		if (s[i].sh_type == SHT_SYMTAB && s[i].sh_link < head->e_shnum)
			read_table(k, &s[i], &s[s[i].sh_link]);
}

/* Of several names for one address the last is taken: the global one, the larger one. */
static int by_address(const void *a, const void *b)
{
	const struct sym *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->global != y->global)
		return x->global ? 1 : -1;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return -strcmp(x->name, y->name);
}

struct kallsyms *kallsyms_load(const char *vmlinux, uint64_t base)
{
	struct kallsyms *k = mem_alloc(sizeof(*k));

	k->base = base;
	map_file(k, vmlinux);
	read_tables(k);
	if (k->nr)
		qsort(k->syms, k->nr, sizeof(*k->syms), by_address);
	return k;
}

const char *kallsyms_name(const struct kallsyms *k, uint64_t addr, uint64_t *offset)
{
	size_t low = 0, high = k->nr;
	const struct sym *s;

	if (addr < k->base)
		return NULL;
	addr -= k->base;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (k->syms[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	s = &k->syms[low - 1];
	*offset = addr - s->addr;
	return *offset < s->size || !*offset ? s->name : NULL;
}

void kallsyms_free(struct kallsyms *k)
{
	if (!k)
		return;
	if (k->file)
		munmap(k->file, k->file_size);
	free(k->syms);
	free(k);
}
