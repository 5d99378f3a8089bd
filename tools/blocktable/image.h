/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/* What the block table needs of an image's ELF file: its code range and its static keys. */
#ifndef BLOCKTABLE_IMAGE_H
#define BLOCKTABLE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One place in the code that a static key patches. */
struct static_key {
	uint64_t code;		/* the patched instruction */
	uint64_t target;	/* where it jumps when the key is on */
	bool tracepoint;	/* the key is a tracepoint's */
};

struct elf;

struct image {
	uint64_t text, text_size;	/* first to last byte of all executable sections */
	struct static_key *keys;
	size_t nr_keys;
	struct elf *elf;		/* the file's symbols, for image_functions() */
};

/*
 * Reads an ELF64 x86-64 file with section headers and symbol table. The static keys are those
 * between __start___jump_table and __stop___jump_table (relative entries as CONFIG_HAVE_ARCH_
 * JUMP_LABEL_RELATIVE makes them); none of these symbols: no keys. Returns 0, or -1 with *why set
 * to what is wrong.
 */
int image_read(struct image *image, const char *path, const char **why);
/*
 * Link addresses of the functions named exactly `name` (local ones may be several), each once;
 * returns how many of the at most `room` there are in addrs.
 */
size_t image_functions(const struct image *image, const char *name, uint64_t *addrs, size_t room);
/* Frees what image_read() allocated. */
void image_free(struct image *image);

#endif
