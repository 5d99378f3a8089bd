/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * File format of a block table: what a host needs to charge executed code.
 *
 * A header, header.text_size bytes, zeros up to a multiple of 8 bytes, then header.nr_notes notes;
 * host byte order (little endian). Byte i is the number of instructions to charge for the basic
 * block whose call of __sanitizer_cov_trace_pc() returns to address header.text + i of the image's
 * link addresses; 0 where no block starts and for blocks that must cost nothing; 255 says that the
 * note with this index tells more. The notes ascend by index, each of which occurs once.
 */
#ifndef BLOCKTABLE_H
#define BLOCKTABLE_H

#include <stdint.h>

#define BLOCKTABLE_MAGIC "SPTWBLKS"	/* without its terminating 0 */
#define BLOCKTABLE_VERSION 2
#define BLOCKTABLE_NOTED 255
#define BLOCKTABLE_NAME 56

struct blocktable_header {
	char magic[8];
	uint32_t version;
	uint32_t header_size;	/* sizeof(struct blocktable_header) */
	uint64_t text;		/* link address of byte 0 */
	uint64_t text_size;	/* bytes that follow the header */
	uint64_t blocks;	/* calls of the trace function found */
	uint64_t free_blocks;	/* of these, tracing's own code */
	uint64_t insns;		/* sum over all blocks */
	uint64_t nr_notes;
};

/* A block of 255 or more instructions, or the first block of a watched function. */
struct blocktable_note {
	uint32_t index;			/* into the bytes */
	uint32_t insns;			/* to charge */
	char name[BLOCKTABLE_NAME];	/* the watched function, 0-terminated; empty: none */
};

#endif
