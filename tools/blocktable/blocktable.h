/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * File format of a block table: what a host needs to charge executed code.
 *
 * A header, then header.text_size bytes, host byte order (little endian). Byte i is the number of
 * instructions of the basic block whose call of __sanitizer_cov_trace_pc() returns to address
 * header.text + i of the image's link addresses; 0 where no block starts and for blocks that must
 * cost nothing; 255 stands for 255 or more.
 */
#ifndef BLOCKTABLE_H
#define BLOCKTABLE_H

#include <stdint.h>

#define BLOCKTABLE_MAGIC "SPTWBLKS"	/* without its terminating 0 */
#define BLOCKTABLE_VERSION 1

struct blocktable_header {
	char magic[8];
	uint32_t version;
	uint32_t header_size;	/* sizeof(struct blocktable_header) */
	uint64_t text;		/* link address of byte 0 */
	uint64_t text_size;	/* bytes that follow the header */
	uint64_t blocks;	/* calls of the trace function found */
	uint64_t free_blocks;	/* of these, charged 0: tracing's own code */
	uint64_t insns;		/* sum over all blocks */
	uint64_t reserved;
};

#endif
