/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The board's RAM and the address ranges that depend on it, at the fixed addresses of twin_abi.h:
 * the linear map, the vmalloc window and the windows of user tasks. RAM is one anonymous file, so a
 * page can be mapped in several places at once.
 */
#ifndef TWIN_BOARD_MEMORY_H
#define TWIN_BOARD_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define MEMORY_ERR 512
#define MEMORY_NAME "spitwin-ram"	/* of the anonymous file */

struct memory {
	int fd;
	uint64_t phys, size;
	uint8_t *ram;
	uint8_t *vmalloc;
	uint8_t *user;
};

/* Reserves everything for slot 0..7; 0, or -1 with one line in err. */
int memory_init(struct memory *m, unsigned int slot, uint64_t phys, uint64_t size, char *err);
void memory_free(struct memory *m);
/* Maps RAM [phys, phys + len) at vaddr (in a window; page aligned); prot: 1 read, 2 write. */
int memory_map(struct memory *m, uint64_t vaddr, uint64_t phys, uint64_t len, unsigned int prot);
/* Nothing is accessible there afterwards. */
int memory_unmap(struct memory *m, uint64_t vaddr, uint64_t len);
/*
 * After fork(): gives this process a copy of RAM of its own, wherever it is mapped. Returns 0, or
 * -1, and then nothing may run on it.
 */
int memory_own(struct memory *m);
/*
 * Copies `len` bytes of the linear map from vaddr on, past all protection and as if nobody had read
 * them. Returns how many: 0 when they are not all there.
 */
uint64_t memory_peek(const struct memory *m, uint64_t vaddr, uint64_t len, void *to);
/* Is it an address that user tasks of this board may have? */
bool memory_is_user(const struct memory *m, uint64_t addr);

#endif
