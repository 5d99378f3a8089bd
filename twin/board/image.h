/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * Kernel images: ELF shared objects without dependencies, loaded at an address of our own choice.
 *
 * dlopen() picks addresses by itself and the kernel hashes some of them; a run would then differ
 * from one machine to the next. So the segments are mapped where twin_abi.h says and the relative
 * relocations, the only kind such an image has, are applied here.
 */
#ifndef TWIN_BOARD_IMAGE_H
#define TWIN_BOARD_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "twin_abi.h"

#define IMAGE_ERR 512

struct image {
	uint8_t *base;			/* where link address 0 is */
	size_t size;
	const struct twin_image *entry;
};

/*
 * Maps the image file `path` for kernel slot `slot` (0..7). Returns 0, or -1 with one line in err:
 * not readable, not such an image, the address is taken, or another ABI version.
 */
int image_load(struct image *image, const char *path, unsigned int slot, char *err);
void image_unload(struct image *image);

struct blocktable_note;

/*
 * Instructions per basic block, keyed by return address; written by tools/blocktable, whose
 * blocktable.h says what a byte and a note mean. Each byte of 255 has its note.
 */
struct block_table {
	const uint8_t *insns;		/* one byte per byte of text */
	uint64_t text_start;		/* link address of the first */
	uint64_t text_size;
	uint64_t blocks;		/* static blocks in the image */
	const struct blocktable_note *notes;	/* ascending by index, which is < text_size */
	uint32_t nr_notes;
	void *map;
	size_t map_size;
};

/*
 * Maps the block table `path`. Returns 0, or -1 with one line in err: not readable, another
 * version, or damaged.
 */
int block_table_load(struct block_table *table, const char *path, char *err);
void block_table_unload(struct block_table *table);

#endif
